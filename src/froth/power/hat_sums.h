// SPDX-License-Identifier: Apache-2.0
// Integrals of the s-grid's hats over the cells of one particle, one axis after the other: x, then y, then z.
// Source: [Qu2023], Eq. (10), with linear hats. In the plane the first axis has one cell and one node.
#pragma once

#include <vector>

#include <froth/power/kernel_box.h>
#include <froth/power/s_nodes.h>

namespace froth {

/// The s-nodes that a kernel reaches: a box of them, on three axes.
struct NodeBox {
  Vec3<std::int32_t> low{};
  int n[3] = {1, 1, 1};
  int columns() const { return n[0] * n[1]; }  ///< along the last axis
};

/// Memory for the sums of one particle, kept from one to the next.
template <int Dim, class Real>
class HatSums {
 public:
  using P = Pack<Real>;

  const NodeBox& box() const { return box_; }
  /// Sum over cells of s_j K_pj times the hat of node (column, z), columns being numbered x * n[1] + y; zero
  /// where it is too small to keep.
  const Real* of_layer(int z) const { return weights_.data() + static_cast<std::size_t>(z * width_); }
  /// Their sum, and its first moment from the lowest node on, in s-cells and divided by the sum.
  Real total() const { return total_; }
  const Vec3<Real>& moment() const { return moment_; }

  /// `low`: the kernel's lowest cell. `s`: s_j of the tile. Nodes with a share of `least` or less get
  /// nothing.
  void integrate(const KernelBox<Real>& k, const Vec3<std::int32_t>& low, std::int32_t ratio,
                 const TileStride& stride, const Real* s, Real least) {
    set_hats(k, low, ratio);
    switch (k.pack_count()) {
      case 1: sum_planes<1>(k, stride, s); break;
      case 2: sum_planes<2>(k, stride, s); break;
      case 3: sum_planes<3>(k, stride, s); break;
      default: sum_planes<0>(k, stride, s);
    }
    sum_layers(k);
    drop_up_to(least);
    find_moment();
  }

 private:
  /// The lower of the two nodes that a cell lies between, and the hats of both at its centre.
  struct Hat {
    int node;
    Real lower, upper;
  };

  void set_hats(const KernelBox<Real>& k, const Vec3<std::int32_t>& low, std::int32_t ratio) {
    const int n[3] = {k.nx, k.ny, k.nz};
    for (int d = 0; d < 3; ++d) {
      hats_[d].resize(static_cast<std::size_t>(n[d]));
      if (d < 3 - Dim) {
        hats_[d][0] = {0, Real(1), Real(0)};
        continue;
      }
      box_.low[d] = s_cell(low[d], ratio);
      int node = 0;
      std::int32_t in_cell = low[d] - box_.low[d] * ratio;
      for (int c = 0; c < n[d]; ++c, ++in_cell) {
        if (in_cell == ratio) in_cell = 0, ++node;
        const Real theta = (static_cast<Real>(in_cell) + Real(0.5)) / static_cast<Real>(ratio);
        hats_[d][static_cast<std::size_t>(c)] = {node, 1 - theta, theta};
      }
      box_.n[d] = node + 2;
    }
  }

  /// Over x and y: a row of cells along z for every column of nodes.
  template <int Packs>
  void sum_planes(const KernelBox<Real>& k, const TileStride& stride, const Real* s) {
    const int packs = Packs > 0 ? Packs : k.pack_count(), row = packs * P::kSize;
    const int nodes_x = box_.n[0] + 1;  // in the plane the node above is one more, with nothing in it
    along_x_.resize(static_cast<std::size_t>(nodes_x * row));
    along_y_.assign(static_cast<std::size_t>(box_.columns() * row), Real(0));
    for (int y = 0; y < k.ny; ++y) {
      std::fill(along_x_.begin(), along_x_.end(), Real(0));
      const Real y2 = k.y2(y);
      const Real* cells = s + k.first + static_cast<std::size_t>(y) * stride.y;
      for (int x = 0; x < k.nx; ++x, cells += stride.x) {
        const Real left = k.left_x(x) - y2;
        if (Packs == 0 && left < 0) continue;  // worth a branch only for long rows
        const Hat& hat = hats_[0][static_cast<std::size_t>(x)];
        Real* lower = along_x_.data() + hat.node * row;
        for (int n = 0; n < packs; ++n) {
          const P t = P(k.ex[x]) * select(k.z2(n) <= P(left), P::load(cells + n * P::kSize), P(0));
          add(lower + n * P::kSize, hat.lower, t);
          add(lower + row + n * P::kSize, hat.upper, t);
        }
      }
      const Hat& hat = hats_[1][static_cast<std::size_t>(y)];
      for (int x = 0; x < box_.n[0]; ++x)
        for (int n = 0; n < packs; ++n) {
          const P t = P(k.ey[y]) * P::load(along_x_.data() + x * row + n * P::kSize);
          Real* lower = along_y_.data() + (x * box_.n[1] + hat.node) * row + n * P::kSize;
          add(lower, hat.lower, t);
          add(lower + row, hat.upper, t);
        }
    }
  }

  /// Over z, all columns side by side.
  void sum_layers(const KernelBox<Real>& k) {
    const int row = k.pack_count() * P::kSize, columns = box_.columns();
    width_ = (columns + P::kSize - 1) / P::kSize * P::kSize;
    layer_.assign(static_cast<std::size_t>(width_), Real(0));
    weights_.assign(static_cast<std::size_t>(width_ * box_.n[2]), Real(0));
    for (int z = 0; z < k.nz; ++z) {
      for (int c = 0; c < columns; ++c)
        layer_[static_cast<std::size_t>(c)] = along_y_[static_cast<std::size_t>(c * row + z)];
      const Hat& hat = hats_[2][static_cast<std::size_t>(z)];
      Real* lower = weights_.data() + hat.node * width_;
      for (int c = 0; c < width_; c += P::kSize) {
        const P t = P(k.ez[z]) * P::load(layer_.data() + c);
        add(lower + c, hat.lower, t);
        add(lower + width_ + c, hat.upper, t);
      }
    }
  }

  void drop_up_to(Real least) {
    P sum(0);
    for (std::size_t n = 0; n < weights_.size(); n += P::kSize) sum += P::load(weights_.data() + n);
    const P bound(least * sum_lanes(sum));
    for (std::size_t n = 0; n < weights_.size(); n += P::kSize) {
      const P w = P::load(weights_.data() + n);
      select(w > bound, w, P(0)).store(weights_.data() + n);
    }
  }

  void find_moment() {
    total_ = 0, moment_ = {};
    for (int z = 0; z < box_.n[2]; ++z) {
      const Real* layer = of_layer(z);
      Real sum = 0;
      for (int x = 0, c = 0; x < box_.n[0]; ++x) {
        Real plane = 0;
        for (int y = 0; y < box_.n[1]; ++y, ++c)
          plane += layer[c], moment_[1] += static_cast<Real>(y) * layer[c];
        sum += plane, moment_[0] += static_cast<Real>(x) * plane;
      }
      total_ += sum, moment_[2] += static_cast<Real>(z) * sum;
    }
    if (total_ > 0) moment_ = moment_ / total_;
  }

  FROTH_INLINE static void add(Real* to, Real factor, const P& value) {
    (P::load(to) + P(factor) * value).store(to);
  }

  NodeBox box_;
  std::vector<Hat> hats_[3];
  std::vector<Real> along_x_, along_y_, layer_, weights_;
  int width_ = 0;  ///< columns in whole packs
  Real total_ = 0;
  Vec3<Real> moment_{};
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Source: as power/power_weights.h.
#include <froth/power/power_weights.h>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include <froth/base/error.h>
#include <froth/power/plan_state.h>
#include <froth/power/s_nodes.h>

namespace froth {

namespace {

/// The s-nodes that a kernel reaches, a box of them on three axes; in the plane the first axis has one node.
struct NodeBox {
  Vec3<std::int32_t> low;
  int n[3];
  std::size_t count() const { return static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1] * n[2]); }
};

/// Which nodes a cell lies between on an axis, and the hat of the upper one at its centre.
template <class Real>
struct Hats {
  std::vector<int> lower;
  std::vector<Real> upper;
};

/// Sums of one particle, kept between particles.
template <class Real>
struct Sums {
  Hats<Real> hats[3];
  std::vector<Real> y, xy, weights;  ///< over y, over x and y, over all axes
};

template <int Dim>
NodeBox node_box(const Vec3<std::int32_t>& low, const std::uint16_t (&n)[3], std::int32_t ratio) {
  NodeBox box{};
  for (int d = 0; d < 3; ++d) {
    const bool flat = d < 3 - Dim;
    box.low[d] = flat ? 0 : s_cell(low[d], ratio);
    box.n[d] = flat ? 1 : s_cell(low[d] + n[d] - 1, ratio) + 2 - box.low[d];
  }
  return box;
}

template <int Dim, class Real>
void set_hats(Sums<Real>& sums, const NodeBox& box, const Vec3<std::int32_t>& low,
              const std::uint16_t (&n)[3], std::int32_t ratio) {
  for (int d = 3 - Dim; d < 3; ++d) {
    Hats<Real>& hats = sums.hats[d];
    hats.lower.resize(n[d]), hats.upper.resize(n[d]);
    for (int k = 0; k < n[d]; ++k) {
      const std::int32_t cell = low[d] + k, in = s_cell(cell, ratio);
      hats.lower[static_cast<std::size_t>(k)] = in - box.low[d];
      hats.upper[static_cast<std::size_t>(k)] =
          (static_cast<Real>(cell - in * ratio) + Real(0.5)) / static_cast<Real>(ratio);
    }
  }
}

/// to[lower] += (1 - upper) from, to[lower + 1] += upper from, for packs of cells.
template <class Real>
FROTH_INLINE void add_hats(Real* to, std::size_t row, Real upper, const Real* from, int packs) {
  using P = Pack<Real>;
  for (int n = 0; n < packs; ++n, to += P::kSize, from += P::kSize) {
    const P t = P::load(from), above = P(upper) * t;
    (P::load(to) + (t - above)).store(to);
    (P::load(to + row) + above).store(to + row);
  }
}

/// Hats over s_j K_pj, axis by axis: y, x, then z (in the plane x has one node).
template <int Dim, class Real>
void integrate_hats(const KernelBox<Real>& k, const TileStride& stride, const Real* s, const NodeBox& box,
                    Sums<Real>& sums) {
  using P = Pack<Real>;
  const int packs = k.pack_count();
  const std::size_t row = static_cast<std::size_t>(packs * P::kSize),
                    plane = row * static_cast<std::size_t>(box.n[1]);
  sums.y.resize(plane + row), sums.xy.assign(plane * static_cast<std::size_t>(box.n[0]), Real(0));
  Real* cells = sums.y.data() + plane;
  int last_x = -1;
  const auto finish_x = [&](int x) {
    if (x < 0) return;
    if constexpr (Dim == 2) {
      std::copy_n(sums.y.data(), plane, sums.xy.data());
    } else {
      const Hats<Real>& hats = sums.hats[0];
      const auto at = static_cast<std::size_t>(x);
      add_hats(sums.xy.data() + static_cast<std::size_t>(hats.lower[at]) * plane, plane, hats.upper[at],
               sums.y.data(), packs * box.n[1]);
    }
  };
  k.for_each_row(stride, [&](Real weight, Real left, std::size_t at, int x, int y) {
    if (x != last_x) {
      finish_x(last_x);
      std::fill_n(sums.y.data(), plane, Real(0));
      last_x = x;
    }
    for (int n = 0; n < packs; ++n)
      (P(weight) * select(k.distance2(n) <= P(left), P::load(s + at + n * P::kSize), P(0)))
          .store(cells + n * P::kSize);
    const auto in = static_cast<std::size_t>(y);
    add_hats(sums.y.data() + static_cast<std::size_t>(sums.hats[1].lower[in]) * row, row,
             sums.hats[1].upper[in], cells, packs);
  });
  finish_x(last_x);

  sums.weights.assign(box.count(), Real(0));
  const Hats<Real>& hats = sums.hats[2];
  for (int n = 0; n < box.n[0] * box.n[1]; ++n) {
    const Real* from = sums.xy.data() + static_cast<std::size_t>(n) * row;
    Real* to = sums.weights.data() + n * box.n[2];
    for (std::size_t z = 0; z < static_cast<std::size_t>(k.nz); ++z) {
      const Real t = from[z] * k.ez[z], above = hats.upper[z] * t;
      to[hats.lower[z]] += t - above;
      to[hats.lower[z] + 1] += above;
    }
  }
}

/// Makes weights sum to one, and returns their first moment from the lowest node on, in s-cells.
template <class Real>
Vec3<Real> normalize(const NodeBox& box, std::vector<Real>& weights) {
  Real all = 0;
  Vec3<Real> moment{};
  std::size_t n = 0;
  for (int x = 0; x < box.n[0]; ++x)
    for (int y = 0; y < box.n[1]; ++y)
      for (int z = 0; z < box.n[2]; ++z, ++n) {
        all += weights[n];
        moment += weights[n] * Vec3<Real>{Real(x), Real(y), Real(z)};
      }
  if (!(all > 0)) return Vec3<Real>::constant(-1);
  for (Real& w : weights) w /= all;
  return moment / all;
}

template <int Dim, class Real>
class WeightBuilder {
 public:
  using State = typename TransportPlan<Dim, Real>::State;
  using Entry = StencilEntry<Dim, Real>;

  WeightBuilder(const State& state, std::int32_t ratio)
      : s_(state), ratio_(ratio), cell_(ratio * state.grid.cell()), nodes_(state.grid, ratio) {}

  PowerWeights<Dim, Real> build() {
    const std::size_t count = s_.volume.size(), patches = s_.patches.list.size();
    centroid_.resize(count);
    length_.resize(count);
    std::vector<std::vector<Entry>> parts(patches);
    parallel_tasks(static_cast<Index>(patches), [&](Index n) {
      add_patch(static_cast<std::size_t>(n), parts[static_cast<std::size_t>(n)]);
    });
    std::vector<Index> begin(count + 1, 0);
    for (std::size_t p = 0; p < count; ++p) begin[p + 1] = begin[p] + length_[p];
    std::vector<Entry> entries(static_cast<std::size_t>(begin[count]));
    parallel_tasks(static_cast<Index>(patches), [&](Index n) {
      const Patch& patch = s_.patches.list[static_cast<std::size_t>(n)];
      const Entry* from = parts[static_cast<std::size_t>(n)].data();
      for (Index k = patch.begin; k < patch.end; ++k) {
        const std::size_t p = s_.patches.order[static_cast<std::size_t>(k)];
        std::copy_n(from, length_[p], entries.data() + begin[p]);
        from += length_[p];
      }
    });
    const std::size_t node_count = nodes_.nodes().size();
    return {StencilRows<Dim, Real>(std::move(entries), std::move(begin), node_count), std::move(centroid_),
            nodes_.take_nodes(), cell_};
  }

 private:
  void add_patch(std::size_t patch, std::vector<Entry>& entries) {
    thread_local std::vector<Real> tile;
    thread_local Sums<Real> sums;
    s_.load_scaling(patch, tile);
    const Patch& p = s_.patches.list[patch];
    for (auto k = static_cast<std::size_t>(p.begin); k < static_cast<std::size_t>(p.end); ++k) {
      const KernelBox<Real> kernel = s_.kernel(k);
      const Vec3<std::int32_t> low = p.cell_of(kernel.first);
      const NodeBox box = node_box<Dim>(low, s_.kernels[k].n, ratio_);
      set_hats<Dim>(sums, box, low, s_.kernels[k].n, ratio_);
      integrate_hats<Dim>(kernel, p.stride(), tile.data(), box, sums);
      add_row(s_.patches.order[k], box, sums.weights, entries);
    }
  }

  void add_row(std::size_t particle, const NodeBox& box, std::vector<Real>& weights,
               std::vector<Entry>& entries) {
    const Vec3<Real> moment = normalize(box, weights);
    if (moment[2] < 0)
      throw SimulationError(fmt::format(
          "particle {} has no room left: every cell within its reach is solid or taken", particle));
    for (int d = 0; d < Dim; ++d)
      centroid_[particle][d] =
          static_cast<Real>(cell_ * (box.low[3 - Dim + d] + static_cast<double>(moment[3 - Dim + d])));
    const std::size_t first = entries.size();
    std::size_t n = 0;
    for (int x = 0; x < box.n[0]; ++x)
      for (int y = 0; y < box.n[1]; ++y)
        for (int z = 0; z < box.n[2]; ++z, ++n) {
          if (!(weights[n] > 0)) continue;
          const Vec3<std::int32_t> at = {x, y, z};
          Entry entry{};
          entry.node = static_cast<std::uint32_t>(nodes_.find(on_own_axes<Dim>(box.low + at)));
          entry.weight = weights[n];
          for (int d = 0; d < Dim; ++d)
            entry.d[d] =
                static_cast<Real>(cell_) * (static_cast<Real>(at[3 - Dim + d]) - moment[3 - Dim + d]);
          entries.push_back(entry);
        }
    length_[particle] = static_cast<Index>(entries.size() - first);
  }

  const State& s_;
  std::int32_t ratio_;
  double cell_;
  SNodes<Dim> nodes_;
  std::vector<Vec<Dim, Real>> centroid_;
  std::vector<Index> length_;
};

}  // namespace

template <int Dim, class Real>
PowerWeights<Dim, Real> power_weights(const TransportPlan<Dim, Real>& plan, int ratio) {
  FROTH_CHECK(ratio >= 1, "the s-grid is finer than the t-grid");
  return WeightBuilder<Dim, Real>(plan.state(), ratio).build();
}

template PowerWeights<2, float> power_weights(const TransportPlan<2, float>&, int);
template PowerWeights<2, double> power_weights(const TransportPlan<2, double>&, int);
template PowerWeights<3, float> power_weights(const TransportPlan<3, float>&, int);
template PowerWeights<3, double> power_weights(const TransportPlan<3, double>&, int);

}  // namespace froth

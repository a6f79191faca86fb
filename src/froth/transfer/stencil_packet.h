// SPDX-License-Identifier: Apache-2.0
// The stencils of a few neighbouring particles, computed side by side in vector registers and laid out as the
// sums over nodes read them: one particle after the other. Source: the weights of transfer/bspline.h.
#pragma once

#include <algorithm>

#include <froth/base/lanes.h>
#include <froth/base/pack.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/particle_view.h>
#include <froth/transfer/tile.h>

namespace froth {

/// Numbers that belong to the nodes of every axis, for each particle of a packet. A sum takes the numbers of
/// the first axes one at a time, those of the last axis together.
template <int Dim, int Degree, class Real>
struct PacketAxes {
  static constexpr int kSize = Pack<Real>::kSize;
  alignas(64) Real first[Dim - 1][Degree + 1][kSize];
  alignas(64) Real last[kSize][4];  ///< what a quadratic kernel does not use is zero

  FROTH_INLINE void set(int axis, const Pack<Real> (&x)[Degree + 1]) {
    if (axis < Dim - 1) {
      for (int n = 0; n <= Degree; ++n) x[n].store(first[axis][n]);
      return;
    }
    Pack<Real> columns[4] = {x[0], x[1], x[2], Pack<Real>(0)};
    if constexpr (Degree == 3) columns[3] = x[3];
    store_transposed(columns, last[0]);
  }
};

/// Where in their tile the stencils of a packet start, and their weights.
template <int Dim, int Degree, class Real>
struct StencilPacket {
  static constexpr int kSize = Pack<Real>::kSize;
  using Ints = Lanes<std::int32_t, kSize>;
  PacketAxes<Dim, Degree, Real> w;   ///< weights
  PacketAxes<Dim, Degree, Real> wd;  ///< weight times distance in cells: first moments
  PacketAxes<Dim, Degree, Real> g;   ///< slopes of the weights; only where asked for
  Ints at[Dim];                      ///< first node along each axis
  std::int32_t place[kSize];         ///< the same as a number of the tile

  /// The stencils of the packet that starts at slot s.
  template <bool WithSlopes>
  FROTH_INLINE void set(const ParticleView<Dim, Real>& p, Index s, const BlockCoord<Dim>& home) {
    using Wide = Pack<Real>;
    using Stored = Lanes<typename Offset<Real>::Stored, kSize>;
    Ints all_places{};
    for (int d = 0; d < Dim; ++d) {
      at[d] = load_lanes<Ints>(p.cell[d] + s) + place_in_tile(0, home[d]);
      all_places += at[d] * Tile<Dim, Real>::kStride[d];
      const Wide o = Offset<Real>::template decode<kSize>(load_lanes<Stored>(p.offset[d] + s));
      Wide weight[Degree + 1], other[Degree + 1];
      BSpline<Degree, Wide>::weights(o, weight);
      w.set(d, weight);
      for (int n = 0; n <= Degree; ++n) other[n] = weight[n] * (Wide(Real(n) - Real(0.5) * Real(Degree)) - o);
      wd.set(d, other);
      if constexpr (WithSlopes) {
        BSpline<Degree, Wide>::slopes(o, other);
        g.set(d, other);
      }
    }
    store_lanes(place, all_places);
  }
};

/// What is left at the end of a block, fewer particles than a packet has: a packet of its own, filled up with
/// copies of the first, so that the loops know whole packets only.
template <int Dim, class Real>
class LastPacket {
 public:
  LastPacket(const ParticleView<Dim, Real>& from, Index s, int count) : from_(from), s_(s), count_(count) {
    int next = 0;
    visit(from_, view_, [&](auto* plane, auto*& mine) {
      mine = reinterpret_cast<std::remove_reference_t<decltype(mine)>>(planes_[next++]);
      for (int k = 0; k < kSize; ++k) mine[k] = plane[s_ + (k < count_ ? k : 0)];
    });
    view_.count = kSize;
    if (from.volume_ratio_to_separation == nullptr) view_.volume_ratio_to_separation = nullptr;
    view_.mode_planes = 0;
    view_.modes[0] = nullptr;
  }
  const ParticleView<Dim, Real>& view() const { return view_; }
  void write_back() {
    visit(from_, view_, [&](auto* plane, auto*& mine) { std::copy(mine, mine + count_, plane + s_); });
  }

 private:
  static constexpr int kSize = Pack<Real>::kSize;

  template <class F>
  static void visit(const ParticleView<Dim, Real>& from, ParticleView<Dim, Real>& to, F f) {
    for (int d = 0; d < Dim; ++d) f(from.cell[d], to.cell[d]), f(from.offset[d], to.offset[d]);
    for (int d = 0; d < Dim; ++d) f(from.v[d], to.v[d]);
    for (int k = 0; k < Dim * Dim; ++k) f(from.C[k], to.C[k]);
    for (int k = 0; k < Dim * Dim; ++k)
      if (from.grad_v[k] == from.C[k])
        to.grad_v[k] = to.C[k];
      else
        f(from.grad_v[k], to.grad_v[k]);
    for (int k = 0; k < 6; ++k) f(from.tau[k], to.tau[k]);
    f(from.mass, to.mass), f(from.V0, to.V0);
    if (from.volume_ratio_to_separation != nullptr)
      f(from.volume_ratio_to_separation, to.volume_ratio_to_separation);
  }

  const ParticleView<Dim, Real>& from_;
  Index s_;
  int count_;
  ParticleView<Dim, Real> view_;  ///< without modes, which do not go by packets
  alignas(64) unsigned char planes_[3 * Dim + 2 * Dim * Dim + 9][kSize * sizeof(Real)];
};

/// The smallest box around stencils, kept lane by lane until it is asked for.
template <int Dim, int Degree, class Real>
class StencilBox {
 public:
  FROTH_INLINE StencilBox() {
    for (int d = 0; d < Dim; ++d) lowest_[d] = Ints{} + kTileWidth, highest_[d] = Ints{} - 1 - Degree;
  }
  FROTH_INLINE void add(const StencilPacket<Dim, Degree, Real>& stencils) {
    for (int d = 0; d < Dim; ++d) {
      lowest_[d] = stencils.at[d] < lowest_[d] ? stencils.at[d] : lowest_[d];
      highest_[d] = stencils.at[d] > highest_[d] ? stencils.at[d] : highest_[d];
    }
  }
  void extend(TileBox<Dim>& box) const {
    for (int d = 0; d < Dim; ++d)
      for (int k = 0; k < Pack<Real>::kSize; ++k) {
        box.first[d] = static_cast<std::int8_t>(std::min<std::int32_t>(box.first[d], lowest_[d][k]));
        box.last[d] = static_cast<std::int8_t>(std::max<std::int32_t>(box.last[d], highest_[d][k] + Degree));
      }
  }

 private:
  using Ints = Lanes<std::int32_t, Pack<Real>::kSize>;
  Ints lowest_[Dim], highest_[Dim];
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Sums over the nodes of a packet of particles, and what becomes of them: velocity, C, velocity gradient.
// Source: [Fei2021], Eqs. (1) to (3): C = sum w v* d^T D^-1; the velocity gradient is C in MLS form [Hu2018],
// else sum v* (grad w)^T [Sulsky1994].
#pragma once

#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

/// Calls `packet(view, slot)` for the packets of slots [first, last); the last is filled up with copies.
template <int Dim, class Real, class Each>
void for_each_packet(const ParticleView<Dim, Real>& p, Index first, Index last, Each packet) {
  constexpr int size = Pack<Real>::kSize;
  Index s = first;
  for (; s + size <= last; s += size) packet(p, s);
  if (s == last) return;
  LastPacket<Dim, Real> rest(p, s, static_cast<int>(last - s));
  packet(rest.view(), Index(0));
  rest.write_back();
}

/// What the particles of a packet gather, by particle: v*, its sums along each axis, and the same with the
/// kernel's slopes; of v_n what does not ride in the last lane of v*.
template <int Dim, class Real>
struct PacketSums {
  static constexpr int kSize = Pack<Real>::kSize;
  alignas(64) Real v[kSize][4], along[Dim][kSize][4], slope[Dim][kSize][4], others[2][kSize];
};

/// Sums for particle k of a packet over a tile of velocities.
template <bool WithSlopes, int Dim, int Degree, class Real>
FROTH_INLINE void sum_nodes(const Tile<Dim, Real>& tile, const StencilPacket<Dim, Degree, Real>& stencils,
                            int k, PacketSums<Dim, Real>& sums) {
  const Real* from = tile.at(stencils.place[k]);
  const auto g = gather<Dim, Degree, Real>(from, stencils.w, stencils.wd, k);
  store_lanes(sums.v[k], g.v);
  for (int c = 0; c < Dim; ++c) store_lanes(sums.along[c][k], g.along[c]);
  if constexpr (WithSlopes) {
    const auto slope = gather<Dim, Degree, Real>(from, stencils.w, stencils.g, k);
    for (int c = 0; c < Dim; ++c) store_lanes(sums.slope[c][k], slope.along[c]);
  }
}

/// Stores C and the velocity gradient of the packet from slot s on; returns the divergence.
template <GradientForm Form, int Degree, int Dim, class Real>
FROTH_INLINE Pack<Real> store_gradients(const PacketSums<Dim, Real>& sums, const ParticleView<Dim, Real>& p,
                                        Index s, double dx) {
  using Wide = Pack<Real>;
  constexpr bool slopes = Form == GradientForm::Kernel;
  const Real per_cell = Real(1 / dx);
  const Wide to_C(BSpline<Degree, Real>::kInverseMoment * per_cell);
  Wide divergence(0);
  for (int c = 0; c < Dim; ++c) {
    Wide column[4];
    load_transposed(sums.along[c], column);
    for (int r = 0; r < Dim; ++r) (to_C * column[r]).store(p.C[r * Dim + c] + s);
    if constexpr (!slopes) divergence += to_C * column[c];
    if constexpr (!slopes) continue;
    load_transposed(sums.slope[c], column);
    for (int r = 0; r < Dim; ++r) (Wide(per_cell) * column[r]).store(p.grad_v[r * Dim + c] + s);
    divergence += Wide(per_cell) * column[c];
  }
  return divergence;
}

}  // namespace froth

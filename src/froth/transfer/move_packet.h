// SPDX-License-Identifier: Apache-2.0
// Moves a packet of particles and watches that none of them is lost. Source: the positions of
// particles/position.h.
#pragma once

#include <algorithm>
#include <cmath>

#include <froth/transfer/stencil_packet.h>
#include <froth/transfer/transfer.h>

namespace froth {

inline void combine(MotionReport& total, const MotionReport& part) {
  total.max_speed = std::max(total.max_speed, part.max_speed);
  total.left_block |= part.left_block;
  total.passed += part.passed;
  total.boundary_work += part.boundary_work;
  if (part.bad_particle >= 0 && (total.bad_particle < 0 || part.bad_particle < total.bad_particle)) {
    total.bad_particle = part.bad_particle;
    total.is_too_far = part.is_too_far;
  }
}

/// The particles of one home block; Degree is that of the kernel, whose stencils must fit the block's tile.
template <int Dim, int Degree, class Real>
struct MovePacket {
  using Wide = Pack<Real>;
  BlockCoord<Dim> home;
  Real most_cells = Real(kBlockWidth);  ///< in one move; more is taken for a fault

  /// Moves the packet from slot s on by so many cells and says whether the block's tile still holds them all.
  /// Where one cannot be moved, because the number is no step or its place too far out, it is reported and
  /// all stay.
  FROTH_INLINE bool operator()(const ParticleView<Dim, Real>& p, Index s, const Wide (&cells)[Dim],
                               MotionReport& report) const {
    using Ints = typename StencilPacket<Dim, Degree, Real>::Ints;
    using Stored = Lanes<typename Offset<Real>::Stored, Wide::kSize>;
    Ints cell[Dim], is_bad{}, leaves{};
    for (int d = 0; d < Dim; ++d) {
      cell[d] = load_lanes<Ints>(p.cell[d] + s);
      // Written so that a not-a-number fails.
      is_bad |= ~convert_lanes<Ints>(abs(cells[d]) < Wide(most_cells));
      is_bad |= (cell[d] > kCellLimit) | (cell[d] < -kCellLimit);
    }
    if (any(is_bad)) {
      if (report.bad_particle < 0) find_bad(p, s, cells, report);
      return false;
    }
    for (int d = 0; d < Dim; ++d) {
      Stored offset = load_lanes<Stored>(p.offset[d] + s);
      Offset<Real>::template advance<Wide::kSize>(cell[d], offset, cells[d].v);
      store_lanes(p.cell[d] + s, cell[d]);
      store_lanes(p.offset[d] + s, offset);
      const Ints at = cell[d] + place_in_tile(0, home[d]);
      leaves |= (at < 0) | (at > kTileWidth - 1 - Degree);
    }
    return !any(leaves);
  }

  void find_bad(const ParticleView<Dim, Real>& p, Index s, const Wide (&cells)[Dim],
                MotionReport& report) const {
    for (int k = Wide::kSize - 1; k >= 0; --k)
      for (int d = 0; d < Dim; ++d) {
        const bool is_too_far = std::abs(p.cell[d][s + k]) > kCellLimit;
        if (!is_too_far && std::abs(cells[d][k]) < most_cells) continue;
        report.bad_particle = s + k;
        report.is_too_far = is_too_far;
      }
  }
};

}  // namespace froth

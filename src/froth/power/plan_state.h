// SPDX-License-Identifier: Apache-2.0
// What a transport plan is made of, for those who find it and those who integrate over it. Particles are in
// the order of the patches; volumes are in cells.
#pragma once

#include <vector>

#include <froth/power/patches.h>
#include <froth/power/transport_plan.h>

namespace froth {

/// A kernel as it is stored: KernelBox without its pointers.
template <class Real>
struct StoredKernel {
  std::size_t factors;  ///< the last axis in whole packs, then the other two
  std::uint32_t first;
  std::uint16_t n[3];
  Real q[3], reach2;
};

template <int Dim, class Real>
struct TransportPlan<Dim, Real>::State {
  TGrid<Dim, Real> grid;
  Patches patches;
  std::vector<StoredKernel<Real>> kernels;
  std::vector<Real> factors;
  std::vector<Real> volume, scaling;
  std::vector<Real> found;    ///< scalings that the last row step found, before momentum
  std::vector<Real> error;    ///< |sum_j T_pj - V_p| / V_p when last asked for
  std::vector<Real> columns;  ///< sum_p s_p K_pj of every patch

  KernelBox<Real> kernel(std::size_t particle) const {
    const StoredKernel<Real>& k = kernels[particle];
    const int packs = (k.n[2] + Pack<Real>::kSize - 1) / Pack<Real>::kSize;
    const Real* ez = factors.data() + k.factors;
    const Real* ey = ez + packs * Pack<Real>::kSize;
    return {ey + k.n[1], ey, ez, k.n[0], k.n[1], k.n[2], k.q[0], k.q[1], k.q[2], k.reach2, k.first};
  }
  /// s_j of the cells of a patch, into room for them and a pack more.
  void load_scaling(std::size_t patch, std::vector<Real>& tile) const {
    const Patch& p = patches.list[patch];
    if (tile.size() < p.cell_count() + kTileSlack) tile.resize(p.cell_count() + kTileSlack);
    for (const std::int32_t b : patches.blocks_of(patch)) {
      const Real* from = grid.of_block(grid.scaling, static_cast<std::size_t>(b));
      for_each_shared_row<Dim>(p, grid.blocks()[static_cast<std::size_t>(b)],
                               [&](std::size_t in_tile, std::size_t in_block) {
                                 for (std::size_t k = 0; k < kListWidth; k += Pack<Real>::kSize)
                                   Pack<Real>::load(from + in_block + k).store(tile.data() + in_tile + k);
                               });
    }
  }
};

}  // namespace froth

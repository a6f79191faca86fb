// SPDX-License-Identifier: Apache-2.0
// Rest volumes from the density that the grid sees: V = m / rho, rho = sum w m_i / dx^Dim.
// Source: [Yue2015], Algorithm 5. At a free surface, where nodes are half empty, it makes particles larger
// than their share of the body; lattice volumes, the default, do not.
#include <froth/mpm/stages.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/tile.h>

namespace froth {

namespace {

/// sum w m_i at a particle of the block that the tile belongs to [kg].
template <int Dim, int Degree, class Real>
Real mass_around(const ParticleView<Dim, Real>& p, Index s, const BlockCoord<Dim>& home,
                 const Tile<Dim, Real>& tile) {
  Stencil<Dim, Degree, Real> stencil;
  Real offset[Dim];
  int at = 0;
  for (int d = 0; d < Dim; ++d) {
    offset[d] = Offset<Real>::decode(p.offset[d][s]);
    at += place_in_tile(p.cell[d][s], home[d]) * Tile<Dim, Real>::kStride[Dim == 3 || d == 0 ? d : 2];
  }
  stencil.template place<false>(offset);
  Real sum = 0;
  for (int i = 0; i <= Degree; ++i)
    for (int j = 0; j <= Degree; ++j)
      for (int k = 0; k <= (Dim == 3 ? Degree : 0); ++k) {
        const int step = Dim == 3 ? (i * kTileWidth + j) * kTileWidth + k : i * kTileWidth + j;
        const Real w = stencil.w[0][i] * stencil.w[1][j] * (Dim == 3 ? stencil.w[Dim - 1][k] : Real(1));
        sum += w * tile.node[at + step][3];
      }
  return sum;
}

}  // namespace

template <int Dim, class Real>
void take_grid_volumes(MpmState<Dim, Real>& state, const std::vector<std::size_t>& bodies) {
  const Lattice<Dim>& lattice = state.settings.lattice;
  MpmGrid<Dim, Real>& grid = state.grid;
  sort_particles(lattice, state.bodies);
  activate_grid(lattice, state.bodies, grid);
  const PosedObstacles none;
  const TransferJob<Dim, Real> job = transfer_job(state.settings, state.bodies, grid, none, 0);
  p2g(job, grid.fields);
  const double cell = std::pow(lattice.dx, Dim);
  for (std::size_t n = 0; n < grid.topology.sources().size(); ++n) {
    const auto& source = grid.topology.sources()[n];
    Tile<Dim, Real> tile;
    tile.load_from(grid.fields.motion, source, grid.fields.touched[n]);
    const auto ranges = grid.ranges.of(static_cast<std::int32_t>(n));
    for (const std::size_t b : bodies)
      for (Index s = ranges[b].first; s < ranges[b].last; ++s) {
        const ParticleView<Dim, Real>& p = job.bodies[b];
        const Real mass = lattice.degree == 2 ? mass_around<Dim, 2, Real>(p, s, source.block, tile)
                                              : mass_around<Dim, 3, Real>(p, s, source.block, tile);
        p.V0[s] = Real(double(p.mass[s]) * cell / double(mass));
      }
  }
}

#define FROTH_INSTANCE(Dim, Real) \
  template void take_grid_volumes(MpmState<Dim, Real>&, const std::vector<std::size_t>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

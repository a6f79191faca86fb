// SPDX-License-Identifier: Apache-2.0
// Finds the blocks that material touches and which particles scatter from each.
// Source: sparse blocks as in docs/architecture.md.
#include <froth/mpm/stages.h>

namespace froth {

namespace {

/// Blocks with particles of any body, in canonical order.
template <int Dim, class Real>
std::vector<BlockCoord<Dim>> union_of_blocks(const MpmBodies<Dim, Real>& bodies) {
  if (bodies.size() == 1) return bodies[0].runs.blocks;
  std::vector<BlockCoord<Dim>> all;
  for (const auto& body : bodies) all.insert(all.end(), body.runs.blocks.begin(), body.runs.blocks.end());
  make_canonical(all);
  return all;
}

}  // namespace

template <int Dim, class Real>
void activate_grid(const Lattice<Dim>& lattice, const MpmBodies<Dim, Real>& bodies,
                   MpmGrid<Dim, Real>& grid) {
  BlockCoord<Dim> periodic{};
  for (int d = 0; d < Dim; ++d) periodic[d] = lattice.periodic_cells[d] / kBlockWidth;
  const std::vector<BlockCoord<Dim>> blocks = union_of_blocks(bodies);
  grid.topology.build(blocks, periodic);

  // Both lists are in canonical order: walk them side by side.
  grid.ranges.bodies = static_cast<int>(bodies.size());
  grid.ranges.ranges.assign(blocks.size() * bodies.size(), {0, 0});
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const BlockRuns<Dim>& runs = bodies[b].runs;
    for (std::size_t r = 0, s = 0; r < runs.blocks.size(); ++r) {
      while (!(blocks[s] == runs.blocks[r])) ++s;
      grid.ranges.ranges[s * bodies.size() + b] = {runs.begin[r], runs.begin[r + 1]};
    }
  }
}

#define FROTH_INSTANCE(Dim, Real) \
  template void activate_grid(const Lattice<Dim>&, const MpmBodies<Dim, Real>&, MpmGrid<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

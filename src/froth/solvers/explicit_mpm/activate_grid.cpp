// SPDX-License-Identifier: Apache-2.0
// Finds the blocks that material touches and which particles scatter from each.
// Source: sparse blocks as in docs/architecture.md.
#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

namespace {

/// Blocks with particles of any body, in canonical order.
template <int Dim, class Real>
std::vector<BlockCoord<Dim>> union_of_blocks(const std::vector<MpmBody<Dim, Real>>& bodies) {
  if (bodies.size() == 1) return bodies[0].runs.blocks;
  std::vector<BlockCoord<Dim>> all;
  for (const auto& body : bodies) all.insert(all.end(), body.runs.blocks.begin(), body.runs.blocks.end());
  make_canonical(all);
  return all;
}

}  // namespace

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::activate_grid() {
  const StageClock::Scope scope(clock_, "grid");
  BlockCoord<Dim> periodic{};
  for (int d = 0; d < Dim; ++d) periodic[d] = settings_.lattice.periodic_cells[d] / kBlockWidth;
  const std::vector<BlockCoord<Dim>> blocks = union_of_blocks(bodies_);
  topology_.build(blocks, periodic);

  // Both lists are in canonical order: walk them side by side.
  ranges_.bodies = static_cast<int>(bodies_.size());
  ranges_.ranges.assign(blocks.size() * bodies_.size(), {0, 0});
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const BlockRuns<Dim>& runs = bodies_[b].runs;
    for (std::size_t r = 0, s = 0; r < runs.blocks.size(); ++r) {
      while (!(blocks[s] == runs.blocks[r])) ++s;
      ranges_.ranges[s * bodies_.size() + b] = {runs.begin[r], runs.begin[r + 1]};
    }
  }
}

#define FROTH_MEMBERS(Dim, Real) template void ExplicitMpm<Dim, Real>::activate_grid();
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth

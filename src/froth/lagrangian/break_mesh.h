// SPDX-License-Identifier: Apache-2.0
// Meshes that are broken from the start: elements are shared out among pieces that have no vertex in common,
// so that nothing but the grid holds them together. Cracks run between elements.
// Source: pre-fractured meshes of [Molino2004], as [Fei2021], section 6, uses them; pieces by nearest seed
// are ours.
#pragma once

#include <cstdint>

#include <froth/lagrangian/element_mesh.h>

namespace froth {

/// How a mesh is broken.
struct Breaking {
  std::uint32_t pieces = 1;
  std::uint64_t seed = 1;
  /// Width of cracks [m]. Vertices in one place with one velocity move alike on a grid for ever, so that
  /// pieces without a gap do not part.
  double gap = 0;
};

/// Breaks a solid or a sheet. Every element goes to the nearest of as many seeds, which are middles of
/// elements drawn by volume; vertices between pieces are doubled, and move into their pieces by half of the
/// gap, at rest as at the start. Returns the piece of every element, from 0 on. Throws InputError where there
/// are fewer elements than pieces, or where the gap is a fifth of an edge beside it.
std::vector<std::uint32_t> break_into_pieces(const Breaking& how, ElementMesh& mesh);

}  // namespace froth

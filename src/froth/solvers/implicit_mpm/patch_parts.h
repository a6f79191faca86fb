// SPDX-License-Identifier: Apache-2.0
// Which nodes of a block move as one: nodes side by side that are about equally stiff. Two stiff pieces with
// a weak seam between them, a scored crust, move each for itself, and no rigid motion of both together would
// help a solve. Source: strength of connection in smoothed aggregation [Vanek1996], section 4, here from the
// diagonal alone.
#pragma once

#include <array>
#include <cstdint>

#include <froth/grid/sparse_grid.h>

namespace froth {

/// The part that each node of a block belongs to, or -1: it is too soft to need help.
template <int Dim>
using PatchParts = std::array<std::int8_t, static_cast<std::size_t>(kBlockCells<Dim>)>;

/// `stiffness` is that of each node over its mass; 0: the node does not count. At most `most` parts, the
/// largest first; those beyond share the last.
template <int Dim>
PatchParts<Dim> parts_of_block(
    const std::array<double, static_cast<std::size_t>(kBlockCells<Dim>)>& stiffness, int most);

}  // namespace froth

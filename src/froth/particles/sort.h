// SPDX-License-Identifier: Apache-2.0
// Puts particles into canonical order: by block (Morton), cell inside the block, id. The order depends on
// where the particles are and on nothing else, so that restarts and thread counts cannot change it.
#pragma once

#include <vector>

#include <froth/particles/block_map.h>
#include <froth/particles/column_table.h>
#include <froth/particles/position.h>

namespace froth {

/// Which slots belong to which block, blocks in canonical order.
template <int Dim>
struct BlockRuns {
  std::vector<BlockCoord<Dim>> blocks;
  std::vector<Index> begin;  ///< first slot of each block, and the count at the end
};

/// Sorts by the columns "cell" (Dim int32 planes) and "id".
template <int Dim>
BlockRuns<Dim> sort_by_cell(ColumnTable& particles);

/// Sorts by home cell and id, and brings cells back into the period of periodic axes. The home is the cell,
/// so that a tile has a cell of room on either side; a cubic stencil leaves the tile no room above, and
/// particles in the upper half of a cell are then at home in the next one: half a cell of room either way.
template <int Dim, class Real>
BlockRuns<Dim> sort_by_home(ColumnTable& particles, const Lattice<Dim>& lattice);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Puts the rows of a table into canonical order: by block (Morton), cell inside the block, id. The order
// depends on where the rows are and on nothing else, so that restarts and thread counts cannot change it.
#pragma once

#include <froth/geometry/block_order.h>
#include <froth/particles/column_table.h>
#include <froth/particles/position.h>

namespace froth {

/// Sorts by the given cells and the column "id". The cells may be columns of the table or any others; as
/// columns of the table they move with the rows, else they are those of the slots before.
template <int Dim>
BlockRuns<Dim> sort_rows(ColumnTable& table, const CellPlanes<Dim>& cells);

/// Sorts by the columns "cell" and "id".
template <int Dim>
BlockRuns<Dim> sort_by_cell(ColumnTable& particles);

/// Sorts by home cell and id, and brings cells back into the period of periodic axes. The home is the cell,
/// so that a tile has a cell of room on either side; a cubic stencil leaves the tile no room above, and
/// particles in the upper half of a cell are then at home in the next one: half a cell of room either way.
template <int Dim, class Real>
BlockRuns<Dim> sort_by_home(ColumnTable& particles, const Lattice<Dim>& lattice);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Particles in groups that share no node, so that the groups of a colour can be visited side by side and
// every node is changed in an order that no number of threads can change. A group is the particles of one
// block of cells, visited one after the other: their nodes stay in the cache, and there are few colours.
// They come in rounds, one of every cell in each: particles of one cell pull at the same nodes, and where
// they follow each other the first does what all have to, before neighbours have answered. Blocks conflict
// where their rows share a node, however far a row reaches. Source: [Qu2023], section 5 (graph colouring);
// groups of particles in place of single ones, and rounds, are ours.
#pragma once

#include <span>

#include <froth/transfer/stencil_rows.h>

namespace froth {

struct BlockColoring {
  std::vector<std::uint32_t> order;        ///< particles, group by group; in a group by round, then ascending
  std::vector<Index> begin;                ///< of groups, and the number of particles
  std::vector<std::vector<Index>> colors;  ///< groups of every colour
};

/// Groups of the particles at `x` by blocks of cells, coloured greedily in the order of blocks.
template <int Dim>
BlockColoring color_blocks(const StencilRows<Dim, double>& rows, std::span<const Vec<Dim, double>> x,
                           double cell_size);

}  // namespace froth

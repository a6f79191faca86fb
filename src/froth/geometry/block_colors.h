// SPDX-License-Identifier: Apache-2.0
// Colours of blocks, such that blocks of one colour do not touch: colours are done one after the other,
// blocks of a colour side by side, and what they share is then written in an order that threads cannot
// change.
#pragma once

#include <froth/geometry/block_map.h>

namespace froth {

template <int Dim>
inline constexpr int kBlockColors = Dim == 3 ? 27 : 9;

/// Even and odd blocks alternate along every axis; a periodic axis of odd length needs a third colour where
/// it closes. `periodic`: length of an axis in blocks, or 0.
template <int Dim>
inline int block_color(const BlockCoord<Dim>& block, const BlockCoord<Dim>& periodic) {
  int color = 0;
  for (int d = 0; d < Dim; ++d) {
    const bool closes = periodic[d] > 1 && periodic[d] % 2 == 1 && block[d] == periodic[d] - 1;
    color = 3 * color + (closes ? 2 : block[d] & 1);
  }
  return color;
}

}  // namespace froth

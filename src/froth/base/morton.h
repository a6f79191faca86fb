// SPDX-License-Identifier: Apache-2.0
// Morton (Z-order) codes of integer coordinates: one number per place, near places mostly near in order.
#pragma once

#include <cstdint>

#include <froth/base/vec.h>

namespace froth {

/// Interleaves the bits of signed coordinates; exact for |k| < 2^20 in 3D and 2^31 in 2D.
template <int Dim>
FROTH_HD constexpr std::uint64_t morton(const Vec<Dim, std::int32_t>& k) {
  constexpr int bits = Dim == 3 ? 21 : 32;
  std::uint64_t code = 0;
  for (int d = 0; d < Dim; ++d) {
    // Shifting the origin keeps the order of negative coordinates below that of positive ones.
    const std::uint64_t u = std::uint64_t(std::int64_t(k[d]) + (std::int64_t(1) << (bits - 1)));
    for (int b = 0; b < bits; ++b) code |= ((u >> b) & 1u) << (b * Dim + (Dim - 1 - d));
  }
  return code;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <vector>

#include <froth/geometry/block_colors.h>

#include "support/random_values.h"

namespace froth {

// Oracle: a set of coordinates. Blocks wider apart than Morton codes reach share codes; each must still be
// listed once, and the order must not depend on the one before.
TEST_CASE("blocks are listed once, however far apart") {
  test::Rng rng(11);
  std::vector<BlockCoord<3>> blocks;
  std::set<std::array<std::int32_t, 3>> expected;
  for (int n = 0; n < 3000; ++n) {
    BlockCoord<3> b{};
    for (int d = 0; d < 3; ++d) b[d] = (static_cast<std::int32_t>(rng.uniform(0, 6)) - 3) * (1 << 21) + n % 2;
    blocks.push_back(b);
    expected.insert({b[0], b[1], b[2]});
  }
  std::vector<BlockCoord<3>> reversed(blocks.rbegin(), blocks.rend());
  make_canonical(blocks);
  make_canonical(reversed);
  CHECK(blocks == reversed);
  std::set<std::array<std::int32_t, 3>> found;
  for (const BlockCoord<3>& b : blocks) found.insert({b[0], b[1], b[2]});
  CHECK(blocks.size() == expected.size());
  CHECK(found == expected);
}

// Oracle: brute force over all pairs. Two different blocks of one colour never touch, across the ends of
// periodic axes too.
TEST_CASE("blocks of one colour do not touch") {
  const auto distance = [](std::int32_t a, std::int32_t b, std::int32_t period) {
    const std::int32_t apart = std::abs(a - b);
    return period > 0 ? std::min(apart, period - apart) : apart;
  };
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) {
      const BlockCoord<2> periodic{x, y};
      std::vector<BlockCoord<2>> all;
      for (int i = x > 0 ? 0 : -4; i < (x > 0 ? x : 4); ++i)
        for (int j = y > 0 ? 0 : -4; j < (y > 0 ? y : 4); ++j) all.push_back({i, j});
      int touching = 0;
      for (const auto& a : all) {
        CHECK(block_color(a, periodic) < kBlockColors<2>);
        for (const auto& b : all)
          touching += !(a == b) && block_color(a, periodic) == block_color(b, periodic) &&
                      distance(a[0], b[0], x) <= 1 && distance(a[1], b[1], y) <= 1;
      }
      CHECK(touching == 0);
    }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/tiles.h>

#include <utility>

namespace froth {

Tiles::Tiles(std::vector<BlockCoord<3>> at) {
  list_.build(std::move(at), {});
  around_.resize(count());
  parallel_chunks(static_cast<Index>(count()), 256, [&](const Chunk& chunk) {
    for (auto t = static_cast<std::size_t>(chunk.begin); t < static_cast<std::size_t>(chunk.end); ++t)
      around_[t] = list_.around(list_.blocks()[t]);
  });
}

}  // namespace froth

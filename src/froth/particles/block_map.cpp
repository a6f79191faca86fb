// SPDX-License-Identifier: Apache-2.0
#include <froth/particles/block_map.h>

#include <algorithm>
#include <utility>

#include <froth/base/morton.h>

namespace froth {

template <int Dim>
void BlockMap<Dim>::build(const std::vector<BlockCoord<Dim>>& blocks) {
  std::size_t size = 16;
  while (size < 2 * blocks.size()) size *= 2;
  table_.assign(size, Entry{{}, -1});
  mask_ = size - 1;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    std::size_t h = hash(blocks[n]) & mask_;
    while (table_[h].number >= 0) h = (h + 1) & mask_;
    table_[h] = {blocks[n], static_cast<std::int32_t>(n)};
  }
}

template <int Dim>
void make_canonical(std::vector<BlockCoord<Dim>>& blocks) {
  std::vector<std::pair<std::uint64_t, BlockCoord<Dim>>> coded;
  coded.reserve(blocks.size());
  for (const auto& b : blocks) coded.emplace_back(morton(b), b);
  std::sort(coded.begin(), coded.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  blocks.clear();
  for (const auto& [code, b] : coded)
    if (blocks.empty() || !(blocks.back() == b)) blocks.push_back(b);
}

template class BlockMap<2>;
template class BlockMap<3>;
template void make_canonical<2>(std::vector<BlockCoord<2>>&);
template void make_canonical<3>(std::vector<BlockCoord<3>>&);

}  // namespace froth

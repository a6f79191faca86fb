// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/block_map.h>

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

namespace {
/// Codes repeat where coordinates are wider than they are: then the axes decide, the first one first.
template <int Dim, class Coded>
void order_equal_codes(Coded first, Coded last) {
  std::sort(first, last, [](const auto& a, const auto& b) {
    for (int d = 0; d < Dim; ++d)
      if (a.second[d] != b.second[d]) return a.second[d] < b.second[d];
    return false;
  });
}
}  // namespace

template <int Dim>
void make_canonical(std::vector<BlockCoord<Dim>>& blocks) {
  std::vector<std::pair<std::uint64_t, BlockCoord<Dim>>> coded;
  coded.reserve(blocks.size());
  for (const auto& b : blocks) coded.emplace_back(morton(b), b);
  std::sort(coded.begin(), coded.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  blocks.clear();
  for (auto first = coded.begin(), last = first; first != coded.end(); first = last) {
    bool is_one_block = true;
    for (; last != coded.end() && last->first == first->first; ++last)
      is_one_block = is_one_block && last->second == first->second;
    if (!is_one_block) order_equal_codes<Dim>(first, last);
    for (auto each = first; each != last; ++each)
      if (each == first || !(each->second == (each - 1)->second)) blocks.push_back(each->second);
  }
}

template class BlockMap<2>;
template class BlockMap<3>;
template void make_canonical<2>(std::vector<BlockCoord<2>>&);
template void make_canonical<3>(std::vector<BlockCoord<3>>&);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/block_list.h>

#include <utility>

namespace froth {

template <int Dim>
void BlockList<Dim>::build(std::vector<BlockCoord<Dim>> blocks, const BlockCoord<Dim>& periodic) {
  periodic_ = periodic;
  for (BlockCoord<Dim>& b : blocks) b = wrapped(b);
  make_canonical(blocks);
  blocks_ = std::move(blocks);
  map_.build(blocks_);
}

template <int Dim>
BlockCoord<Dim> BlockList<Dim>::wrapped(BlockCoord<Dim> block) const {
  for (int d = 0; d < Dim; ++d)
    if (const std::int32_t n = periodic_[d]; n > 0) block[d] = (block[d] % n + n) % n;
  return block;
}

template <int Dim>
Around<Dim> BlockList<Dim>::around(const BlockCoord<Dim>& block) const {
  Around<Dim> found{};
  for (int n = 0; n < kAround<Dim>; ++n) {
    BlockCoord<Dim> other = block;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) other[d] += rest % 3 - 1;
    found[static_cast<std::size_t>(n)] = find(other);
  }
  return found;
}

template class BlockList<2>;
template class BlockList<3>;

}  // namespace froth

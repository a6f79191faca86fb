// SPDX-License-Identifier: Apache-2.0
// Particles sorted into half cells, for questions about neighbours. A half cell is as wide as the spheres of
// [Yue2015], section 6, are in radius: r is half the cell size. Lengths in this room are in units of r.
// Blocks are those of the particles, 8 half cells along each axis; they exist where particles are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <froth/particles/sort.h>

namespace froth {

inline constexpr int kHalfWidth = 2 * kBlockWidth;  ///< half cells of a block along an axis
template <int Dim>
inline constexpr int kHalfCells = Dim == 3 ? 512 : 64;
template <int Dim>
inline constexpr int kAround = Dim == 3 ? 27 : 9;  ///< a block and those that touch it

/// Number of a half cell, or of its lowest corner, inside its block; the last axis runs fastest.
template <int Dim>
inline int half_in_block(const Vec<Dim, std::int32_t>& half) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * kHalfWidth + (half[d] & (kHalfWidth - 1));
  return n;
}
/// The other way round.
template <int Dim>
inline Vec<Dim, std::int32_t> half_of_number(int number) {
  Vec<Dim, std::int32_t> half{};
  for (int d = Dim - 1; d >= 0; --d, number /= kHalfWidth) half[d] = number % kHalfWidth;
  return half;
}
/// Block of a half cell.
template <int Dim>
inline BlockCoord<Dim> block_of_half(const Vec<Dim, std::int32_t>& half) {
  BlockCoord<Dim> b{};
  for (int d = 0; d < Dim; ++d) b[d] = half[d] >> (kBlockBits + 1);
  return b;
}
/// Place, in a list of kAround blocks, of the one that holds a half cell counted from the middle block.
template <int Dim>
inline int around_of_half(const Vec<Dim, std::int32_t>& half) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * 3 + (half[d] >> (kBlockBits + 1)) + 1;
  return n;
}

/// A place: a half cell, and where in it, from 0 to 1.
template <int Dim>
struct HalfPlace {
  Vec<Dim, std::int32_t> half;
  Vec<Dim, float> part;
};

/// Particles that have just been put into canonical order.
template <int Dim>
struct SortedParticles {
  const ColumnTable* particles;
  const BlockRuns<Dim>* runs;
};

/// Numbers of a block and of those around it in some list of blocks; -1 where there is none.
template <int Dim>
using Around = std::array<std::int32_t, kAround<Dim>>;

/// Where blocks are, on a lattice that may be periodic.
template <int Dim>
class BlockList {
 public:
  /// `periodic`: length of an axis in blocks, or 0.
  void build(std::vector<BlockCoord<Dim>> blocks, const BlockCoord<Dim>& periodic);
  const std::vector<BlockCoord<Dim>>& blocks() const { return blocks_; }
  const BlockCoord<Dim>& periodic() const { return periodic_; }
  BlockCoord<Dim> wrapped(BlockCoord<Dim> block) const;
  std::int32_t find(const BlockCoord<Dim>& block) const { return map_.find(wrapped(block)); }
  Around<Dim> around(const BlockCoord<Dim>& block) const;

 private:
  std::vector<BlockCoord<Dim>> blocks_;
  BlockCoord<Dim> periodic_{};
  BlockMap<Dim> map_;
};

/// The particles of some bodies by half cell.
template <int Dim>
class PointCells {
 public:
  using Half = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, float>;

  PointCells(const std::vector<SortedParticles<Dim>>& bodies, const BlockCoord<Dim>& periodic);

  std::size_t count() const { return slot_.size(); }
  const BlockList<Dim>& list() const { return list_; }
  const std::vector<BlockCoord<Dim>>& blocks() const { return list_.blocks(); }
  /// Points of a block.
  std::size_t begin(std::size_t block) const { return begin_[block * kHalfCells<Dim>]; }
  std::size_t end(std::size_t block) const { return begin_[(block + 1) * kHalfCells<Dim>]; }
  /// Which body of the list a point is of, and its slot there.
  int body(std::size_t point) const { return body_[point]; }
  std::uint32_t slot(std::size_t point) const { return slot_[point]; }
  /// Place of a point from the lowest corner of its block.
  Place place(std::size_t point) const {
    Place x{};
    for (int d = 0; d < Dim; ++d) x[d] = at_[static_cast<std::size_t>(d)][point];
    return x;
  }

  /// Calls `visit(point, place)` for all points of the half cells from `low` to `high`, both included. Half
  /// cells and places count from the lowest corner of the middle block and stay within those around it.
  template <class Visitor>
  void visit(const Around<Dim>& around, const Half& low, const Half& high, Visitor&& visit_point) const;

 private:
  void sort_block(std::size_t block, const std::vector<SortedParticles<Dim>>& bodies,
                  const std::vector<std::vector<std::int32_t>>& run_of);

  BlockList<Dim> list_;
  std::vector<std::uint32_t> begin_;  ///< first point of every half cell of every block, and the count
  std::array<std::vector<float>, Dim> at_;
  std::vector<std::uint32_t> slot_;
  std::vector<std::uint8_t> body_;
};

template <int Dim>
template <class Visitor>
void PointCells<Dim>::visit(const Around<Dim>& around, const Half& low, const Half& high,
                            Visitor&& visit_point) const {
  constexpr int last = Dim - 1;
  Half at = low;
  while (at[0] <= high[0]) {
    // One row along the last axis, cut where blocks end.
    for (at[last] = low[last]; at[last] <= high[last];) {
      const std::int32_t row_end = std::min(high[last], at[last] | (kHalfWidth - 1));
      const std::int32_t block = around[static_cast<std::size_t>(around_of_half(at))];
      if (block >= 0) {
        const std::size_t first =
            static_cast<std::size_t>(block) * kHalfCells<Dim> + static_cast<std::size_t>(half_in_block(at));
        Place shift{};
        for (int d = 0; d < Dim; ++d) shift[d] = static_cast<float>(at[d] & ~(kHalfWidth - 1));
        const std::size_t points_end = begin_[first + static_cast<std::size_t>(row_end - at[last]) + 1];
        for (std::size_t k = begin_[first]; k < points_end; ++k) visit_point(k, shift + place(k));
      }
      at[last] = row_end + 1;
    }
    int d = last - 1;
    for (++at[d]; d > 0 && at[d] > high[d]; ++at[--d]) at[d] = low[d];
  }
}

}  // namespace froth

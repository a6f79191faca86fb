// SPDX-License-Identifier: Apache-2.0
// Tiles of 8^3 voxel corners that exist where there is something, and tiles together with the corners around
// them. Lengths are in voxels here. A loop over tiles writes one tile and reads its neighbours, so that it is
// free of conflicts and gives the same bits for any number of threads.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include <froth/base/parallel.h>
#include <froth/geometry/block_list.h>

namespace froth {

inline constexpr int kTile = kListWidth;            ///< corners along an axis
inline constexpr int kTileCorners = kListCells<3>;  ///< corners of a tile, the last axis fastest

/// Where tiles are, and the neighbours of each.
class Tiles {
 public:
  Tiles() = default;
  explicit Tiles(std::vector<BlockCoord<3>> at);

  std::size_t count() const { return list_.blocks().size(); }
  const std::vector<BlockCoord<3>>& at() const { return list_.blocks(); }
  std::int32_t find(const BlockCoord<3>& tile) const { return list_.find(tile); }
  const Around<3>& around(std::size_t tile) const { return around_[tile]; }

 private:
  BlockList<3> list_;
  std::vector<Around<3>> around_;
};

/// Calls body(tile) for all, in any order, on any thread.
template <class Body>
void for_tiles(std::size_t count, Body&& body) {
  parallel_tasks(static_cast<Index>(count), [&](Index t) { body(static_cast<std::size_t>(t)); });
}

inline std::span<float, kTileCorners> tile_values(std::vector<float>& values, std::size_t tile) {
  return std::span<float, kTileCorners>(values.data() + tile * kTileCorners, kTileCorners);
}
inline std::span<const float, kTileCorners> tile_values(const std::vector<float>& values, std::size_t tile) {
  return std::span<const float, kTileCorners>(values.data() + tile * kTileCorners, kTileCorners);
}

/// A tile and the corners around it. Where a neighbour is missing, values go on as they are on the border.
template <int Halo>
struct HaloTile {
  static_assert(Halo <= kTile);
  static constexpr int kWidth = kTile + 2 * Halo;
  static constexpr int kStep[3] = {kWidth * kWidth, kWidth, 1};  ///< to the next corner along an axis
  alignas(32) float v[kWidth * kWidth * kWidth];

  /// Place of a corner of the tile, counted from its first.
  static constexpr int at(int i, int j, int k) {
    return ((i + Halo) * kWidth + j + Halo) * kWidth + k + Halo;
  }
  void load(const std::vector<float>& values, const Tiles& tiles, std::size_t tile) {
    const Around<3>& around = tiles.around(tile);
    for (int n = 0; n < kAround<3>; ++n) {
      const std::int32_t other = around[static_cast<std::size_t>(n)];
      const bool is_there = other >= 0;
      copy_part(values.data() + (is_there ? static_cast<std::size_t>(other) : tile) * kTileCorners, is_there,
                n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1);
    }
  }

 private:
  struct Range {
    int from, to;
    explicit Range(int side) : from(side > 0 ? kTile : side * Halo), to(side < 0 ? 0 : kTile + side * Halo) {}
  };
  void copy_part(const float* source, bool is_there, int a, int b, int c) {
    const Range I(a), J(b), K(c);
    const auto inside = [&](int i) { return is_there ? i & (kTile - 1) : std::clamp(i, 0, kTile - 1); };
    for (int i = I.from; i < I.to; ++i)
      for (int j = J.from; j < J.to; ++j) {
        const float* row = source + (inside(i) * kTile + inside(j)) * kTile;
        float* to = v + at(i, j, K.from);
        if (c == 0)
          std::memcpy(to, row, kTile * sizeof(float));
        else if (is_there)
          std::memcpy(to, row + (K.from & (kTile - 1)), Halo * sizeof(float));
        else
          std::fill_n(to, Halo, row[c < 0 ? 0 : kTile - 1]);
      }
  }
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Tiles of 8^3 voxel corners that exist where there is something, and tiles together with the corners around
// them. Lengths are in voxels here. A loop over tiles writes one tile and reads its neighbours, so that it is
// free of conflicts and gives the same bits for any number of threads.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

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
    load_parts(values.data(), tiles.around(tile), tile, std::make_index_sequence<kAround<3>>());
  }

 private:
  struct Range {
    int from, to;
    constexpr explicit Range(int side)
        : from(side > 0 ? kTile : side * Halo), to(side < 0 ? 0 : kTile + side * Halo) {}
  };

  template <std::size_t... N>
  void load_parts(const float* values, const Around<3>& around, std::size_t tile, std::index_sequence<N...>) {
    const auto load_part = [&]<std::size_t n>() {
      constexpr int a = int(n) / 9 - 1, b = int(n) / 3 % 3 - 1, c = int(n) % 3 - 1;
      if (const std::int32_t other = around[n]; other >= 0)
        copy_part<a, b, c>(values + static_cast<std::size_t>(other) * kTileCorners);
      else
        extend_part(values + tile * kTileCorners, a, b, c);
    };
    (load_part.template operator()<N>(), ...);
  }
  /// From the neighbour on these sides. Sides are constants, so that every copy is of a fixed size.
  template <int a, int b, int c>
  void copy_part(const float* source) {
    constexpr Range I(a), J(b), K(c);
    for (int i = I.from; i < I.to; ++i)
      for (int j = J.from; j < J.to; ++j)
        std::memcpy(v + at(i, j, K.from),
                    source + ((i & (kTile - 1)) * kTile + (j & (kTile - 1))) * kTile + (K.from & (kTile - 1)),
                    (K.to - K.from) * sizeof(float));
  }
  /// From the border of the tile itself.
  void extend_part(const float* source, int a, int b, int c) {
    const Range I(a), J(b), K(c);
    const auto inside = [](int i) { return std::clamp(i, 0, kTile - 1); };
    for (int i = I.from; i < I.to; ++i)
      for (int j = J.from; j < J.to; ++j) {
        const float* row = source + (inside(i) * kTile + inside(j)) * kTile;
        for (int k = K.from; k < K.to; ++k) v[at(i, j, k)] = row[inside(k)];
      }
  }
};

}  // namespace froth

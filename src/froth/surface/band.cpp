// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/band.h>

#include <cmath>
#include <utility>

#include <froth/surface/memory.h>

namespace froth {

namespace {

/// A corner that has the surface between itself and a neighbour.
bool is_next_to_surface(const HaloTile<1>& tile, int at) {
  const bool is_inside = tile.v[at] < 0;
  for (const int step : HaloTile<1>::kStep)
    if ((tile.v[at - step] < 0) != is_inside || (tile.v[at + step] < 0) != is_inside) return true;
  return false;
}

template <class Visit>
void visit_corners(Visit&& visit) {
  for (int i = 0, c = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j)
      for (int k = 0; k < kTile; ++k, ++c) visit(c, HaloTile<1>::at(i, j, k));
}

/// Corners of a tile that are next to the surface, as a box; none at first.
struct Crossing {
  std::int8_t low[3] = {kTile, kTile, kTile}, high[3] = {-1, -1, -1};

  bool is_there() const { return high[0] >= 0; }
  void add(int corner) {
    const Vec3<std::int32_t> at = list_cell<3>(corner);
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], static_cast<std::int8_t>(at[d]));
      high[d] = std::max(high[d], static_cast<std::int8_t>(at[d]));
    }
  }
  /// Whether the band around it reaches into the neighbour on a side (-1, 0 or 1) of an axis.
  bool reaches(int axis, int side) const {
    return side == 0 || (side < 0 ? float(low[axis]) < kBand : float(high[axis]) + kBand >= kTile);
  }
};

std::vector<Crossing> find_crossings(const Tiles& tiles, const std::vector<float>& phi) {
  std::vector<Crossing> crossings(tiles.count());
  for_tiles(tiles.count(), [&](std::size_t t) {
    const auto own = tile_values(phi, t);
    HaloTile<1> here;
    here.load(phi, tiles, t);
    const bool is_inside = own[0] < 0;
    if (std::all_of(std::begin(here.v), std::end(here.v), [&](float v) { return (v < 0) == is_inside; }))
      return;
    visit_corners([&](int c, int at) {
      if (is_next_to_surface(here, at)) crossings[t].add(c);
    });
  });
  return crossings;
}

/// Tiles that a plane goes through, or nearly, count as crossed everywhere.
void add_plane(const VoxelPlane& plane, const Tiles& tiles, std::vector<Crossing>& crossings) {
  const double reach = std::sqrt(3.0) * kTile / 2;
  for (std::size_t t = 0; t < tiles.count(); ++t) {
    const Vec3<double> middle =
        double(kTile) * tiles.at()[t].cast<double>() + Vec3<double>::constant((kTile - 1) / 2.0);
    if (std::abs(plane.distance(middle)) >= reach) continue;
    crossings[t].add(0);
    crossings[t].add(kTileCorners - 1);
  }
}

/// Tiles that the band reaches. Duplicates are removed now and then, so that the list stays short.
std::vector<BlockCoord<3>> reached_by(const Tiles& tiles, const std::vector<Crossing>& crossings) {
  std::vector<BlockCoord<3>> all;
  std::size_t distinct = 0;
  for (std::size_t t = 0; t < tiles.count(); ++t) {
    if (!crossings[t].is_there()) continue;
    for (int n = 0; n < kAround<3>; ++n) {
      const BlockCoord<3> side{n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1};
      bool is_reached = true;
      for (int d = 0; d < 3; ++d) is_reached = is_reached && crossings[t].reaches(d, side[d]);
      if (is_reached) all.push_back(tiles.at()[t] + side);
    }
    if (all.size() < 2 * distinct + (std::size_t(1) << 20)) continue;
    make_canonical(all);
    distinct = all.size();
  }
  make_canonical(all);
  return all;
}

/// Distance of a corner from those of its neighbours, the nearest along each axis, one voxel away. Without
/// branches, so that compilers make wide code of loops over it.
inline float upwind(float a, float b, float c) {
  const float least = std::min(std::min(a, b), c), most = std::max(std::max(a, b), c);
  const float middle = a + b + c - least - most;
  const float two = 2 - (middle - least) * (middle - least);
  const float by_two = 0.5f * (least + middle + std::sqrt(std::max(two, 0.0f)));
  const float u = least + 1 > middle ? by_two : least + 1;
  const float sum = least + middle + most;
  const float three = sum * sum - 3 * (least * least + middle * middle + most * most - 1);
  const float by_three = (sum + std::sqrt(std::max(three, 0.0f))) / 3;
  return u > most ? by_three : u;
}

/// One sweep over a tile, which carries distances one corner further.
void sweep(const HaloTile<1>& here, const char* is_kept, float* next) {
  constexpr int a = HaloTile<1>::kStep[0], b = HaloTile<1>::kStep[1];
  for (int i = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j, is_kept += kTile, next += kTile) {
      const float* v = here.v + HaloTile<1>::at(i, j, 0);
      for (int k = 0; k < kTile; ++k) {
        const float x = std::min(std::abs(v[k - a]), std::abs(v[k + a]));
        const float y = std::min(std::abs(v[k - b]), std::abs(v[k + b]));
        const float z = std::min(std::abs(v[k - 1]), std::abs(v[k + 1]));
        const float u = std::copysign(std::min(upwind(x, y, z), kBand), v[k]);
        next[k] = is_kept[k] ? v[k] : u;
      }
    }
}

/// Central differences, and not too little for a divisor.
float slope_at(const HaloTile<1>& tile, int at) {
  float square = 0;
  for (const int step : HaloTile<1>::kStep) {
    const float d = 0.5f * (tile.v[at + step] - tile.v[at - step]);
    square += d * d;
  }
  return std::max(std::sqrt(square), 0.25f);
}

}  // namespace

Band band_of(const Tiles& tiles, const std::vector<float>& phi, float outside,
             const std::optional<VoxelPlane>& plane) {
  std::vector<Crossing> crossings = find_crossings(tiles, phi);
  if (plane) add_plane(*plane, tiles, crossings);
  std::vector<BlockCoord<3>> reached = reached_by(tiles, crossings);
  check_band_memory(double(reached.size()));
  Band band;
  band.tiles = Tiles(std::move(reached));
  band.phi = values_on(band, tiles, phi, outside);
  return band;
}

std::vector<float> values_on(const Band& band, const Tiles& tiles, const std::vector<float>& field,
                             float outside) {
  std::vector<float> values(band.tiles.count() * kTileCorners, outside);
  for_tiles(band.tiles.count(), [&](std::size_t t) {
    const std::int32_t n = tiles.find(band.tiles.at()[t]);
    if (n < 0) return;
    const auto from = tile_values(field, static_cast<std::size_t>(n));
    std::copy(from.begin(), from.end(), tile_values(values, t).begin());
  });
  return values;
}

void redistance(Band& band) {
  std::vector<char> is_kept(band.phi.size());
  std::vector<float> next(band.phi.size());
  for_tiles(band.tiles.count(), [&](std::size_t t) {
    HaloTile<1> here;
    here.load(band.phi, band.tiles, t);
    visit_corners([&](int c, int at) {
      const std::size_t n = t * kTileCorners + static_cast<std::size_t>(c);
      is_kept[n] = is_next_to_surface(here, at);
      next[n] = is_kept[n] ? here.v[at] / slope_at(here, at) : std::copysign(kBand, here.v[at]);
    });
  });
  band.phi.swap(next);
  for (int n = 0; n < int(kBand); ++n) {
    for_tiles(band.tiles.count(), [&](std::size_t t) {
      HaloTile<1> here;
      here.load(band.phi, band.tiles, t);
      sweep(here, is_kept.data() + t * kTileCorners, next.data() + t * kTileCorners);
    });
    band.phi.swap(next);
  }
}

void cut(Band& band, const VoxelPlane& plane) {
  for_tiles(band.tiles.count(), [&](std::size_t t) {
    const auto values = tile_values(band.phi, t);
    for (int c = 0; c < kTileCorners; ++c) {
      const Vec3<std::int32_t> corner = kTile * band.tiles.at()[t] + list_cell<3>(c);
      const auto distance = static_cast<float>(plane.distance(corner.cast<double>()));
      float& value = values[static_cast<std::size_t>(c)];
      value = std::max(value, std::min(distance, kBand));
    }
  });
}

VoxelField voxel_field(const Band& band, const VoxelLattice& lattice) {
  VoxelField field;
  field.voxel = lattice.voxel;
  field.origin = lattice.origin();
  field.far = static_cast<float>(double(kBand) * lattice.voxel);
  for (std::size_t t = 0; t < band.tiles.count(); ++t) {
    const auto values = tile_values(band.phi, t);
    if (std::all_of(values.begin(), values.end(), [](float v) { return std::abs(v) >= kBand; })) continue;
    field.tiles.push_back(band.tiles.at()[t]);
    for (const float v : values) field.values.push_back(static_cast<float>(double(v) * lattice.voxel));
  }
  return field;
}

}  // namespace froth

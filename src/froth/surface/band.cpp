// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/band.h>

#include <cmath>
#include <utility>

namespace froth {

namespace {

/// Whether the zero level goes through a tile, or between it and its neighbours.
bool is_crossed(const HaloTile<1>& tile) {
  bool any_inside = false, any_outside = false;
  for (const float v : tile.v) (v < 0 ? any_inside : any_outside) = true;
  return any_inside && any_outside;
}

/// Missing neighbours are outside: a tile whose border is inside is crossed too.
std::vector<char> crossed_tiles(const Tiles& tiles, const std::vector<float>& phi) {
  std::vector<char> crossed(tiles.count());
  for_tiles(tiles.count(), [&](std::size_t t) {
    HaloTile<1> here;
    here.load(phi, tiles, t);
    crossed[t] = is_crossed(here);
  });
  return crossed;
}

/// Tiles that a plane goes through, or nearly.
void add_tiles_along(const VoxelPlane& plane, const Tiles& tiles, std::vector<char>& chosen) {
  const double reach = std::sqrt(3.0) * kTile / 2;
  for (std::size_t t = 0; t < tiles.count(); ++t) {
    const Vec3<double> middle =
        double(kTile) * tiles.at()[t].cast<double>() + Vec3<double>::constant((kTile - 1) / 2.0);
    if (std::abs(plane.distance(middle)) < reach) chosen[t] = 1;
  }
}

std::vector<BlockCoord<3>> with_neighbours(const Tiles& tiles, const std::vector<char>& chosen) {
  std::vector<BlockCoord<3>> all;
  for (std::size_t t = 0; t < tiles.count(); ++t) {
    if (!chosen[t]) continue;
    for (int n = 0; n < kAround<3>; ++n)
      all.push_back(tiles.at()[t] + BlockCoord<3>{n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1});
  }
  return all;
}

/// Distance of a corner from those of its neighbours, the nearest along each axis, one voxel away.
float upwind(float a, float b, float c) {
  const float least = std::min({a, b, c}), most = std::max({a, b, c}), middle = a + b + c - least - most;
  const float two = 2 - (middle - least) * (middle - least);
  float u = least + 1;
  if (u > middle) u = 0.5f * (least + middle + std::sqrt(std::max(two, 0.0f)));
  const float sum = least + middle + most;
  const float three = sum * sum - 3 * (least * least + middle * middle + most * most - 1);
  return u > most ? (sum + std::sqrt(std::max(three, 0.0f))) / 3 : u;
}

/// A corner that has the surface between itself and a neighbour.
bool is_next_to_surface(const HaloTile<1>& tile, int at) {
  const bool is_inside = tile.v[at] < 0;
  for (const int step : HaloTile<1>::kStep)
    if ((tile.v[at - step] < 0) != is_inside || (tile.v[at + step] < 0) != is_inside) return true;
  return false;
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

template <class Visit>
void visit_corners(Visit&& visit) {
  for (int i = 0, c = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j)
      for (int k = 0; k < kTile; ++k, ++c) visit(c, HaloTile<1>::at(i, j, k));
}

}  // namespace

Band band_of(const Tiles& tiles, const std::vector<float>& phi, float outside,
             const std::optional<VoxelPlane>& plane) {
  std::vector<char> chosen = crossed_tiles(tiles, phi);
  if (plane) add_tiles_along(*plane, tiles, chosen);
  Band band;
  band.tiles = Tiles(with_neighbours(tiles, chosen));
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
  // A sweep carries distances one corner further.
  for (int sweep = 0; sweep < int(kBand); ++sweep) {
    for_tiles(band.tiles.count(), [&](std::size_t t) {
      HaloTile<1> here;
      here.load(band.phi, band.tiles, t);
      visit_corners([&](int c, int at) {
        const std::size_t n = t * kTileCorners + static_cast<std::size_t>(c);
        const float old = here.v[at];
        float least[3];
        for (int d = 0; d < 3; ++d) {
          const int step = HaloTile<1>::kStep[d];
          least[d] = std::min(std::abs(here.v[at - step]), std::abs(here.v[at + step]));
        }
        const float u = std::min(upwind(least[0], least[1], least[2]), kBand);
        next[n] = is_kept[n] ? old : std::copysign(u, old);
      });
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

// SPDX-License-Identifier: Apache-2.0
// Films between bubbles and at walls: faces of power cells, cut off where the free surface begins, each made
// once by the bubble of the lower number. Corners are named by the cells and walls that meet there, so that
// films of different cells find them again.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <froth/power_cells/power_diagram.h>

namespace froth {

/// Four that meet in a corner, ascending: sites, sides of the box, or kOpenAir; and which of two places where
/// three meet air. Corners along an arc, between two bubbles and air, are of one film and have no name.
struct CornerName {
  std::array<PlaneTag, 4> of{};
  int which = 0;

  auto operator<=>(const CornerName&) const = default;
  bool is_none() const { return of == std::array<PlaneTag, 4>{}; }
};
inline constexpr PlaneTag kOpenAir = -1000;

struct FilmCorner {
  CornerName name{};
  Vec3<double> x{};  ///< [m]
};

struct FlatFilm {
  std::uint32_t bubble = 0;  ///< that made it; its corners turn left seen from beyond
  PlaneTag beyond = 0;       ///< a site or a side of the box
  std::vector<FilmCorner> corners;
};

/// In the order of bubbles. `detail`: length of chords along arcs, over the radius of the smaller ball.
std::vector<FlatFilm> flat_films(const PowerDiagram<3>& diagram, std::span<const double> w, double detail);

}  // namespace froth

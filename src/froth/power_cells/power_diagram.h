// SPDX-License-Identifier: Apache-2.0
// Power cells: cell i = { x : |x - x_i|^2 - w_i <= |x - x_j|^2 - w_j for all j }, inside a box, and with a
// free surface also |x - x_i|^2 <= w_i: air is wherever no ball of radius sqrt(w_i) reaches. Two balls meet
// in the plane between their cells, so that the free surface is a union of spherical caps whose rims lie on
// films. This is the limit of partial optimal transport without entropy [Qu2023], section 4, whose fill has
// the same surface [Levy2022]; seeds of air as in [Qu2023], section 6.3, are not needed. Measures are closed
// forms: areas of polygons cut by a disc, and solid angles of these [VanOosterom1983].
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <froth/geometry/neighbor_search.h>
#include <froth/power_cells/convex_cell.h>

namespace froth {

/// Centres of bubbles, and images of them behind walls (power_cells/container.h), in one list.
template <int Dim>
struct PowerSites {
  using Place = Vec<Dim, double>;
  std::vector<Place> x;           ///< [m]; bubbles first
  std::vector<std::uint32_t> of;  ///< the bubble whose weight a site has; its own number for bubbles
  std::size_t bubbles = 0;
  std::vector<std::uint32_t> number = {};  ///< of bubbles in messages; empty: their own
  Place low = Place::constant(-kNoWall), high = Place::constant(kNoWall);  ///< box around all cells [m]
  bool has_free_surface = true;

  static constexpr double kNoWall = std::numeric_limits<double>::infinity();
  static PowerSites from(std::vector<Place> centers);
  std::size_t number_of(std::size_t bubble) const { return number.empty() ? bubble : number[bubble]; }
};

/// A part of the boundary of a cell.
struct SideMeasure {
  PlaneTag tag;     ///< the site beyond, or a side of the box
  double area;      ///< [m^2]; a length [m] in the plane
  double distance;  ///< between the two sites [m]; 0 at a side of the box
};

struct CellMeasure {
  double volume = 0;  ///< [m^3], or an area [m^2]
  double cap = 0;     ///< area of the free surface [m^2]; a length [m] in the plane
  std::vector<SideMeasure> sides;

  double surface() const;  ///< of all sides and the cap
};

template <int Dim>
class PowerDiagram {
 public:
  using Place = Vec<Dim, double>;
  /// Keeps a reference to the sites.
  explicit PowerDiagram(const PowerSites<Dim>& sites);

  const PowerSites<Dim>& sites() const { return sites_; }
  /// What a thread needs to cut cells.
  struct Workspace {
    ConvexCell<Dim> cell;
    std::vector<Neighbor> near;
  };
  /// Cuts a cell, with its site as the origin. Weights [m^2] are by bubble. The part within the ball is
  /// right; with a free surface, what is beyond may still be cut by others.
  void cut(std::size_t bubble, std::span<const double> w, double largest_w, Workspace& work) const;
  CellMeasure measure(std::size_t bubble, std::span<const double> w, double largest_w, Workspace& work) const;
  /// Of all bubbles.
  std::vector<CellMeasure> measure_all(std::span<const double> w) const;

 private:
  const PowerSites<Dim>& sites_;
  NeighborSearch<Dim> search_;
  NeighborTable near_;
};

/// The largest of some weights.
double largest_of(std::span<const double> w);

}  // namespace froth

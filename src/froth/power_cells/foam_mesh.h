// SPDX-License-Identifier: Apache-2.0
// The films of a foam as polygons: every film once, with the two that it parts, and corners that are shared
// to the bit. Films between bubbles and at walls are flat; those towards air are spherical and come as
// triangles. A bubble's films close it, and hold its volume: vertices inside of caps are moved outward by as
// much as chords and triangles would lose.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <froth/power_cells/power_diagram.h>

namespace froth {

/// What is beyond a film that no other bubble shares.
inline constexpr std::int32_t kAir = -1, kSolid = -2, kLiquid = -3;

struct FoamMesh {
  std::vector<Vec3<double>> x;        ///< [m]
  std::vector<std::uint32_t> corner;  ///< of all films, one after the other
  std::vector<std::uint32_t> end;     ///< of each film in that list
  /// Corners of a film turn left seen from its second owner, which is a bubble of a higher number, kAir,
  /// kSolid or kLiquid.
  std::vector<std::array<std::int32_t, 2>> owners;
  std::vector<std::array<std::uint32_t, 2>> borders;  ///< edges in which three films or more meet
  std::vector<Vec3<double>> center;                   ///< of the balls that caps belong to, by bubble [m]

  std::size_t film_count() const { return end.size(); }
  std::span<const std::uint32_t> corners_of(std::size_t film) const;
  void add(std::span<const std::uint32_t> corners, std::int32_t first, std::int32_t second);
};

struct FoamMeshSettings {
  double detail = 0.3;  ///< length of chords and triangles over the radius of a cap
  double cohesion =
      0.4;  ///< how far make_foam() draws cells together, 0 to 1; with 0, corners are left to air
};

/// Weights as find_weights() gives them, [m^2] by bubble; volumes [m^3] are what bubbles hold in the end.
/// Throws InputError that names a bubble whose films could not be closed.
FoamMesh mesh_foam(const PowerDiagram<3>& diagram, std::span<const double> w, std::span<const double> volumes,
                   const FoamMeshSettings& settings = {});

/// The films of some bubbles, which are numbered anew; the others count as a liquid.
FoamMesh films_of(const FoamMesh& mesh, const std::vector<bool>& is_kept);

/// What the films of each bubble enclose, by the divergence theorem.
struct BubbleMeasure {
  double volume = 0;        ///< [m^3]
  Vec3<double> centroid{};  ///< [m]
  bool is_closed = true;    ///< every edge is in two films of it, once in each direction
};
std::vector<BubbleMeasure> measure_bubbles(const FoamMesh& mesh, std::size_t bubbles);

/// Area of a film [m^2].
double film_area(const FoamMesh& mesh, std::size_t film);

}  // namespace froth

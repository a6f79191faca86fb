// SPDX-License-Identifier: Apache-2.0
// Vertices and how they are joined, and generators of such: solids out of shapes, rectangles of cloth,
// strands. Places in the plane have zero z.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

struct ElementMesh {
  std::vector<Vec3<double>> start, rest;  ///< places at the start, and where elements are at rest [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  std::vector<std::uint32_t> strand_begin;  ///< first vertex of every strand and, last, the number of all
};

/// Fills a shape with triangles (dim 2) or tetrahedra: squares or cubes of a lattice are cut up, those whose
/// middle is outside go, and vertices at the boundary move onto the surface where no element suffers from it.
/// The lattice fits the box around the shape, so that boxes are filled exactly.
/// Throws InputError where nothing is left, or where there would be more than 2^26 cells.
ElementMesh mesh_of_shape(const Shape& shape, int dim, double edge_length);

/// A rectangle of cloth of nearly equilateral triangles in rows along `side_u`.
ElementMesh rectangle_mesh(const Vec3<double>& corner, const Vec3<double>& side_u, const Vec3<double>& side_v,
                           double edge_length);

/// How strands grow.
struct StrandGrowth {
  int segments = 10;
  double curl_radius = 0, curl_pitch = 0;  ///< of a helix around the straight strand [m]; 0: straight
};

/// Adds a strand from `root` along the unit vector `direction`; in the plane curls are waves.
void add_strand(const Vec3<double>& root, const Vec3<double>& direction, double length,
                const StrandGrowth& how, int dim, ElementMesh& mesh);

/// Shares of every vertex in the rest volume [m^dim] of a solid; of a sheet of unit thickness; of strands of
/// unit section.
std::vector<double> vertex_volumes(const ElementMesh& mesh);

}  // namespace froth

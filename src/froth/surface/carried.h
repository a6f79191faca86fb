// SPDX-License-Identifier: Apache-2.0
// A mesh that particles carry along: made once, in the first frame, and moved with the places and
// deformations of the particles that were near its vertices then. Its triangles and its detail stay.
// Source: [Mueller2004], surfaces by displacements of nearby particles; [Jones2014], section 4. Deformations
// are fitted between the two frames as in [Jones2014], Eq. (2): what frames have as F is elastic alone.
#pragma once

#include <vector>

#include <froth/geometry/surface_mesh.h>
#include <froth/io/point_cloud.h>

namespace froth {

/// Particles that are in both frames, in the same order: where they were and where they are [m].
struct CarryingPoints {
  std::vector<Vec3<double>> first, now;
};

/// By the property "id", of some bodies. Throws InputError where a frame has no ids or places.
CarryingPoints carrying_points(const PointCloud& first, const PointCloud& now,
                               const std::vector<std::size_t>& bodies);

/// Moves the vertices of a mesh of the first frame, and turns its normals. `spacing` [m] of particles. Every
/// vertex follows the eight particles that were nearest among those that are still there. Affine motion is
/// carried exactly. The mesh is left empty where fewer than four particles carry it.
void carry_mesh(const CarryingPoints& points, double spacing, SurfaceMesh& mesh);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The closed surfaces that a mesh consists of: outer ones are pieces, inner ones voids.
#pragma once

#include <vector>

#include <froth/geometry/surface_mesh.h>

namespace froth {

/// Volume inside each set of triangles that share vertices [m^3], in the order of their first vertices;
/// negative where it is a void. Their sum is enclosed_volume().
std::vector<double> shell_volumes(const SurfaceMesh& mesh);

}  // namespace froth

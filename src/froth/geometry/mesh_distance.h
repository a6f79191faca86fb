// SPDX-License-Identifier: Apache-2.0
// A closed mesh as samples of its signed distance.
#pragma once

#include <froth/geometry/distance_array.h>
#include <froth/geometry/mesh_file.h>

namespace froth {

/// Samples the distance with `resolution` steps along the mesh's longest side, and a margin around it.
/// Distances are exact inside, and outside up to the margin. The same bits for any number of threads.
DistanceArray sample_distance(const TriangleMesh& mesh, int resolution);

/// How often the surface winds around every sample, in the array's order: 1 inside, 0 outside and in
/// cavities.
std::vector<short> winding_numbers(const TriangleMesh& mesh, const DistanceArray& array);

}  // namespace froth

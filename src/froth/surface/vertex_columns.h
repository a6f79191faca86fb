// SPDX-License-Identifier: Apache-2.0
// What vertices of a skin carry: means over the particles nearby.
#pragma once

#include <string>
#include <vector>

#include <froth/geometry/surface_mesh.h>
#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/surface/skin.h>

namespace froth {

/// A number, or several side by side, of every particle of a skin, in the order of its points.
struct ParticleColumn {
  std::string name, unit;
  int components = 1;
  std::vector<float> values;
};

/// Velocity where the frame has one, color (linear) where one of the bodies has one, and the attributes, of
/// the particles of some bodies. An attribute is a property, or all properties "name_0", "name_1" and so on.
/// Throws InputError for an attribute that the frame does not have.
std::vector<ParticleColumn> particle_columns(const RunView& view, const PointCloud& frame,
                                             const std::vector<std::size_t>& bodies,
                                             const std::vector<std::string>& attributes);

/// Adds the columns to the mesh: at each vertex the mean over the particles closer than two of their
/// spacings, with weights s^3 (1 - d^2 / (2 s)^2)^3 of distance d and spacing s; the nearest particle's value
/// where there are none. Values that are no numbers do not count.
void add_vertex_columns(const SkinPoints& points, const std::vector<ParticleColumn>& columns,
                        SurfaceMesh& mesh);

/// Numbers of the frame's points that belong to the bodies, in order. Throws InputError for a particle of a
/// body that the frame does not have.
std::vector<std::size_t> points_of_bodies(const PointCloud& frame, const std::vector<std::size_t>& bodies);

}  // namespace froth

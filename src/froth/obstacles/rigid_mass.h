// SPDX-License-Identifier: Apache-2.0
// What a solid shape is to mechanics: mass, centre, inertia; and to contact: the points of its surface that
// meet other solids.
// Source: sums over cells of a lattice in the shape's bounds, each with the share that its distance says is
// inside and its own inertia, so that boxes along the axes come out exactly; spheres by their formulas.
#pragma once

#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

/// In the frame of the shape at rest. Planar ones have mass per depth [kg/m] and turn about z only.
struct RigidMass {
  double mass = 0;         ///< [kg]
  Vec3<double> center{};   ///< of mass [m]
  Mat3<double> inertia{};  ///< about the centre [kg m^2]
};

/// Zero mass where the shape has no inside that the lattice can see. The shape must be bounded.
RigidMass rigid_mass(const Shape& shape, double density, int dimension);

/// A ball that is part of a solid; where a surface is flat or sharp, a small one or a point.
struct SurfaceBall {
  Vec3<double> center;
  double radius;
};

/// What of a bounded shape to test against the distance of another. Boxes: balls inside of corners, which
/// alone decide against planes, and along edges. Spheres and capsules: balls of their own. Others: points
/// spread over the surface.
struct SurfaceBalls {
  std::vector<SurfaceBall> balls;
  std::size_t against_planes = 0;  ///< so many of the first are enough against a plane
};
SurfaceBalls surface_balls(const Shape& shape, int dimension);

}  // namespace froth

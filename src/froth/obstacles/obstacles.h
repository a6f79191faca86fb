// SPDX-License-Identifier: Apache-2.0
// What stands in the way of material, tells it how to move, or ends it: as a scene describes it, and as every
// solver, with or without a grid, is given it. obstacles/posed.h has the same at one instant, to be asked for
// distance, normal, velocity and contact. Source: the rules of contact of docs/architecture.md.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <froth/geometry/motion.h>
#include <froth/geometry/shape.h>
#include <froth/obstacles/contact.h>

namespace froth {

/// What makes a collider a body that moves by itself: material and gravity push it.
struct RigidSpec {
  double density = 0;                           ///< [kg/m^3], of planar scenes too
  Vec3<double> velocity{}, angular_velocity{};  ///< at the start [m/s], [rad/s]
  double friction = 0.5, restitution = 0;       ///< against other colliders [-]
};

/// A moving solid: signed distance, rigid motion, contact rule; how its surface runs along it; its looks.
struct Collider {
  std::string name;
  Shape shape;
  Motion motion;
  ContactRule contact;
  std::optional<RigidSpec> rigid = {};  ///< moves by itself; its motion is still then
  VectorField surface_velocity{};  ///< of the time, in the rest frame [m/s]; only its tangential part counts
  bool is_visible = true;
  bool is_wall = false;                    ///< made from the bounds of a domain
  std::optional<Vec3<double>> color = {};  ///< sRGB, 0 to 1

  bool is_still() const { return !rigid && motion.is_still(); }
};

/// A region whose material moves as it is told while it lasts.
struct HeldRegion {
  std::string name;
  Shape shape;
  Motion motion;
  double start = 0, end = std::numeric_limits<double>::infinity();  ///< [s]

  bool is_active(double time) const { return time >= start && time < end; }
};

/// Particles that come into it, or that leave it, cease to be.
struct KillZone {
  std::string name;
  Shape shape;
  Motion motion;
  bool keeps_inside = false;  ///< what is outside goes
};

struct Obstacles {
  std::vector<Collider> colliders;  ///< in the order of the scene, walls of the domain last
  std::vector<HeldRegion> held;
  std::vector<KillZone> kill_zones;
};

}  // namespace froth

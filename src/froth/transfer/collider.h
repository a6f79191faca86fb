// SPDX-License-Identifier: Apache-2.0
// What stands in the way of material, tells it how to move, or ends it. Source: docs/architecture.md.
#pragma once

#include <limits>
#include <string>

#include <froth/geometry/motion.h>
#include <froth/geometry/shape.h>
#include <froth/transfer/contact.h>

namespace froth {

/// A moving obstacle: signed distance, rigid motion, contact rule; and how its surface runs along it.
struct Collider {
  std::string name;
  Shape shape;
  Motion motion;
  ContactRule contact;
  VectorField surface_velocity{};  ///< of the time, in the rest frame [m/s]; only its tangential part counts
};

/// A region whose nodes move as they are told while it lasts.
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

}  // namespace froth

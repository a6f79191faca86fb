// SPDX-License-Identifier: Apache-2.0
// Checked values to geometry: shapes, starting velocities and motions.
#pragma once

#include <string>

#include <froth/base/error.h>
#include <froth/base/values.h>
#include <froth/geometry/motion.h>
#include <froth/geometry/shape.h>
#include <froth/scene/scene.h>

namespace froth {

Shape make_shape(const Values& shape, int dimension);
VelocityField make_velocity(const Values& velocity);
Motion make_motion(const Values& motion);

/// A direction of any length as a unit vector; a zero one is an InputError.
Vec3<double> unit_vector(const Values& values, const char* key);
/// The axis of a turn; z where the table has none, as in every planar scene.
Vec3<double> turning_axis(const Values& values);

/// Calls a function of another room, whose complaints know nothing of files, and adds the place to them.
template <class Call>
auto located(const std::string& where, Call call) {
  try {
    return call();
  } catch (const InputError& error) {
    throw InputError(where + ": " + error.what());
  }
}

}  // namespace froth

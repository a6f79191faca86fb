// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <froth/scene/make_shape.h>

namespace froth {

namespace {

std::vector<Keyframe> make_keyframes(const std::vector<Values>& list) {
  std::vector<Keyframe> keyframes;
  for (const Values& each : list) {
    const double time = each.real("time");
    if (!keyframes.empty() && !(time > keyframes.back().time))
      throw InputError(each.where("time") +
                       ": keyframes must be in order, each later than the one before it");
    keyframes.push_back({time, each.vector("shift"), each.real("angle") * std::numbers::pi / 180});
    if (each.has("easing")) keyframes.back().easing = find_interpolation(each.text("easing"));
  }
  return keyframes;
}

void set_spin(const Values& spin, Motion& motion) {
  motion.spin = spin.real("rate");
  motion.spin_start = spin.real("start");
  if (!spin.has("end")) return;
  motion.spin_end = spin.real("end");
  if (!(motion.spin_end > motion.spin_start))
    throw InputError(spin.where("end") + ": a spin must end after it starts");
}

}  // namespace

VelocityField make_velocity(const Values& velocity) {
  VelocityField field;
  const std::string& kind = velocity.chosen();
  if (kind == "constant") {
    field.constant = velocity.vector(kind);
    return field;
  }
  if (kind == "expression") {
    field.expression = velocity.vector_field(kind);
    return field;
  }
  const Values& own = velocity.table(kind);
  field.center = own.vector("center");
  if (own.has("constant")) field.constant = own.vector("constant");
  if (kind == "affine") {
    field.gradient = own.matrix("gradient");
  } else {
    // v = w x (x - center), written as the skew matrix of w.
    const Vec3<double> w = own.real("rate") * turning_axis(own);
    field.gradient = {{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}};
  }
  return field;
}

Motion make_motion(const Values& values) {
  Motion motion;
  motion.pivot = values.vector("pivot");
  motion.axis = turning_axis(values);
  if (values.has("keyframes")) motion.keyframes = make_keyframes(values.list("keyframes"));
  motion.interpolation = find_interpolation(values.text("interpolation"));
  motion.shift = values.vector_field("shift");
  motion.angle = values.field("angle");
  if (values.has("oscillation")) {
    const Values& oscillation = values.table("oscillation");
    motion.amplitude = oscillation.vector("amplitude");
    motion.frequency = oscillation.real("frequency");
    motion.phase = oscillation.real("phase");
  }
  if (values.has("spin")) set_spin(values.table("spin"), motion);
  located(values.where(), [&] { return check(motion); });
  return motion;
}

}  // namespace froth

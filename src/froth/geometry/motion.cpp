// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/motion.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {
namespace {

/// Displacement, angle and their rates: the four numbers that all parts of a motion add to.
struct Placement {
  Vec3<double> shift{}, shift_rate{};
  double angle = 0, angle_rate = 0;
};

/// Progress from one keyframe to the next and its slope with respect to s in [0, 1].
struct Ease {
  double value, slope;
};

Ease ease(Interpolation interpolation, double s) {
  switch (interpolation) {
    case Interpolation::Linear: return {s, 1.0};
    case Interpolation::Smooth: return {s * s * (3 - 2 * s), 6 * s * (1 - s)};
    case Interpolation::EaseIn: return {s * s, 2 * s};
    case Interpolation::EaseOut: return {s * (2 - s), 2 * (1 - s)};
    case Interpolation::Hold: return {0, 0};
  }
  return {0, 0};
}

void add_keyframes(const Motion& motion, double t, Placement& placement) {
  const std::vector<Keyframe>& frames = motion.keyframes;
  if (frames.empty()) return;
  // The first keyframe later than t; at a keyframe itself the later segment speaks.
  const auto next = std::upper_bound(frames.begin(), frames.end(), t,
                                     [](double time, const Keyframe& frame) { return time < frame.time; });
  if (next == frames.begin() || next == frames.end()) {
    const Keyframe& held = next == frames.begin() ? frames.front() : frames.back();
    placement.shift += held.shift;
    placement.angle += held.angle;
    return;
  }
  const Keyframe &a = *(next - 1), &b = *next;
  const double span = b.time - a.time;
  const Ease e = ease(a.easing.value_or(motion.interpolation), (t - a.time) / span);
  placement.shift += a.shift + e.value * (b.shift - a.shift);
  placement.shift_rate += (e.slope / span) * (b.shift - a.shift);
  placement.angle += a.angle + e.value * (b.angle - a.angle);
  placement.angle_rate += e.slope / span * (b.angle - a.angle);
}

void add_oscillation(const Motion& motion, double t, Placement& placement) {
  constexpr double two_pi = 2 * std::numbers::pi;
  const double turns = motion.frequency * t + motion.phase;
  // Whole turns come off first: the product with pi would round them into the phase.
  const double angle = two_pi * (turns - std::floor(turns));
  placement.shift += std::sin(angle) * motion.amplitude;
  placement.shift_rate += two_pi * motion.frequency * std::cos(angle) * motion.amplitude;
}

void add_spin(const Motion& motion, double t, Placement& placement) {
  if (t < motion.spin_start) return;
  placement.angle += motion.spin * (std::min(t, motion.spin_end) - motion.spin_start);
  if (t < motion.spin_end) placement.angle_rate += motion.spin;
}

/// Value and rate of a field of time; motion.h states the error.
struct Course {
  double value, rate;
};

Course course(const Field& field, double t) {
  if (field.is_constant()) return {field.at({}, t), 0};
  // Short against what a scene shows, long against rounding; a power of two, so that t + h is exact.
  constexpr double h = 1.0 / 8192;
  Field::Evaluator at(field);
  const auto f = [&](double offset) { return at({}, t + offset * h); };
  const double value = f(0);
  if (t < 2 * h && t >= 0)
    return {value, (-25 * value + 48 * f(1) - 36 * f(2) + 16 * f(3) - 3 * f(4)) / (12 * h)};
  return {value, (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / (12 * h)};
}

void add_expressions(const Motion& motion, double t, Placement& placement) {
  for (int k = 0; k < 3; ++k) {
    const Course part = course(motion.shift[static_cast<std::size_t>(k)], t);
    placement.shift[k] += part.value;
    placement.shift_rate[k] += part.rate;
  }
  const Course turn = course(motion.angle, t);
  placement.angle += turn.value * std::numbers::pi / 180;
  placement.angle_rate += turn.rate * std::numbers::pi / 180;
}

bool is_zero(const Vec3<double>& x) { return x == Vec3<double>{}; }

bool is_finite(const Vec3<double>& x) { return std::isfinite(sum(x)); }

void check_keyframes(const std::vector<Keyframe>& frames) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Keyframe& frame = frames[i];
    if (!std::isfinite(frame.time) || !is_finite(frame.shift) || !std::isfinite(frame.angle))
      throw InputError(
          fmt::format("keyframe {} of a motion has a number that is not finite; give finite numbers", i + 1));
    if (i > 0 && !(frame.time > frames[i - 1].time))
      throw InputError(
          fmt::format("keyframe {} of a motion is at {:g} s, not after the one before it at {:g} s; "
                      "list keyframes in increasing time",
                      i + 1, frame.time, frames[i - 1].time));
  }
}

}  // namespace

const std::vector<std::string>& interpolation_names() {
  static const std::vector<std::string> names = {"linear", "smooth", "ease_in", "ease_out", "hold"};
  return names;
}

Interpolation find_interpolation(const std::string& name) {
  const auto& names = interpolation_names();
  const auto found = std::find(names.begin(), names.end(), name);
  FROTH_CHECK(found != names.end(), "there is no interpolation called " + name);
  return static_cast<Interpolation>(found - names.begin());
}

bool Motion::is_still() const {
  const bool keyframes_rest = std::all_of(keyframes.begin(), keyframes.end(), [](const Keyframe& frame) {
    return is_zero(frame.shift) && frame.angle == 0;
  });
  const bool swings = !is_zero(amplitude) && (frequency != 0 || phase != 0);
  const bool spins = spin != 0 && spin_end > spin_start;
  return keyframes_rest && !swings && !spins && froth::is_zero(shift) && angle.is_zero();
}

bool Motion::has_expressions() const {
  return !angle.is_constant() || !std::ranges::all_of(shift, &Field::is_constant);
}

bool Motion::jumps(double from, double to) const {
  for (std::size_t k = 0; k + 1 < keyframes.size(); ++k)
    if (keyframes[k].easing.value_or(interpolation) == Interpolation::Hold && keyframes[k + 1].time > from &&
        keyframes[k + 1].time <= to)
      return true;
  return false;
}

Pose Motion::at(double t) const {
  Placement placement;
  add_keyframes(*this, t, placement);
  add_oscillation(*this, t, placement);
  add_spin(*this, t, placement);
  add_expressions(*this, t, placement);
  Pose pose;
  pose.turn = rotation(axis, placement.angle);
  pose.pivot = pivot;
  pose.shift = placement.shift;
  pose.linear = placement.shift_rate;
  pose.angular = placement.angle_rate * axis;
  return pose;
}

void check(const Motion& motion) {
  check_keyframes(motion.keyframes);
  const double length = norm(motion.axis);
  // Loose enough for an axis typed with seven digits, tight enough to keep a body's size.
  if (!(std::abs(length - 1) < 1e-6))
    throw InputError(
        fmt::format("the axis ({:g}, {:g}, {:g}) of a motion has length {:g}; give a unit vector",
                    motion.axis[0], motion.axis[1], motion.axis[2], length));
  if (!is_finite(motion.pivot) || !is_finite(motion.amplitude) ||
      !std::isfinite(motion.frequency + motion.phase + motion.spin + motion.spin_start))
    throw InputError(
        "a motion has a number that is not finite in its pivot, oscillation or spin; give finite numbers");
  if (!(motion.spin_end >= motion.spin_start))
    throw InputError(
        fmt::format("the spin of a motion ends at {:g} s, before it begins at {:g} s; swap the two",
                    motion.spin_end, motion.spin_start));
}

Mat3<double> rotation(const Vec3<double>& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const Mat3<double> skew{{{0, -axis[2], axis[1]}, {axis[2], 0, -axis[0]}, {-axis[1], axis[0], 0}}};
  return c * Mat3<double>::identity() + s * skew + (1 - c) * outer(axis, axis);
}

}  // namespace froth

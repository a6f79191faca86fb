// SPDX-License-Identifier: Apache-2.0
// Rigid motion: poses by hand, velocities against finite differences of the pose.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/geometry/motion.h>

using namespace froth;

namespace {

using Point = Vec3<double>;
constexpr double kPi = std::numbers::pi;

Field of_time(const std::string& text) {
  return Field({Expression(text, {"t"}), "here", "motion", unit::m, UnitSystem::Si});
}

Motion every_part(Interpolation interpolation) {
  Motion motion;
  motion.pivot = {0.3, -0.2, 0.5};
  motion.axis = Point{1, 2, 2} / 3.0;
  motion.keyframes = {{0.5, {0, 0, 0}, 0}, {1.0, {0.4, 0.1, -0.2}, 1.2}, {2.5, {-0.3, 0.6, 0.1}, -0.4}};
  motion.interpolation = interpolation;
  motion.amplitude = {0.05, 0, 0.1};
  motion.frequency = 1.3;
  motion.phase = 0.2;
  motion.spin = 2.0;
  motion.spin_start = 0.8;
  motion.spin_end = 2.1;
  motion.shift[1] = of_time("0.1*t^2");
  motion.angle = of_time("30*sin(t)");
  return motion;
}

}  // namespace

// Oracle: central finite differences of the world position of a body point, error O(h^2 * third derivative)
// with third derivatives below (2 pi 1.3 + 5)^3 ~ 2300, so below 2300 / 6 * h^2 = 4e-8 at h = 1e-5, plus
// rounding / h.
TEST_CASE("velocity is the derivative of the pose") {
  const double h = 1e-5;
  for (const Interpolation interpolation :
       {Interpolation::Linear, Interpolation::Smooth, Interpolation::EaseIn, Interpolation::EaseOut,
        Interpolation::Hold}) {
    const Motion motion = every_part(interpolation);
    for (int i = 0; i < 100; ++i) {
      const double t = 0.0137 + 0.03 * i;  // away from the kinks by more than h
      const Point rest{0.7, 0.1 * i - 2, -0.6};
      const Point x = motion.at(t).to_world(rest);
      const Point slope = (motion.at(t + h).to_world(rest) - motion.at(t - h).to_world(rest)) / (2 * h);
      CHECK(norm(motion.at(t).velocity(x) - slope) < 1e-7);
    }
  }
}

// Oracle: to_rest and to_world are inverse maps, and rigid: distances between points do not change.
TEST_CASE("poses are rigid and can be undone") {
  const Motion motion = every_part(Interpolation::Smooth);
  for (int i = 0; i < 50; ++i) {
    const Pose pose = motion.at(0.07 * i);
    const Point a{0.1 * i, 1, -2}, b{-1, 0.3, 0.05 * i};
    CHECK(norm(pose.to_rest(pose.to_world(a)) - a) < 1e-14 * 20);
    CHECK(norm(pose.to_world(a) - pose.to_world(b)) == doctest::Approx(norm(a - b)).epsilon(1e-14));
    CHECK(determinant(pose.turn) == doctest::Approx(1).epsilon(1e-14));
  }
}

// Oracle: keyframe values themselves, the midpoint by symmetry, and 3s^2 - 2s^3 = 5/32 at s = 1/4 by hand.
TEST_CASE("keyframes are met, held outside and eased between") {
  Motion motion;
  motion.keyframes = {{1, {0, 0, 0}, 0}, {3, {8, 0, 0}, kPi}, {4, {8, 2, 0}, kPi}};
  for (const Interpolation interpolation : {Interpolation::Linear, Interpolation::Smooth}) {
    motion.interpolation = interpolation;
    for (const Keyframe& frame : motion.keyframes)
      CHECK(norm(motion.at(frame.time).shift - frame.shift) < 1e-14);
    CHECK(motion.at(2).shift[0] == doctest::Approx(4));
    CHECK(motion.at(-5).shift[0] == 0);
    CHECK(norm(motion.at(-5).linear) == 0);
    CHECK(norm(motion.at(9).shift - Point{8, 2, 0}) == 0);
    CHECK(norm(motion.at(9).linear) + norm(motion.at(9).angular) == 0);
  }
  motion.interpolation = Interpolation::Linear;
  CHECK(motion.at(1.5).shift[0] == doctest::Approx(2));
  CHECK(motion.at(1).linear[0] == doctest::Approx(4));  // at a kink: towards later times
  motion.interpolation = Interpolation::Smooth;
  CHECK(motion.at(1.5).shift[0] == doctest::Approx(8 * 5.0 / 32));
  CHECK(motion.at(2).linear[0] == doctest::Approx(1.5 * 4));  // 6 s (1 - s) at the middle
  for (const Keyframe& frame : motion.keyframes) CHECK(norm(motion.at(frame.time).linear) == 0);
}

// Oracle: s^2, 1 - (1 - s)^2 and their derivatives at s = 1/4 of a way of 8 m in 2 s, by hand; a hold is
// where it was until it is at the next keyframe.
TEST_CASE("easing by the motion and by each keyframe") {
  Motion motion;
  motion.keyframes = {{0, {0, 0, 0}, 0}, {2, {8, 0, 0}, 0}, {4, {0, 0, 0}, 0}};
  const auto check_at = [&](double t, double x, double v) {
    CHECK(motion.at(t).shift[0] == doctest::Approx(x));
    CHECK(motion.at(t).linear[0] == doctest::Approx(v));
  };
  motion.interpolation = Interpolation::EaseIn;
  check_at(0.5, 0.5, 2);
  check_at(0, 0, 0);
  motion.interpolation = Interpolation::EaseOut;
  check_at(0.5, 3.5, 6);
  check_at(0, 0, 8);
  motion.interpolation = Interpolation::Hold;
  check_at(1.999, 0, 0);
  check_at(2, 8, 0);
  motion.keyframes[1].easing = Interpolation::Linear;  // the second way only
  check_at(1, 0, 0);
  check_at(3, 4, -4);
  for (const std::string& name : interpolation_names())
    CHECK(interpolation_names()[static_cast<std::size_t>(find_interpolation(name))] == name);
}

// Oracle: the closed form of an oscillation and its derivative, which are exact to rounding. The differences
// add rounding of 1.5 eps A / h = 8e-13 m/s at A = 0.3 m and (2 pi F h)^4 / 30 of the speed (six times that
// in the first 2 h): 3e-14 at 1.3 Hz, 1.2e-6 at 100 Hz. Degrees are radians times 180 / pi.
TEST_CASE("expressions move like the oscillation that they spell") {
  for (const double frequency : {1.3, 100.0}) {
    Motion swing, spelled;
    swing.amplitude = {0.3, 0, 0};
    swing.frequency = frequency;
    const std::string wave = "*sin(2*pi*" + std::to_string(frequency) + "*t)";
    spelled.shift[0] = of_time("0.3" + wave);
    spelled.angle = of_time("45" + wave);
    const double speed = 2 * kPi * frequency * 0.3;
    double worst = 0;
    for (int i = 0; i < 400; ++i) {
      const double t = 1e-4 * i;  // the first few look ahead
      const Pose a = swing.at(t), b = spelled.at(t);
      CHECK(norm(a.shift - b.shift) < 1e-13);
      CHECK(b.angular[2] == doctest::Approx(b.linear[0] / 0.3 * kPi / 4).epsilon(1e-9));
      worst = std::max(worst, norm(a.linear - b.linear) / speed);
    }
    CHECK(worst < (frequency > 10 ? 7.2e-6 : 1e-11));
    if (frequency > 10) CHECK(worst > 1e-6);  // the stated error, not a lucky one
    CHECK_FALSE(spelled.is_still());
    CHECK(spelled.has_expressions());
  }
}

// Oracle: t^1.5 has no value before 0, and slope 0 there: the motion must not look back. Its difference at 0
// is of the size of sqrt(h) = 0.011.
TEST_CASE("expressions are never asked for times before the start") {
  Motion motion;
  motion.shift[0] = of_time("t^1.5");
  CHECK(motion.at(0).shift[0] == 0);
  CHECK(std::abs(motion.at(0).linear[0]) < 0.02);
  CHECK(motion.at(1).linear[0] == doctest::Approx(1.5).epsilon(1e-11));
  motion.shift[0] = of_time("1/(t - 1)");
  CHECK_THROWS_AS(motion.at(1), InputError);
}

// Oracle: a quarter turn about z by the right-hand rule, about a pivot that the shift carries along, by hand.
TEST_CASE("turning is right-handed about a moving pivot") {
  const Mat3<double> quarter = rotation({0, 0, 1}, kPi / 2);
  CHECK(norm(quarter * Point{1, 0, 0} - Point{0, 1, 0}) < 1e-15);
  Motion motion;
  motion.pivot = {1, 0, 0};
  motion.keyframes = {{0, {0, 0, 5}, kPi / 2}};
  CHECK(norm(motion.at(0).to_world({2, 0, 0}) - Point{1, 1, 5}) < 1e-14);
}

// Oracle: amplitude sin(2 pi (f t + phase)) at quarter periods, and spin * elapsed time clipped to its
// window.
TEST_CASE("oscillation and spin") {
  Motion motion;
  motion.amplitude = {0, 0.3, 0};
  motion.frequency = 2;
  CHECK(motion.at(0.125).shift[1] == doctest::Approx(0.3));
  CHECK(motion.at(0).linear[1] == doctest::Approx(0.3 * 4 * kPi));
  // 2^30 whole periods later: the same place, because whole turns are exact in binary.
  CHECK(motion.at(0.125 + 536870912.0).shift[1] == doctest::Approx(0.3));
  motion.phase = 0.25;
  CHECK(motion.at(0).shift[1] == doctest::Approx(0.3));

  Motion spinner;
  spinner.spin = kPi;
  spinner.spin_start = 1;
  spinner.spin_end = 1.5;
  CHECK(norm(spinner.at(0.5).angular) == 0);
  CHECK(spinner.at(1.2).angular[2] == doctest::Approx(kPi));
  CHECK(norm(spinner.at(7).to_world({1, 0, 0}) - Point{0, 1, 0}) < 1e-15);
  CHECK(norm(spinner.at(7).angular) == 0);
}

// Oracle: a still motion is the identity at every time; every single part that moves or displaces is not
// still.
TEST_CASE("stillness") {
  Motion still;
  CHECK(still.is_still());
  still.keyframes = {{0, {0, 0, 0}, 0}, {1, {0, 0, 0}, 0}};
  still.frequency = 3;
  CHECK(still.is_still());
  CHECK(still.at(0.4).to_world({1, 2, 3}) == Point{1, 2, 3});

  Motion shifted, swinging, spinning, turned;
  shifted.keyframes = {{0, {1, 0, 0}, 0}};
  turned.keyframes = {{0, {0, 0, 0}, 1}};
  swinging.amplitude = {0, 1, 0};
  swinging.frequency = 1;
  spinning.spin = 1;
  Motion pushed, driven;
  pushed.shift[2] = 1.0;
  driven.angle = of_time("t");
  for (const Motion& motion : {shifted, turned, swinging, spinning, pushed, driven})
    CHECK_FALSE(motion.is_still());
  pushed.shift[2] = of_time("1 - 1");
  CHECK(pushed.is_still());
}

// Oracle: the contract of check(): increasing times, unit axis, finite numbers, a spin that ends after it
// begins.
TEST_CASE("impossible motions are refused") {
  CHECK_NOTHROW(check(Motion{}));
  CHECK_NOTHROW(check(every_part(Interpolation::Smooth)));
  Motion motion = every_part(Interpolation::Linear);
  motion.keyframes[2].time = motion.keyframes[1].time;
  CHECK_THROWS_AS(check(motion), InputError);
  motion = every_part(Interpolation::Linear);
  motion.keyframes[1].angle = std::nan("");
  CHECK_THROWS_AS(check(motion), InputError);
  motion = every_part(Interpolation::Linear);
  motion.axis = {0, 0, 2};
  CHECK_THROWS_AS(check(motion), InputError);
  motion = every_part(Interpolation::Linear);
  motion.spin_end = 0;
  CHECK_THROWS_AS(check(motion), InputError);
  motion = every_part(Interpolation::Linear);
  motion.amplitude[1] = INFINITY;
  CHECK_THROWS_AS(check(motion), InputError);
}

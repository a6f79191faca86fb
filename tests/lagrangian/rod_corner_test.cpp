// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/lagrangian/rod_corner.h>
#include <froth/lagrangian/stretch.h>

#include "support/random_values.h"

using namespace froth;
using test::Rng;

namespace {

using V = Vec3<double>;

V unit(const V& v) { return v / norm(v); }
V turned(const V& d, const V& t, double angle) { return d * std::cos(angle) + cross(t, d) * std::sin(angle); }

/// The three points, rest lengths, stiffnesses and directors of the example: see rod_example().
const V kPoints[3] = {{0, 0, 0}, {1, 0, 0}, {1.8, .5, .3}};

RodCorner<double> rod_example() {
  const V e0 = kPoints[1] - kPoints[0], e1 = kPoints[2] - kPoints[1], t0 = unit(e0), t1 = unit(e1);
  const V reference = unit(cross(t0, V{0, 0, 1}));
  return {e0, e1, turned(reference, t0, .2), turned(parallel_transport(reference, t0, t1), t1, .9)};
}

RodCorner<double> random_corner(Rng& rng) {
  const V e0 = V{1, 0, 0} + rng.vector(.6), e1 = V{1, 0, 0} + rng.vector(.6), t0 = unit(e0), t1 = unit(e1);
  return {e0, e1, turned(unit(cross(t0, rng.vector(1))), t0, rng.uniform(-3, 3)),
          turned(unit(cross(t1, rng.vector(1))), t1, rng.uniform(-3, 3))};
}

/// The corner with its unknowns moved by `step` times `direction`, directors carried straight there.
RodCorner<double> moved(const RodCorner<double>& at, const double (&direction)[8], double step) {
  RodCorner<double> to = at;
  for (int d = 0; d < 3; ++d) to.e0[d] += step * direction[d], to.e1[d] += step * direction[3 + d];
  const auto carry = [&](const V& d, const V& from, const V& now, double angle) {
    const V t = unit(now);
    return turned(parallel_transport(d, unit(from), t), t, step * angle);
  };
  to.d0 = carry(at.d0, at.e0, to.e0, direction[6]);
  to.d1 = carry(at.d1, at.e1, to.e1, direction[7]);
  return to;
}

constexpr RodStiffness<double> kStiff{2.0, 3.0};
constexpr RodCornerRest<double> kCurved{2.0, {.3, -.2}, .4};

double energy(const RodCorner<double>& at) {
  const Vec2<double> both = rod_corner_energy(at, kCurved, kStiff, .5);
  return both[0] + both[1];
}

}  // namespace

// Oracle: an independent program (finite differences of sixth order there), ten printed digits.
TEST_CASE("bending of three points is that of the worked example") {
  const RodCorner<double> at = rod_example();
  const RodCornerFrame<double> f(at);
  const V kb{0, -.3352049888, .5586749814};
  CHECK(norm(f.kb - kb) < 1e-10);
  const RodCornerRest<double> straight{2, {0, 0}, 0};
  CHECK(std::abs(rod_corner_energy(at, straight, {2, 0}, 0.0)[0] - .4244801193) < 6e-11);
  const RodGradient<double> g = rod_corner_gradient(at, straight, {2, 0}, 0.0);
  CHECK(norm(-g.e0 - V{0, 1.2359231741, .7415539045}) < 1e-10);
  CHECK(norm(g.e0 - g.e1 - V{.8575793453, -2.2448400509, -1.3469040305}) < 1e-10);
  CHECK(norm(g.e1 - V{-.8575793453, 1.0089168768, .6053501261}) < 1e-10);
}

// Oracle: the same program's example of twist.
TEST_CASE("twist of three points is that of the worked example") {
  const RodCorner<double> at = rod_example();
  const RodCornerFrame<double> f(at);
  CHECK(norm(at.d0 - V{0, -.9800665778, -.1986693308}) < 1e-10);
  CHECK(norm(at.d1 - V{.5513443469, -.4675988219, -.6909202218}) < 1e-10);
  CHECK(std::abs(twist_angle(at, f) - .7) < 1e-12);
  const RodCornerRest<double> straight{2, {0, 0}, 0};
  CHECK(std::abs(rod_corner_energy(at, straight, {0, 3}, 0.0)[1] - .735) < 1e-12);
  const RodGradient<double> g = rod_corner_gradient(at, straight, {0, 3}, 0.0);
  CHECK(norm(-g.e0 - V{0, .3519652383, -.5866087304}) < 1e-10);
  CHECK(norm(g.e0 - g.e1 - V{0, .0035733428, -.0059555713}) < 1e-10);
  CHECK(norm(g.e1 - V{0, -.3555385810, .5925643017}) < 1e-10);
  CHECK(std::abs(g.theta0 + 2.1) < 1e-12);
  CHECK(std::abs(g.theta1 - 2.1) < 1e-12);
  const Vec2<double> kappa = material_curvature(at, f);
  CHECK(std::abs(kappa[0] + .6119933267) < 1e-10);
  CHECK(std::abs(kappa[1] - .0058633813) < 1e-10);
}

// Oracle: central differences of the energy along random directions; h^2 truncation and rounding / h balance
// near h = 1e-5, both below 1e-8 for energies of order ten.
TEST_CASE("gradient and Hessian of a naturally curved and twisted corner") {
  Rng rng(1);
  for (int trial = 0; trial < 50; ++trial) {
    const RodCorner<double> at = random_corner(rng);
    double direction[8], row[8], hessian[8][8];
    for (double& u : direction) u = rng.uniform(-1, 1);
    to_row(rod_corner_gradient(at, kCurved, kStiff, .5), row);
    rod_corner_hessian(at, kCurved, kStiff, .5, hessian);
    double slope = 0, bend = 0, size = 1;
    for (int r = 0; r < 8; ++r) {
      slope += row[r] * direction[r];
      for (int c = 0; c < 8; ++c)
        bend += direction[r] * hessian[r][c] * direction[c], size += std::abs(hessian[r][c]);
    }
    const double h = 1e-5, up = energy(moved(at, direction, h)), down = energy(moved(at, direction, -h));
    CHECK(std::abs((up - down) / (2 * h) - slope) < 1e-7 * size);
    const double H = 1e-4;  // a second difference balances near the fourth root of epsilon
    const double second =
        (energy(moved(at, direction, H)) - 2 * energy(at) + energy(moved(at, direction, -H))) / (H * H);
    CHECK(std::abs(second - bend) < 2e-6 * size);
  }
}

// Oracle: at rest curvature and twist only first derivatives are left in the Hessian.
TEST_CASE("the positive Hessian is the whole one at rest") {
  Rng rng(2);
  for (int trial = 0; trial < 20; ++trial) {
    RodCorner<double> at = random_corner(rng);
    const RodCornerFrame<double> f(at);
    at.d1 = parallel_transport(at.d0, f.t0, f.t1);  // untwisted: both frames see one curvature
    const Vec2<double> kappa = material_curvature(at, RodCornerFrame<double>(at));
    const RodCornerRest<double> rest{2, {kappa[0], kappa[1]}, 0};
    double all[8][8], positive[8][8];
    rod_corner_hessian(at, rest, {2, 0}, 0.0, all);
    positive_rod_hessian(at, rest, {2, 0}, positive);
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c) CHECK(std::abs(all[r][c] - positive[r][c]) < 1e-9);
  }
}

// Oracle: a rigid motion changes no distance and no angle.
TEST_CASE("rigid motions of a rod cost nothing") {
  Rng rng(3);
  for (int trial = 0; trial < 20; ++trial) {
    const RodCorner<double> at = random_corner(rng);
    const Mat3<double> R = rng.rotation();
    const RodCorner<double> turned_one{R * at.e0, R * at.e1, R * at.d0, R * at.d1};
    CHECK(std::abs(energy(turned_one) - energy(at)) < 1e-12 * (1 + energy(at)));
    const RodGradient<double> g = rod_corner_gradient(at, kCurved, kStiff, .5);
    // No torque: e0 x g0 + e1 x g1 and what the angles bring along the edges cancel.
    const V torque =
        cross(at.e0, g.e0) + cross(at.e1, g.e1) + unit(at.e0) * g.theta0 + unit(at.e1) * g.theta1;
    CHECK(norm(torque) < 1e-11 * (1 + norm(g.e0) + norm(g.e1) + std::abs(g.theta0)));
    const Stretch<3, double> edge{5, 1.3};
    CHECK(std::abs(edge.energy(R * at.e0) - edge.energy(at.e0)) < 1e-13);
  }
}

// Oracle: central differences.
TEST_CASE("stretching: force is the gradient, its differential the derivative") {
  Rng rng(4);
  const Stretch<3, double> edge{5, 1.3};
  for (int trial = 0; trial < 20; ++trial) {
    const V e = V{1, 0, 0} + rng.vector(.5), de = rng.vector(1);
    const double h = 1e-5;
    const double slope = (edge.energy(e + h * de) - edge.energy(e - h * de)) / (2 * h);
    CHECK(std::abs(slope - dot(edge.gradient(e), de)) < 1e-8);
    const V second = (edge.gradient(e + h * de) - edge.gradient(e - h * de)) / (2 * h);
    CHECK(norm(second - edge.differential(e, de)) < 1e-7);
    const bool is_stretched = norm(e) > 1.3;
    const V cut = edge.positive_hessian(e) * de;
    if (is_stretched) CHECK(norm(cut - edge.differential(e, de)) < 1e-12);
    CHECK(dot(de, cut) >= 0);
  }
}

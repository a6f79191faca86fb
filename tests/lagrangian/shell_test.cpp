// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/lagrangian/hinge.h>
#include <froth/lagrangian/membrane.h>
#include <froth/lagrangian/simplex.h>

#include "support/random_values.h"

using namespace froth;
using test::Rng;

namespace {

using V = Vec3<double>;

constexpr double kSqrt3 = 1.7320508075688772;

/// Energy per area of hinges of stiffness 1 along three directions of edges of an equilateral mesh that is
/// turned by `turn`, on the surface z = (k1 x^2 + k2 y^2) / 2.
double plate_energy(double k1, double k2, double turn) {
  const double a = 1e-3, height = a * kSqrt3 / 2, area = a * a * kSqrt3 / 4;
  double sum = 0;
  for (int j = 0; j < 3; ++j) {
    const double p = turn + j * 3.14159265358979 / 3;
    const auto on_surface = [&](double along, double across) {
      const double x = along * std::cos(p) - across * std::sin(p),
                   y = along * std::sin(p) + across * std::cos(p);
      return V{x, y, (k1 * x * x + k2 * y * y) / 2};
    };
    const V x[4] = {on_surface(-a / 2, 0), on_surface(a / 2, 0), on_surface(0, height),
                    on_surface(0, -height)};
    sum += hinge_energy(x, HingeRest<double>{1, hinge_slenderness(a, area, area), 0});
  }
  return sum / (2 * area);  // three edges belong to two triangles
}

}  // namespace

// Oracle: an independent program, ten printed digits.
TEST_CASE("the hinge of the worked example") {
  const V x[4] = {{0, 0, 0}, {1.05, 0, .1}, {.4, .85, .3}, {.55, -.7, .25}};
  const HingeRest<double> rest{.5, hinge_slenderness(1.0, .45, .4), 0};
  CHECK(std::abs(rest.slenderness - 3.5294117647) < 1e-10);
  CHECK(std::abs(hinge_angle(x) + .5715984391) < 1e-10);
  CHECK(std::abs(hinge_energy(x, rest) - .5765731334) < 1e-10);
  V slope[4], g[4];
  hinge_angle_gradient(x, slope);
  hinge_gradient(x, rest, g);
  const V slopes_there[4] = {{-.1182556267, -.0258373754, 1.2416840803},
                             {-.1092194526, .0681027528, 1.1468042524},
                             {.1019481590, .3298322792, -1.0704556697},
                             {.1255269203, -.3720976566, -1.3180326630}};
  const V there[4] = {{.2385696411, .0521244827, -2.5049812313},
                      {.2203400070, -.1373909195, -2.3135700730},
                      {-.2056708538, -.6654057034, 2.1595439646},
                      {-.2532387943, .7506721401, 2.6590073397}};
  V force{}, torque{};
  for (int k = 0; k < 4; ++k) {
    CHECK(norm(slope[k] - slopes_there[k]) < 1.5e-10);
    CHECK(norm(g[k] - there[k]) < 1.5e-10);
    force += g[k], torque += cross(x[k], g[k]);
  }
  CHECK(norm(force) < 1e-13);
  CHECK(norm(torque) < 1e-13);
}

// Oracle: central differences of the gradient.
TEST_CASE("differentials of hinge and membrane are derivatives") {
  Rng rng(1);
  for (int trial = 0; trial < 20; ++trial) {
    const HingeRest<double> rest{.5, 3, .2};
    V x[4] = {{0, 0, 0}, {1, 0, 0}, {.4, .9, 0}, {.6, -.8, 0}}, dx[4], up[4], down[4], g_up[4], g_down[4],
      dg[4];
    const double h = 1e-5;
    for (int k = 0; k < 4; ++k) {
      x[k] += rng.vector(.2), dx[k] = rng.vector(1);
      up[k] = x[k] + h * dx[k], down[k] = x[k] - h * dx[k];
    }
    hinge_gradient(up, rest, g_up);
    hinge_gradient(down, rest, g_down);
    hinge_differential(x, rest, dx, dg);
    for (int k = 0; k < 4; ++k) CHECK(norm((g_up[k] - g_down[k]) / (2 * h) - dg[k]) < 1e-6);

    const MembraneRest<double> flat{{{{1, -.2}, {.1, 1.2}}}, .4};
    const MembraneLaw<double> law{2, 1};
    V y[3], dy[3], m_up[3], m_down[3], dm[3], high[3], low[3];
    for (int k = 0; k < 3; ++k) y[k] = x[k], dy[k] = dx[k], high[k] = up[k], low[k] = down[k];
    membrane_gradient(high, flat, law, m_up);
    membrane_gradient(low, flat, law, m_down);
    membrane_differential(y, flat, law, dy, 1.0, dm);
    V m[3];
    membrane_gradient(y, flat, law, m);
    double slope = 0;
    for (int k = 0; k < 3; ++k) {
      CHECK(norm((m_up[k] - m_down[k]) / (2 * h) - dm[k]) < 1e-6);
      slope += dot(m[k], dy[k]);
    }
    CHECK(std::abs((membrane_energy(high, flat, law) - membrane_energy(low, flat, law)) / (2 * h) - slope) <
          1e-7);
    membrane_differential(y, flat, law, dy, 0.0, dm);
    double curvature = 0;
    for (int k = 0; k < 3; ++k) curvature += dot(dm[k], dy[k]);
    CHECK(curvature >= -1e-12);
  }
}

// Oracle: the closed form D = 6 k, Poisson ratio -1/3: energy per area 3, 4 and 8 k c^2; the error is that of
// a curvature times edge of 1e-3, squared.
TEST_CASE("hinges of an equilateral mesh are an isotropic plate") {
  for (const double turn : {0.0, .2, .5}) {
    CHECK(std::abs(plate_energy(1, 0, turn) - 3) < 1e-4);
    CHECK(std::abs(plate_energy(1, 1, turn) - 4) < 1e-4);
    CHECK(std::abs(plate_energy(1, -1, turn) - 8) < 1e-4);
  }
}

// Oracle: an independent program, ten printed digits.
TEST_CASE("the membrane of the worked example") {
  const double E = 1e5, nu = .3;
  const MembraneLaw<double> law{E / (2 * (1 + nu)), E * nu / (1 - nu * nu)};
  const Vec2<double> X[3] = {{0, 0}, {1, 0}, {.3, .8}};
  const SimplexRest<2, double> plane = simplex_rest(X);
  const MembraneRest<double> rest{plane.inverse_edges, 1e-3 * plane.volume};
  const V x[3] = {{0, 0, 0}, {1.1, .1, .05}, {.2, .9, .2}};
  const Mat<2, double> G = MembraneGradient<double>(x[1] - x[0], x[2] - x[0], rest.inverse_edges).green();
  CHECK(std::abs(G(0, 0) - .11125) < 1e-12);
  CHECK(std::abs(G(0, 1) + .02921875) < 1e-12);
  CHECK(std::abs(G(1, 1) - .13126953125) < 1e-12);
  CHECK(std::abs(membrane_energy(x, rest, law) - .8695763305) < 1e-10);
  V g[3];
  membrane_gradient(x, rest, law, g);
  CHECK(norm(-g[0] - V{5.5349912539, 6.4923176189, 1.5482077127}) < 1.5e-10);
  CHECK(norm(-g[1] - V{-8.2412095961, 3.2332656357, .4875830346}) < 1.5e-10);
  CHECK(norm(-g[2] - V{2.7062183422, -9.7255832546, -2.0357907473}) < 1.5e-10);
}

// Oracle: rigid motions change no length.
TEST_CASE("rigid motions of a sheet cost nothing") {
  Rng rng(5);
  for (int trial = 0; trial < 10; ++trial) {
    const Mat3<double> R = rng.rotation();
    const V shift = rng.vector(3);
    const Vec2<double> X[3] = {{0, 0}, {1, 0}, {.3, .8}};
    const SimplexRest<2, double> plane = simplex_rest(X);
    V x[3], g[3];
    for (int k = 0; k < 3; ++k) x[k] = R * lift(X[k]) + shift;
    membrane_gradient(x, MembraneRest<double>{plane.inverse_edges, plane.volume}, MembraneLaw<double>{2, 1},
                      g);
    for (int k = 0; k < 3; ++k) CHECK(norm(g[k]) < 1e-13);
    const V flat[4] = {R * V{0, 0, 0} + shift, R * V{1, 0, 0} + shift, R * V{.4, .9, .1} + shift,
                       R * V{.6, -.8, .2} + shift};
    const V before[4] = {{0, 0, 0}, {1, 0, 0}, {.4, .9, .1}, {.6, -.8, .2}};
    CHECK(std::abs(hinge_angle(flat) - hinge_angle(before)) < 1e-13);
  }
}

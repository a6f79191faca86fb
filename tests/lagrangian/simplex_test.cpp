// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/lagrangian/simplex.h>
#include <froth/materials/fixed_corotated.h>
#include <froth/materials/neo_hookean.h>

#include "support/random_values.h"

using namespace froth;
using test::Rng;

namespace {

template <int Dim>
struct Element {
  Vec<Dim, double> rest[Dim + 1], now[Dim + 1], change[Dim + 1];
};

template <int Dim>
Element<Dim> random_element(Rng& rng) {
  Element<Dim> e{};
  for (int k = 0; k <= Dim; ++k) {
    e.rest[k] = drop<Dim>(rng.vector(.2));
    if (k > 0) e.rest[k][k - 1] += 1;
    e.now[k] = e.rest[k] + drop<Dim>(rng.vector(.15));
    e.change[k] = drop<Dim>(rng.vector(1));
  }
  return e;
}

template <int Dim, class L>
void check_derivatives(const L& law) {
  Rng rng(1);
  for (int trial = 0; trial < 30; ++trial) {
    const Element<Dim> e = random_element<Dim>(rng);
    const SimplexRest<Dim, double> rest = simplex_rest(e.rest);
    REQUIRE(rest.volume > 0);
    const double h = 1e-5;
    Vec<Dim, double> up[Dim + 1], down[Dim + 1], g[Dim + 1], g_up[Dim + 1], g_down[Dim + 1], dg[Dim + 1];
    for (int k = 0; k <= Dim; ++k) up[k] = e.now[k] + h * e.change[k], down[k] = e.now[k] - h * e.change[k];
    simplex_gradient(law, e.now, rest, g);
    simplex_gradient(law, up, rest, g_up);
    simplex_gradient(law, down, rest, g_down);
    simplex_differential(law, e.now, rest, e.change, dg);
    double slope = 0;
    for (int k = 0; k <= Dim; ++k) {
      slope += dot(g[k], e.change[k]);
      CHECK(norm((g_up[k] - g_down[k]) / (2 * h) - dg[k]) < 1e-6);
    }
    CHECK(std::abs((simplex_energy(law, up, rest) - simplex_energy(law, down, rest)) / (2 * h) - slope) <
          1e-8);
  }
}

/// Force and energy of a rigidly moved element.
template <int Dim, class L>
void check_rigid(const L& law) {
  Rng rng(2);
  for (int trial = 0; trial < 10; ++trial) {
    Element<Dim> e = random_element<Dim>(rng);
    const SimplexRest<Dim, double> rest = simplex_rest(e.rest);
    Mat3<double> R = rng.rotation();
    if (Dim == 2) {
      const double a = rng.uniform(0, 6);
      R = {{{std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}, {0, 0, 1}}};
    }
    const Vec3<double> shift = rng.vector(2);
    for (int k = 0; k <= Dim; ++k) e.now[k] = drop<Dim>(R * lift(e.rest[k]) + shift);
    Vec<Dim, double> g[Dim + 1];
    simplex_gradient(law, e.now, rest, g);
    CHECK(std::abs(simplex_energy(law, e.now, rest)) < 1e-13);
    for (int k = 0; k <= Dim; ++k) CHECK(norm(g[k]) < 1e-13);
  }
}

}  // namespace

// Oracle: central differences (h^2 times third derivatives, which squeezed elements have up to 1e3), for two
// laws of the list in both dimensions.
TEST_CASE("force is minus the gradient, its differential the derivative") {
  check_derivatives<2>(NeoHookean<double>{2, 3});
  check_derivatives<3>(NeoHookean<double>{2, 3});
  check_derivatives<2>(FixedCorotated<double>{2, 3});
  check_derivatives<3>(FixedCorotated<double>{2, 3});
}

// Oracle: rigid motions change no distance.
TEST_CASE("rigid motions of an element cost nothing") {
  check_rigid<2>(NeoHookean<double>{2, 3});
  check_rigid<3>(NeoHookean<double>{2, 3});
  check_rigid<2>(FixedCorotated<double>{2, 3});
  check_rigid<3>(FixedCorotated<double>{2, 3});
}

// Oracle (patch test): under one homogeneous deformation, forces at the inner vertex of any fan cancel,
// because the stress is one and the normals of a closed surface add up to nothing.
TEST_CASE("patch test: the inner vertex of a deformed fan feels nothing") {
  const NeoHookean<double> law{2, 3};
  const Vec2<double> ring[5] = {{1, .1}, {.2, 1.1}, {-.9, .4}, {-.5, -.8}, {.6, -.9}};
  const Mat<2, double> F{{{1.2, .3}, {-.1, .9}}};
  const Vec2<double> inner{.1, -.05};
  Vec2<double> sum{};
  double largest = 0;
  for (int k = 0; k < 5; ++k) {
    const Vec2<double> X[3] = {inner, ring[k], ring[(k + 1) % 5]}, x[3] = {F * X[0], F * X[1], F * X[2]};
    Vec2<double> g[3];
    simplex_gradient(law, x, simplex_rest(X), g);
    sum += g[0];
    largest = std::max(largest, norm(g[0]));
  }
  CHECK(norm(sum) < 1e-13);
  CHECK(largest > .1);  // they are not zero one by one
}

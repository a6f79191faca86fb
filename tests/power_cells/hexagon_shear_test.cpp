// SPDX-License-Identifier: Apache-2.0
// What a power diagram keeps of a dry foam of equal hexagons that is sheared slowly [Princen1983]: lengths of
// films, hence energy and stress for films that pull with T. With the distance s of cells and edge a = s /
// sqrt 3:
// - a foam whose films meet at 120 degrees has L = sqrt 3 s sqrt(1 + G^2/4) per cell, stress
//   T / (2 sqrt3 a) G / sqrt(1 + G^2/4), and rearranges at G = 2 / sqrt 3;
// - cells of sites that move affinely have edges p cot P for the sides p of the triangle of sites and the
// angles P
//   opposite to them; they rearrange at G = 1 / sqrt 3, where a triangle is right-angled.
#include <doctest/doctest.h>

#include <cmath>

#include <froth/power_cells/power_diagram.h>

namespace froth {

namespace {

const double kStep = std::sqrt(.75);  // height of a row of cells, s = 1

/// The cell in the middle of a lattice sheared by G.
CellMeasure sheared_cell(double G) {
  std::vector<Vec2<double>> x = {{0, 0}};
  for (int a = -6; a <= 6; ++a)
    for (int b = -3; b <= 3; ++b)
      if (a != 0 || b != 0) x.push_back({a + .5 * b + G * kStep * b, kStep * b});
  PowerSites<2> sites = PowerSites<2>::from(x);
  sites.low = {-20, -20}, sites.high = {20, 20}, sites.has_free_surface = false;
  return PowerDiagram<2>(sites).measure_all(std::vector<double>(x.size(), 0.0))[0];
}

/// Length of films per cell; every film has two.
double length_of(double G) { return sheared_cell(G).surface() / 2; }
double stress_of(double G) { return (length_of(G + 1e-4) - length_of(G - 1e-4)) / 2e-4 / kStep; }

/// The closed form, by the triangle of the origin, (1, 0) and the cell above, moved by whole cells.
double length_by_angles(double G) {
  const double shift = .5 + G * kStep - std::floor(.5 + G * kStep);
  const Vec2<double> corner[] = {{0, 0}, {1, 0}, {shift, kStep}};
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec2<double> q = corner[(k + 1) % 3] - corner[k], r = corner[(k + 2) % 3] - corner[k];
    sum += norm(r - q) * dot(q, r) / kStep;
  }
  return sum;
}

double princen_length(double G) { return std::sqrt(3) * std::sqrt(1 + G * G / 4); }
double princen_stress(double G) {
  return G / (2 * std::sqrt(1 + G * G / 4));
}  // T / (2 sqrt3 a) with a = 1/sqrt3

}  // namespace

// Oracle: the two closed forms above. Area is kept by shear.
TEST_CASE("films of sheared hexagons") {
  for (int k = 0; k <= 23; ++k) {
    const double G = (k + .5) / 24 * 2 / std::sqrt(3);
    const CellMeasure cell = sheared_cell(G);
    CHECK(cell.sides.size() == 6);
    CHECK(std::abs(cell.volume - kStep) <= 1e-13);
    CHECK(std::abs(cell.surface() / 2 - length_by_angles(G)) <= 1e-12);
    // Flat films that do not pull are never shorter than those that do, in the same topology.
    if (G < 1 / std::sqrt(3)) CHECK(cell.surface() / 2 > princen_length(G));
  }
}

// Oracle: the same rest state and slope zero; a modulus of 3/2 of the foam's (second derivative of p cot P at
// 60 degrees, against that of the closed form); the jump at half the strain; the period of the lattice.
TEST_CASE("what cells of sheared hexagons do not have of a foam") {
  CHECK(std::abs(length_of(0) - princen_length(0)) <= 1e-13);
  CHECK(std::abs(length_of(0) / std::sqrt(kStep) - 1.861209718204) <= 6e-13);  // by the root of the area
  CHECK(std::abs(stress_of(0)) <= 1e-9);
  const double modulus = stress_of(.01) / .01, foam = princen_stress(.01) / .01;
  CHECK(std::abs(modulus / foam - 1.5) <= 1e-3);  // the next term is of the order of G^2
  const double half = 1 / std::sqrt(3), period = 2 / std::sqrt(3);
  CHECK(stress_of(half - .01) > 0.5);
  CHECK(stress_of(half + .01) < -0.5);    // the films have changed their neighbours
  CHECK(princen_stress(half + .01) > 0);  // those of a foam have not, before twice the strain
  CHECK(std::abs(length_of(period + .1) - length_of(.1)) <= 1e-12);
}

}  // namespace froth

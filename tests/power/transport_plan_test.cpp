// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include <froth/power/transport_plan.h>

#include "support/power_particles.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Largest difference of T_pj / V_p from the dense plan's.
template <int Dim, class Real>
double difference(const TransportPlan<Dim, Real>& plan, const DensePlan<Dim>& dense, int low, int high) {
  double worst = 0;
  for (std::size_t p = 0; p < dense.volume.size(); ++p) {
    std::vector<double> found(dense.cells.size(), 0);
    plan.for_each_cell(p, [&](const Vec<Dim, std::int32_t>& cell, Real part) {
      std::size_t n = 0;
      for (int d = Dim - 1; d >= 0; --d)
        n = n * static_cast<std::size_t>(high - low) + std::size_t(cell[d] - low);
      found[n] = static_cast<double>(part);
    });
    for (std::size_t j = 0; j < found.size(); ++j)
      worst = std::max(worst, std::abs(found[j] - dense.T(p, j) / dense.volume[p]));
  }
  return worst;
}

double wall_distance(const Vec<2, double>& x, double low_x, double high_x, double low_y, double high_y) {
  return std::min({x[0] - low_x, high_x - x[0], x[1] - low_y, high_y - x[1]});
}

}  // namespace

// Oracle: published numbers of a one-dimensional plan, checked there against a general optimiser (SLSQP) on
// the same problem. A single row of cells in the plane, walled in, is that problem: the row's factor of the
// second axis is one, and no other cell has room. 6 printed digits.
TEST_CASE("a row of cells is shared out as the optimiser does") {
  const double T[3][8] = {{.750483, .590928, .231456, .026180, .000942, .000011, 0, 0},
                          {.249516, .409048, .767542, .957000, .873663, .584482, .315985, .042764},
                          {0, .000024, .001002, .016820, .125395, .415508, .674838, .166413}};
  const double s_j[8] = {.176193, .106260, .120935, .150786, .226955, .412726, 1, 1};
  const std::vector<Vec<2, double>> x = {{0.5, 1.2}, {0.5, 3.0}, {0.5, 5.6}};
  const std::vector<double> volume = {1.6, 4.2, 1.4}, eps = {1.5, 4, 2};
  std::vector<double> scaling(3, 0);
  const auto walls = [](const Vec<2, double>& at) { return wall_distance(at, 0, 1, 0, 8); };
  const SolidDistance<2> solids(walls);
  TransportPlan<2, double> plan({.cell = 1, .cutoff = 12, .volume_error = 1e-13, .max_iterations = 100000});
  CHECK(plan.solve(x, volume, eps, scaling, &solids).converged());
  for (int j = 0; j < 8; ++j) CHECK(std::abs(plan.grid().at(plan.grid().scaling, {0, j}) - s_j[j]) < 5.1e-7);
  for (std::size_t p = 0; p < 3; ++p) {
    double found[8] = {};
    plan.for_each_cell(p, [&](const Vec<2, std::int32_t>& cell, double part) {
      if (cell[0] == 0 && cell[1] >= 0 && cell[1] < 8)
        found[cell[1]] = part * volume[p];
      else
        CHECK(part == 0);
    });
    for (int j = 0; j < 8; ++j) CHECK(std::abs(found[j] - T[p][j]) < 5.1e-7);
  }
}

// Oracle: brute force, the same fixed point from the dense matrix of all pairs. Different volumes, a free
// surface around. Float: sums of a few hundred terms of 6e-8, with a margin of ten.
TEST_CASE_TEMPLATE("the plan is that of all pairs", Real, float, double) {
  SUBCASE("in the plane") {
    auto p = lattice_particles<2, Real>(6, 3.3, 10.2, 0.5, 0.95, 5);
    TransportPlan<2, Real> plan({.cell = 1, .volume_error = 1e-7, .max_iterations = 400});
    plan.solve(p.x, p.volume, p.scaling);
    const auto eps = particle_spreads<Real>(2, p.volume, 1, Spread::OwnRadius);
    const auto dense = dense_plan<2, Real>(p, eps, 1, 3, -10, 50, 401);
    CHECK(difference(plan, dense, -10, 50) < (sizeof(Real) == 4 ? 2e-5 : 1e-6));
  }
  SUBCASE("in space") {
    auto p = lattice_particles<3, Real>(3, 2.2, 0, 0.5, 0.95, 4);
    TransportPlan<3, Real> plan({.cell = 1, .volume_error = 1e-7, .max_iterations = 200});
    plan.solve(p.x, p.volume, p.scaling);
    const auto eps = particle_spreads<Real>(3, p.volume, 1, Spread::OwnRadius);
    const auto dense = dense_plan<3, Real>(p, eps, 1, 3, -8, 16, 201);
    CHECK(difference(plan, dense, -8, 16) < (sizeof(Real) == 4 ? 2e-5 : 1e-6));
  }
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {
/// A B-spline of unit width around zero, from its definition as a box convolved with itself.
double spline(int degree, double x) {
  const double a = std::abs(x);
  if (degree == 2) return a < 0.5 ? 0.75 - a * a : a < 1.5 ? 0.5 * (1.5 - a) * (1.5 - a) : 0;
  return a < 1 ? 0.5 * a * a * a - a * a + 2.0 / 3 : a < 2 ? (2 - a) * (2 - a) * (2 - a) / 6 : 0;
}

template <int Dim>
double weight(int degree, const Vec<Dim, double>& x, const Vec<Dim, double>& node, double dx) {
  double w = 1;
  for (int d = 0; d < Dim; ++d) w *= spline(degree, (x[d] - node[d]) / dx);
  return w;
}
}  // namespace

// Oracle: brute force over all pairs of particles and nodes: V = m dx^Dim / sum_i w_i m_i.
TEST_CASE_TEMPLATE("volumes from the density of the grid", D, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int Dim = D::value;
  const double dx = 0.1;
  for (const int degree : {2, 3}) {
    ExplicitMpm<Dim, double> solver(settings<Dim>(dx, "nflip", degree));
    const auto particles = jittered_block<Dim>(6, 0.3, {});
    add_body(solver.state(), "block", no_stress<double>(), 1000, particles);
    take_grid_volumes(solver.state(), {0});

    std::vector<Vec<Dim, double>> nodes;
    const int count = Dim == 3 ? 12 * 12 * 12 : 12 * 12;
    for (int n = 0; n < count; ++n) {
      Vec<Dim, double> node{};
      for (int d = 0, k = n; d < Dim; ++d, k /= 12) node[d] = dx * (k % 12 - 6);
      nodes.push_back(node);
    }
    const double mass = 1000 * particles[0].volume;
    std::vector<double> node_mass(nodes.size(), 0.0);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const auto& p : particles) node_mass[i] += mass * weight(degree, p.x, nodes[i], dx);
    const ColumnTable& set = solver.state().bodies[0].particles;
    double worst = 0;
    for (Index s = 0; s < set.count(); ++s) {
      const auto& p = particles[set.plane<std::uint64_t>("id")[s]];
      double around = 0;
      for (std::size_t i = 0; i < nodes.size(); ++i)
        around += node_mass[i] * weight(degree, p.x, nodes[i], dx);
      const double expected = mass * std::pow(dx, Dim) / around;
      worst = std::max(worst, std::abs(set.plane<double>("V0")[s] / expected - 1));
    }
    CHECK(worst < 1e-12);
  }
}

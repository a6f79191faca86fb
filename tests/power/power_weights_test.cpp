// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/power/motion.h>
#include <froth/power/power_weights.h>

#include "support/power_particles.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Moments of what a particle fills, from its cells: the mean of their centres, the covariance, and the mean
/// of theta (1 - theta) on every axis, theta being the place of a cell's centre between two s-nodes.
template <int Dim>
struct CellMoments {
  Vec<Dim, double> mean{}, between{};
  Mat<Dim, double> covariance{};
};

template <int Dim, class Real>
CellMoments<Dim> cell_moments(const TransportPlan<Dim, Real>& plan, std::size_t particle, int ratio) {
  const double dx = plan.grid().cell();
  CellMoments<Dim> m;
  double all = 0;
  const auto center = [&](const Vec<Dim, std::int32_t>& cell) {
    Vec<Dim, double> x{};
    for (int d = 0; d < Dim; ++d) x[d] = dx * (cell[d] + 0.5);
    return x;
  };
  plan.for_each_cell(particle, [&](const Vec<Dim, std::int32_t>& cell, Real part) {
    all += double(part), m.mean += double(part) * center(cell);
  });
  m.mean = m.mean / all;
  plan.for_each_cell(particle, [&](const Vec<Dim, std::int32_t>& cell, Real part) {
    const Vec<Dim, double> d = center(cell) - m.mean;
    for (int r = 0; r < Dim; ++r) {
      const double in = center(cell)[r] / (ratio * dx), theta = in - std::floor(in);
      m.between[r] += double(part) / all * theta * (1 - theta);
      for (int c = 0; c < Dim; ++c) m.covariance(r, c) += double(part) / all * d[r] * d[c];
    }
  });
  return m;
}

/// Checks all particles of a plan; `rounding` is relative to the s-cell.
template <int Dim, class Real>
void check_weights(const PowerParticles<Dim, Real>& given, int ratio, double dx, double rounding) {
  PowerParticles<Dim, Real> p = given;
  TransportPlan<Dim, Real> plan({.cell = dx});
  CHECK(plan.solve(p.x, p.volume, p.scaling).converged());
  const PowerWeights<Dim, Real> weights = power_weights(plan, ratio, 0);
  const double dx_s = ratio * dx;
  CHECK(weights.cell == doctest::Approx(dx_s).epsilon(1e-15));
  double worst_sum = 0, worst_first = 0, worst_moment = 0, worst_d = 0, worst_centroid = 0;
  bool positive = true;
  for (std::size_t k = 0; k < p.count(); ++k) {
    const CellMoments<Dim> cells = cell_moments(plan, k, ratio);
    double sum = 0;
    Vec<Dim, double> first{};
    Mat<Dim, double> D{};
    for (const auto& e : weights.rows.row(k)) {
      positive = positive && e.weight > 0;
      sum += double(e.weight);
      const Vec<Dim, double> x = dx_s * weights.node[e.node].template cast<double>();
      first += double(e.weight) * x;
      worst_d = std::max(
          worst_d,
          norm(x - weights.centroid[k].template cast<double>() - e.d.template cast<double>()) / dx_s);
      D = D + double(e.weight) * outer(e.d.template cast<double>(), e.d.template cast<double>());
    }
    worst_sum = std::max(worst_sum, std::abs(sum - 1));
    worst_first = std::max(worst_first, norm(first - weights.centroid[k].template cast<double>()) / dx_s);
    worst_centroid = std::max(worst_centroid, norm(first - cells.mean) / dx_s);
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) {
        const double expected = cells.covariance(r, c) + (r == c ? cells.between[r] * dx_s * dx_s : 0);
        worst_moment = std::max(worst_moment, std::abs(D(r, c) - expected) / (dx_s * dx_s));
        double unit = 0;
        for (int i = 0; i < Dim; ++i) unit += D(r, i) * double(weights.rows.inverse_moment(k)(i, c));
        worst_moment = std::max(worst_moment, 0.1 * std::abs(unit - (r == c)));
      }
  }
  CHECK(positive);
  CHECK(worst_sum < rounding);
  CHECK(worst_first < rounding);
  CHECK(worst_d < rounding);
  CHECK(worst_centroid < rounding);
  CHECK(worst_moment < rounding);
}

}  // namespace

// Oracle: identities, Eq. (11), and D_p = Cov(T_p) + <theta (1 - theta)> dx_s^2, all to rounding. Sums of a
// few hundred terms; positions are within 60 s-cells of the origin, which multiplies the rounding of a
// centroid.
TEST_CASE_TEMPLATE("weights sum to one, about the centroid, with the moment of what is filled", Real, float,
                   double) {
  const double rounding = sizeof(Real) == 4 ? 1e-4 : 1e-13;
  for (const int ratio : {1, 2, 3, 4}) {
    CAPTURE(ratio);
    check_weights(lattice_particles<2, Real>(7, 0.05, -0.13, 0.7, 0.9, 6), ratio, 0.02, rounding);
    check_weights(lattice_particles<3, Real>(4, 0.044, -0.07, 0.7, 0.9, 6), ratio, 0.02, rounding);
    check_weights(lattice_particles<2, Real>(4, 0.2, -0.3, 0.5, 0.9, 20), ratio, 0.02, rounding);
    check_weights(lattice_particles<3, Real>(2, 0.2, -0.3, 0.5, 0.7, 2), ratio, 0.02, rounding);
  }
}

// Oracle: brute force. Whole rows, less what has a share of kLeastWeight or less, divided by the sum of what
// is left; the moment and the centroid are of that, and what is left out is below a hundredth.
TEST_CASE("nodes with next to no share are left out, and the rest is a row of its own") {
  auto p = lattice_particles<3, double>(5, 0.044, -0.07, 0.7, 0.9, 6);
  TransportPlan<3, double> plan({.cell = 0.02});
  CHECK(plan.solve(p.x, p.volume, p.scaling).converged());
  const auto whole = power_weights(plan, 2, 0), kept = power_weights(plan, 2);
  double worst = 0, most_lost = 0;
  std::size_t all = 0, left = 0;
  bool same_nodes = true;
  for (std::size_t k = 0; k < p.count(); ++k) {
    double sum = 0;
    Vec<3, double> first{};
    std::vector<StencilEntry<3, double>> expected;
    for (const auto& e : whole.rows.row(k))
      if (e.weight > kLeastWeight) {
        expected.push_back(e);
        sum += e.weight, first += e.weight * (whole.cell * whole.node[e.node].cast<double>());
      }
    most_lost = std::max(most_lost, 1 - sum);
    first = first / sum;
    const auto row = kept.rows.row(k);
    all += whole.rows.row(k).size(), left += row.size();
    REQUIRE(row.size() == expected.size());
    worst = std::max(worst, norm(first - kept.centroid[k]) / whole.cell);
    for (std::size_t n = 0; n < row.size(); ++n) {
      same_nodes = same_nodes && kept.node[row[n].node] == whole.node[expected[n].node];
      worst = std::max(worst, std::abs(row[n].weight - expected[n].weight / sum));
      const Vec<3, double> x = whole.cell * whole.node[expected[n].node].cast<double>();
      worst = std::max(worst, norm(row[n].d - (x - first)) / whole.cell);
    }
  }
  CHECK(same_nodes);
  CHECK(worst < 1e-13);
  CHECK(most_lost < 0.01);
  CHECK(left < all);
}

// Oracle: closed form, a Gaussian exp(-r^2 / eps) has a variance of eps / 2 on every axis. A lone particle
// that fills no cell keeps it, less what the cut-off at 3 sqrt(eps) takes: the integral over a disc of radius
// a sqrt(eps) has 1 - a^2 e^(-a^2) / (1 - e^(-a^2)) of it, .9989. Sums over cells whose width is .7 sqrt(eps)
// agree with integrals to 1e-3 or so, where the cut-off passes between cells.
TEST_CASE("a lone particle is a Gaussian of variance eps / 2") {
  const double dx = 0.1, eps = 2 * dx * dx;
  const std::vector<Vec<2, double>> x = {{0.53, 0.27}};
  const std::vector<double> volume = {5 * dx * dx};  // below pi eps: no cell is full
  std::vector<double> scaling = {0};
  TransportPlan<2, double> plan({.cell = dx});
  CHECK(plan.solve(x, volume, scaling).converged());
  const CellMoments<2> cells = cell_moments(plan, 0, 2);
  CHECK(norm(cells.mean - x[0]) < 2e-3 * dx);
  CHECK(cells.covariance(0, 0) == doctest::Approx(eps / 2).epsilon(5e-3));
  CHECK(cells.covariance(1, 1) == doctest::Approx(eps / 2).epsilon(5e-3));
}

// Oracle: closed form. Nodes at corners of t-cells leave a particle inside one t-cell the moments
// theta (1 - theta) dx_s^2, which are .25, .1875, .109375 of dx_s^2 for 1, 2 and 4 t-cells at the worst
// place.
TEST_CASE("the smallest moment is that of a single cell") {
  for (const auto& [ratio, least] : {std::pair{1, .25}, std::pair{2, .1875}, std::pair{4, .109375}}) {
    const std::vector<Vec<2, double>> x = {{0.5, 0.5}};
    const std::vector<double> volume = {0.9}, eps = {1e-3};
    std::vector<double> scaling = {0};
    TransportPlan<2, double> plan({.cell = 1});
    plan.solve(x, volume, eps, scaling);
    const auto weights = power_weights(plan, ratio);
    CHECK(weights.rows.row(0).size() == 4);
    CHECK(weights.rows.inverse_moment(0)(0, 0) ==
          doctest::Approx(1 / (least * ratio * ratio)).epsilon(1e-12));
    CHECK(std::abs(weights.rows.inverse_moment(0)(0, 1)) < 1e-12);
  }
}

// Oracle: closed form of Section 7 at both ends, and det(I + dt A) written out.
TEST_CASE("particles move from the centroid, and volumes by the whole determinant") {
  const Vec<2, double> x = {1, 2}, c = {1.1, 1.9}, v = {3, -4};
  CHECK(norm(moved_from_centroid(x, c, v, 0.1, 0.0) - Vec<2, double>{1.4, 1.5}) < 1e-15);
  CHECK(norm(moved_from_centroid(x, c, v, 0.1, 1.0) - Vec<2, double>{1.3, 1.6}) < 1e-15);
  const Mat<2, double> A{{{1, 2}, {3, -1}}};
  CHECK(updated_volume_ratio(2.0, A, 0.1) == doctest::Approx(2 * (1.1 * 0.9 - 0.2 * 0.3)).epsilon(1e-15));
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/transfer/bspline.h>
#include <froth/transfer/stencil_rows.h>

#include "support/random_values.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr int kWidth = 12;  ///< nodes along an axis
constexpr double kCell = 0.1;

struct Particles {
  std::vector<Vec<2, double>> x, v;
  std::vector<Mat<2, double>> C;
  std::vector<double> mass;
};

Particles random_particles(int count, std::uint64_t seed) {
  Rng rng(seed);
  Particles p;
  for (int n = 0; n < count; ++n) {
    p.x.push_back({rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.9)});
    p.v.push_back({rng.uniform(-1, 1), rng.uniform(-1, 1)});
    p.C.push_back({{{rng.uniform(-1, 1), rng.uniform(-1, 1)}, {rng.uniform(-1, 1), rng.uniform(-1, 1)}}});
    p.mass.push_back(rng.uniform(0.5, 2));
  }
  return p;
}

Vec<2, double> node_position(std::size_t n) {
  return {kCell * static_cast<double>(n / kWidth), kCell * static_cast<double>(n % kWidth)};
}

/// Quadratic B-splines as rows of nine nodes; `drop` leaves every seventh entry out and shares its weight, so
/// that rows differ in length.
StencilRows<2, double> rows_of(const Particles& p, bool drop) {
  std::vector<StencilEntry<2, double>> entries;
  std::vector<Index> begin = {0};
  for (const Vec<2, double>& x : p.x) {
    double w[2][3];
    int first[2];
    for (int d = 0; d < 2; ++d) {
      const double y = x[d] / kCell - 1;
      first[d] = static_cast<int>(std::floor(y + 0.5));
      BSpline<2, double>::weights(y - first[d], w[d]);
    }
    double left = 0;
    const std::size_t row = entries.size();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const auto node = static_cast<std::uint32_t>((first[0] + i) * kWidth + first[1] + j);
        if (drop && node % 7 == 0) {
          left += w[0][i] * w[1][j];
          continue;
        }
        entries.push_back({node, w[0][i] * w[1][j], node_position(node) - x});
      }
    for (std::size_t k = row; k < entries.size(); ++k) entries[k].weight /= 1 - left;
    begin.push_back(static_cast<Index>(entries.size()));
  }
  return {std::move(entries), std::move(begin), kWidth * kWidth};
}

}  // namespace

// Oracle: the moment of a quadratic B-spline is dx^2 / 4 [Jiang2015].
TEST_CASE("B-splines as rows have the moment of B-splines") {
  const StencilRows<2, double> rows = rows_of(random_particles(20, 1), false);
  for (std::size_t p = 0; p < rows.particle_count(); ++p)
    for (int k = 0; k < 4; ++k)
      CHECK(rows.inverse_moment(p)(k / 2, k % 2) ==
            doctest::Approx(k == 0 || k == 3 ? 4 / (kCell * kCell) : 0.0).epsilon(1e-9));
}

// Oracle: conservation. Weights sum to one, so that mass and linear momentum arrive in full, whatever the
// length of the rows; the affine part carries none where first moments vanish, which dropped nodes break.
TEST_CASE("mass arrives in full, and momentum where first moments vanish") {
  const Particles p = random_particles(200, 2);
  for (const bool drop : {false, true}) {
    const StencilRows<2, double> rows = rows_of(p, drop);
    std::vector<double> m(rows.node_count());
    std::vector<Vec<2, double>> momentum(rows.node_count());
    scatter_momentum<2, double>(rows, p.mass, p.v, p.C, m, momentum);
    double mass = 0, given = 0;
    Vec<2, double> sum{}, expected{};
    for (std::size_t n = 0; n < m.size(); ++n) mass += m[n], sum += momentum[n];
    for (std::size_t k = 0; k < p.x.size(); ++k) given += p.mass[k], expected += p.mass[k] * p.v[k];
    CHECK(mass == doctest::Approx(given).epsilon(1e-13));
    if (drop)
      CHECK(norm(sum - expected) > 1e-6);
    else
      CHECK(norm(sum - expected) < 1e-12);
  }
}

// Oracle: brute force over all entries, nodes in any order.
TEST_CASE("forces of rows are the sums written out") {
  const Particles p = random_particles(50, 3);
  const StencilRows<2, double> rows = rows_of(p, true);
  std::vector<Vec<2, double>> force(rows.node_count()), expected(rows.node_count());
  scatter_stress<2, double>(rows, p.mass, p.C, force);
  for (std::size_t k = 0; k < p.x.size(); ++k)
    for (const auto& e : rows.row(k))
      expected[e.node] += -p.mass[k] * e.weight * (p.C[k] * (rows.inverse_moment(k) * e.d));
  for (std::size_t n = 0; n < force.size(); ++n) CHECK(norm(force[n] - expected[n]) < 1e-9);
}

// Oracle: an affine field on the nodes comes back unchanged where first moments vanish [Jiang2015].
TEST_CASE("an affine field comes back") {
  const Particles p = random_particles(50, 4);
  const StencilRows<2, double> rows = rows_of(p, false);
  const Mat<2, double> A{{{1, 2}, {-3, 0.5}}};
  std::vector<Vec<2, double>> node_v, v(p.x.size());
  std::vector<Mat<2, double>> C(p.x.size());
  for (std::size_t n = 0; n < rows.node_count(); ++n) node_v.push_back(A * node_position(n));
  gather_velocity<2, double>(rows, node_v, v, C);
  for (std::size_t k = 0; k < v.size(); ++k) {
    CHECK(norm(v[k] - A * p.x[k]) < 1e-13);
    for (int e = 0; e < 4; ++e) CHECK(std::abs(C[k](e / 2, e % 2) - A(e / 2, e % 2)) < 1e-11);
  }
}

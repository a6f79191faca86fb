// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/embedding/embedded_positions.h>
#include <froth/embedding/viscosity.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Unit vectors along x of one particle, so that a product is a column of the matrix.
std::vector<Vec3<double>> unit_vector(std::size_t count, std::size_t k) {
  std::vector<Vec3<double>> e(count);
  e[k][0] = 1;
  return e;
}

}  // namespace

// Oracle: brute force. Every entry (i, j) is a row of C with -w_ij at i and w_ij at j; the matrix of the
// solve is C^T C, and the right side C^T (w u), for lists that are not symmetric.
TEST_CASE("the matrix of the embedding is C^T C") {
  Rng rng(1);
  EmbeddedBody body = body_at(random_points(30, 1, rng), 0.3, 7, {1, 1, 0, 0, 0});
  const std::size_t count = body.x.size();
  for (NeighborVectors& u : body.near.rest)  // rest vectors that no embedding explains
    for (int k = 0; k < 7; ++k) u.set(k, u[k] + rng.vector(0.05));
  for (Index i = 0; i < body.count(); ++i)
    update_gradients(body.near, i, body.support[static_cast<std::size_t>(i)]);
  weigh_links(body.near, body.links);
  std::vector<std::vector<double>> C;
  std::vector<Vec3<double>> u;
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < body.near.count[i]; ++k) {
      const double w = body.near.weight[i].a[k];
      C.emplace_back(count, 0.0);
      C.back()[i] = -w, C.back()[body.near.of(static_cast<Index>(i))[static_cast<std::size_t>(k)]] = w;
      u.push_back(w * body.near.rest[i][k]);
    }
  std::vector<Vec3<double>> product(count), right(count);
  rest_right_side(body, right);
  double largest = 0;
  for (const double d : body.links.diagonal) largest = std::max(largest, d);
  for (std::size_t i = 0; i < count; ++i) {
    apply_links(body.links, unit_vector(count, i), product);
    Vec3<double> expected_right{};
    for (std::size_t row = 0; row < C.size(); ++row) expected_right += C[row][i] * u[row];
    CHECK(norm(right[i] - expected_right) < 1e-13 * largest);
    for (std::size_t j = 0; j < count; ++j) {
      double expected = 0;
      for (const auto& row : C) expected += row[i] * row[j];
      CHECK(std::abs(product[j][0] - expected) < 1e-13 * largest);
    }
  }
}

// Oracle: rest vectors that come from one global configuration have it as their embedding, but for a
// translation; the centre weighted by the diagonal stays. Tolerance of the solve: 1e-14 of the spacing.
TEST_CASE("an embeddable rest space is embedded exactly") {
  Rng rng(2);
  EmbeddedBody body = body_at(random_points(150, 3, rng), 0.5, 12, {1, 1, 0, 0, 0});
  const std::vector<Vec3<double>> truth = body.embedded;
  for (Vec3<double>& e : body.embedded) e += rng.vector(0.3);
  Vec3<double> centre{}, off{};
  double weight = 0;
  for (std::size_t s = 0; s < truth.size(); ++s) {
    centre += body.links.diagonal[s] * body.embedded[s], off += body.links.diagonal[s] * truth[s];
    weight += body.links.diagonal[s];
  }
  EmbeddingSpace space;
  const CgReport report = solve_embedding(body, 1e-14 * body.spacing, 2000, space);
  CHECK(report.iterations < 500);
  for (std::size_t s = 0; s < truth.size(); ++s)
    CHECK(norm(body.embedded[s] - centre / weight - (truth[s] - off / weight)) < 1e-11);
  CHECK(solve_embedding(body, 1e-12 * body.spacing, 2000, space).iterations == 0);  // warm start
}

// Oracle: conservation and the second law. Momentum is kept to rounding however loosely the solve ends,
// kinetic energy falls; very high viscosity leaves the motion of the mass centre alone.
TEST_CASE("implicit viscosity keeps momentum") {
  Rng rng(3);
  EmbeddedBody body = body_at(random_points(100, 3, rng), 0.6, 12, {1, 1, 0, 0, 0});
  weigh_viscosity(body.near, body.mass, body.density, body.support, body.links);
  for (Vec3<double>& v : body.v) v = rng.vector(1);
  const auto momentum = [&] {
    Vec3<double> sum{};
    for (std::size_t s = 0; s < body.v.size(); ++s) sum += body.mass[s] * body.v[s];
    return sum;
  };
  const auto energy = [&] {
    double sum = 0;
    for (std::size_t s = 0; s < body.v.size(); ++s) sum += body.mass[s] / 2 * dot(body.v[s], body.v[s]);
    return sum;
  };
  const Vec3<double> start = momentum();
  const double before = energy();
  ViscositySpace space;
  damp_implicitly(body, 0.5, 0.01, 1e-3, space);
  CHECK(norm(momentum() - start) < 1e-13);
  CHECK(energy() < before);
  damp_implicitly(body, 1e9, 1, 1e-9, space);
  double mass = 0;
  for (const double m : body.mass) mass += m;
  for (const Vec3<double>& v : body.v) CHECK(norm(v - start / mass) < 1e-6);
}

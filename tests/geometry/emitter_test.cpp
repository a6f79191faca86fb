// SPDX-License-Identifier: Apache-2.0
// Jets and fillings: which points come, when, and how many.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include <froth/base/error.h>
#include <froth/geometry/emitter.h>

#include "support/random_values.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A nozzle and when a straight line is inside it, worked out by hand: from, to.
struct Nozzle {
  Shape shape;
  Vec3<double> velocity;
  double cross_section;  ///< seen along the velocity [m^2], in the plane [m]
  int dim;
  /// A box of these corners; a cylinder along y through the origin, radius 0.1, from 0 to 0.2; a ball of that
  /// radius around the origin.
  enum { Box, Cylinder, Ball } form;
  Vec3<double> min, max;
};

constexpr double kRadius = 0.1, kHeight = 0.2;

/// Times at which x + s v goes into and out of what lies between two planes.
void clip(double x, double v, double low, double high, double& in, double& out) {
  if (v == 0) {
    if (!(x > low && x < high)) out = -1e300;
    return;
  }
  in = std::max(in, std::min((low - x) / v, (high - x) / v));
  out = std::min(out, std::max((low - x) / v, (high - x) / v));
}

/// The times at which a line is inside, from the formulas of planes and circles.
std::array<double, 2> inside(const Nozzle& nozzle, const Vec3<double>& x) {
  const Vec3<double>& v = nozzle.velocity;
  double in = -1e300, out = 1e300;
  if (nozzle.form == Nozzle::Box) {
    for (int d = 0; d < nozzle.dim; ++d) clip(x[d], v[d], nozzle.min[d], nozzle.max[d], in, out);
    return {in, out};
  }
  if (nozzle.form == Nozzle::Ball) {
    const double b = dot(x, v), root = b * b - dot(v, v) * (dot(x, x) - kRadius * kRadius);
    if (root <= 0) return {0, -1e300};
    return {(-b - std::sqrt(root)) / dot(v, v), (-b + std::sqrt(root)) / dot(v, v)};
  }
  clip(x[1], v[1], 0, kHeight, in, out);
  const double a = v[0] * v[0] + v[2] * v[2], b = x[0] * v[0] + x[2] * v[2];
  const double c = x[0] * x[0] + x[2] * x[2] - kRadius * kRadius;
  if (a == 0) return {in, c < 0 ? out : -1e300};
  const double root = b * b - a * c;
  if (root <= 0) return {0, -1e300};
  return {std::max(in, (-b - std::sqrt(root)) / a), std::min(out, (-b + std::sqrt(root)) / a)};
}

Nozzle box_nozzle(const Vec3<double>& velocity, int dim) {
  const Vec3<double> min{-0.1, -0.06, dim == 3 ? -0.05 : 0}, max{0.11, 0.07, dim == 3 ? 0.08 : 0};
  const double far = kUnbounded;
  const Shape shape =
      dim == 3 ? Shape::box(min, max) : Shape::box({min[0], min[1], -far}, {max[0], max[1], far});
  // The shadow of a box: each face seen at its slant.
  const Vec3<double> u = velocity / norm(velocity), size = max - min;
  const double shadow = dim == 3 ? std::abs(u[0]) * size[1] * size[2] + std::abs(u[1]) * size[0] * size[2] +
                                       std::abs(u[2]) * size[0] * size[1]
                                 : std::abs(u[0]) * size[1] + std::abs(u[1]) * size[0];
  return {shape, velocity, shadow, dim, Nozzle::Box, min, max};
}

Nozzle cylinder_nozzle(const Vec3<double>& velocity) {
  const Vec3<double> u = velocity / norm(velocity);
  // The shadow of a cylinder: its end seen at a slant, and its length times its width.
  const double shadow =
      std::abs(u[1]) * std::numbers::pi * kRadius * kRadius + std::hypot(u[0], u[2]) * 2 * kRadius * kHeight;
  return {
      Shape::cylinder({0, 0, 0}, {0, kHeight, 0}, kRadius), velocity, shadow, 3, Nozzle::Cylinder, {}, {}};
}

Nozzle ball_nozzle(const Vec3<double>& velocity) {
  const double shadow = std::numbers::pi * kRadius * kRadius;
  return {Shape::sphere({0, 0, 0}, kRadius), velocity, shadow, 3, Nozzle::Ball, {}, {}};
}

std::vector<Nozzle> nozzles() {
  return {box_nozzle({1.5, 0, 0}, 2),   box_nozzle({0, -2, 0}, 2),       box_nozzle({1, 0.7, 0}, 2),
          box_nozzle({0, 0, 0.8}, 3),   box_nozzle({-1, 0.5, 0.4}, 3),   cylinder_nozzle({0, -3, 0}),
          cylinder_nozzle({1.2, 0, 0}), cylinder_nozzle({0.4, -1, 0.3}), ball_nozzle({0, 1.2, 0}),
          ball_nozzle({0.5, -0.8, 0.3})};
}

Emitter flow(const Nozzle& nozzle, double jitter, double spacing = 0.011) {
  Emitter emitter;
  emitter.shape = nozzle.shape, emitter.velocity = nozzle.velocity;
  emitter.start = 0.25;
  emitter.sampling = {spacing, jitter, 7, 2, nozzle.dim};
  return emitter;
}

bool before(const Vec3<double>& a, const Vec3<double>& b) {
  return std::array{a[0], a[1], a[2]} < std::array{b[0], b[1], b[2]};
}

/// Points of the first batches in the frame that moves with them, sorted.
std::vector<Vec3<double>> first_batches(const Emitter& emitter, std::uint64_t count) {
  std::vector<Vec3<double>> all;
  for (std::uint64_t n = 0; n < count; ++n)
    for (const Vec3<double>& x : emitter.points(n, emitter.start)) all.push_back(x);
  std::ranges::sort(all, before);
  return all;
}

constexpr std::uint64_t kBatches = 60;

}  // namespace

// Oracle: brute force. Every point of the lattice, whose times inside the nozzle follow from planes and
// circles, is emitted once when it leaves within the time of the batches, and never otherwise. Those that cut
// a corner in less than a batch may be missed, as emitter.h says: the lattice is looked at twice per spacing.
TEST_CASE("a jet is the lattice that has left the nozzle, each point once") {
  for (const Nozzle& nozzle : nozzles()) {
    const Emitter emitter = flow(nozzle, 0);
    const double h = emitter.sampling.spacing, step = 0.5 * h / norm(nozzle.velocity), time = step * kBatches;
    std::vector<Vec3<double>> sure, all = first_batches(emitter, kBatches);
    const double reach = norm(nozzle.velocity) * time + 0.25;
    const int n = static_cast<int>(reach / h) + 1;
    std::size_t doubtful = 0;
    for (int i = -n; i < n; ++i)
      for (int j = -n; j < n; ++j)
        for (int k = nozzle.dim == 3 ? -n : 0; k < (nozzle.dim == 3 ? n : 1); ++k) {
          const Vec3<double> x{(i + 0.5) * h, (j + 0.5) * h, nozzle.dim == 3 ? (k + 0.5) * h : 0};
          const auto [in, out] = inside(nozzle, x);
          if (!(out > 0 && out <= time && in < out)) continue;
          if (out - std::max(in, 0.0) > step || in <= 0)
            sure.push_back(x);
          else
            doubtful += 1;
        }
    std::ranges::sort(sure, before);
    CAPTURE(nozzle.velocity[0]);
    CAPTURE(nozzle.velocity[1]);
    CAPTURE(nozzle.dim);
    std::size_t missing = 0, twice = 0;
    for (const Vec3<double>& x : sure) missing += !std::ranges::binary_search(all, x, before);
    for (std::size_t p = 1; p < all.size(); ++p) twice += norm(all[p] - all[p - 1]) < 1e-9 * h;
    CHECK(sure.size() > 300);
    CHECK(missing == 0);
    CHECK(twice == 0);
    CHECK(all.size() >= sure.size());
    CHECK(all.size() <= sure.size() + doubtful);
    CHECK(doubtful < sure.size() / 20);
  }
}

// Oracle: flux = speed times shadow of the nozzle, each point standing for h^dim. A count of lattice points
// may be off by the layer at its surface: half a layer at either end, half a row at the rim of a regular
// lattice, and a tenth of one where jitter evens it out.
TEST_CASE("the flux of a jet is its speed times its cross-section") {
  for (const Nozzle& nozzle : nozzles())
    for (const double jitter : {0.0, 1.0}) {
      const Emitter emitter = flow(nozzle, jitter);
      const double h = emitter.sampling.spacing;
      const double length = 0.5 * h * kBatches;  // that the lattice has moved
      const double expected = length * nozzle.cross_section / std::pow(h, nozzle.dim);
      const double layer = nozzle.cross_section / std::pow(h, nozzle.dim - 1);
      const double rim =
          (jitter == 0 ? 0.5 : 0.1) * length / h * (nozzle.dim == 3 ? 4 * std::sqrt(layer) : 2);
      CAPTURE(jitter);
      CAPTURE(nozzle.velocity[0]);
      CAPTURE(nozzle.velocity[1]);
      CAPTURE(nozzle.dim);
      const double count = double(first_batches(emitter, kBatches).size());
      CHECK(std::abs(count - expected) < layer + rim);
    }
}

// Oracle: flux = speed times pi r^2. The exit of a ball is curved, but once the jet runs every spacing of way
// brings one layer of its shadow. Lines that cross the ball in less than a batch, half a spacing h, may be
// missed: a ring of the area pi (h/4)^2, 0.08 % here. The rest is the count of lattice points in a circle,
// off by less than half a percent for a jittered lattice of 280 points over 20 layers.
TEST_CASE("a ball sends out its shadow times its speed") {
  const Nozzle nozzle = ball_nozzle({0, 1.2, 0});
  for (const double jitter : {0.5, 1.0}) {
    const double h = kRadius / 9.5;
    const Emitter emitter = flow(nozzle, jitter, h);
    double count = 0;
    for (std::uint64_t n = 40; n < 80; ++n) count += double(emitter.points(n, emitter.start).size());
    const double expected = 20 * h * nozzle.cross_section / (h * h * h);
    CHECK(count == doctest::Approx(expected).epsilon(0.01));
  }
}

// Oracle: arithmetic. Where a batch is asked for later, its points have moved on by velocity times time.
TEST_CASE("a batch that is asked for later has moved on, and the order of asking does not matter") {
  for (const double jitter : {0.0, 1.0}) {
    const Emitter emitter = flow(box_nozzle({1, 0.7, 0}, 2), jitter);
    const auto late = emitter.points(9, 0.75), early = emitter.points(2, 0.25),
               again = emitter.points(9, 0.25);
    REQUIRE(late.size() == again.size());
    REQUIRE(late.size() > 3);
    for (std::size_t p = 0; p < late.size(); ++p)
      CHECK(norm(late[p] - again[p] - 0.5 * emitter.velocity) < 1e-14);
    const auto second = emitter.points(2, 0.25);
    REQUIRE(early.size() == second.size());
    for (std::size_t p = 0; p < early.size(); ++p) CHECK(norm(early[p] - second[p]) == 0);
  }
}

// Oracle: the definition: half a spacing per batch from the start on, none at or after the end; a jet that
// ends lets go of what has left by then: speed times time to within the surface layer.
TEST_CASE("batches of a jet are due every half spacing until its end") {
  Emitter emitter = flow(box_nozzle({2, 0, 0}, 2), 0, 0.01);
  CHECK(*emitter.due(0) == 0.25);
  CHECK(*emitter.due(8) == doctest::Approx(0.25 + 8 * 0.0025).epsilon(1e-14));
  emitter.end = 0.25 + 0.0262;  // in the eleventh batch
  CHECK(emitter.due(10).has_value());
  CHECK_FALSE(emitter.due(11).has_value());
  CHECK_FALSE(emitter.due(1000000).has_value());
  CHECK(emitter.is_flowing(0.25));
  CHECK_FALSE(emitter.is_flowing(0.2499));
  CHECK_FALSE(emitter.is_flowing(emitter.end));
  // 13 rows of the lattice in 0.13 m; they leave after 0.5, 1.5, ... spacings, and 5.24 have passed.
  CHECK(first_batches(emitter, 11).size() == 5 * 13);
}

// Oracle: the definition. One filling, or one every so often, each with its own jitter but the same number
// of lattice cells where there is none; fillings do not move.
TEST_CASE("a filling comes once, or again and again") {
  Emitter emitter = flow(box_nozzle({0, -1, 0}, 2), 0.5);
  emitter.kind = EmitterKind::Fill;
  CHECK(*emitter.due(0) == 0.25);
  CHECK_FALSE(emitter.due(1).has_value());
  emitter.every = 0.1, emitter.end = 0.55;
  CHECK(*emitter.due(2) == doctest::Approx(0.45).epsilon(1e-14));
  CHECK_FALSE(emitter.due(3).has_value());
  CHECK_FALSE(emitter.is_flowing(0.3));
  const auto first = emitter.points(0, 0.25), second = emitter.points(1, 0.35), late = emitter.points(0, 9);
  for (const Vec3<double>& x : first) CHECK(emitter.shape.signed_distance(x) < 0);
  REQUIRE(late.size() == first.size());
  double moved = 0, apart = 0;
  for (std::size_t p = 0; p < first.size(); ++p) moved = std::max(moved, norm(late[p] - first[p]));
  for (std::size_t p = 0; p < std::min(first.size(), second.size()); ++p)
    apart = std::max(apart, norm(second[p] - first[p]));
  CHECK(moved == 0);
  CHECK(apart > 0);
  emitter.sampling.jitter = 0;
  CHECK(emitter.points(0, 0.25).size() == emitter.points(5, 0.25).size());
}

// Oracle: a jittered jet has no clumps that a filled body has not: in its own frame it is the very lattice
// that sample_lattice gives for the region that it sweeps.
TEST_CASE("a jittered jet is the jittered lattice of what it sweeps") {
  const Nozzle nozzle = box_nozzle({1.5, 0, 0}, 2);
  const Emitter emitter = flow(nozzle, 1);
  const auto jet = first_batches(emitter, 40);
  const double travelled = 20 * emitter.sampling.spacing;
  const Shape swept = Shape::box({nozzle.max[0] - travelled, nozzle.min[1], -kUnbounded},
                                 {nozzle.max[0], nozzle.max[1], kUnbounded});
  auto lattice = sample_lattice(swept, emitter.sampling);
  std::ranges::sort(lattice, before);
  REQUIRE(jet.size() == lattice.size());
  for (std::size_t p = 0; p < jet.size(); ++p) CHECK(norm(jet[p] - lattice[p]) == 0);
}

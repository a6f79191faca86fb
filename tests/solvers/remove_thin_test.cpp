// SPDX-License-Identifier: Apache-2.0
// Torn threads that the grid does not resolve are removed in every step.
#include <doctest/doctest.h>

#include <cmath>

#include "support/blocks.h"
#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kCell = 0.1, kStep = 0.005, kDensity = 100, kVolume = kCell * kCell / 4;

/// Cream without stress that is torn from the first step on, or never.
template <class Real>
HerschelBulkley<Real> cream(bool is_torn) {
  HerschelBulkley<Real> law{};
  law.h = Real(1), law.tears = true, law.tear_yield = is_torn ? Real(-1) : Real(1e9);
  return law;
}

/// Particles half a cell apart along a line, with velocity and gradient.
void add_line(int count, double y, const Vec<2, double>& v, const Mat<2, double>& gradient,
              std::vector<NewParticle<2>>& to) {
  for (int i = 0; i < count; ++i) to.push_back({to.size(), {kCell / 2 * i, y}, v, gradient, kVolume});
}

template <class Real>
ExplicitMpm<2, Real> solver_with(const std::vector<NewParticle<2>>& particles, bool is_torn,
                                 std::optional<double> thin_ratio) {
  ExplicitMpm<2, Real> solver(settings<2>(kCell, "apic"));
  add_body(solver.state(), "cream", cream<Real>(is_torn), kDensity, particles);
  // Resampling never comes due: there are too few steps.
  add_resampling(solver.state(), {0}, {.every_steps = 1000, .strain = 0, .thin_ratio = thin_ratio});
  return solver;
}

}  // namespace

// Oracle: what the words mean. Of a block at rest and a thread of eight single particles, both torn, the
// thread is gone after one step, and its mass is counted; not where nothing is torn, nor where nobody asks.
TEST_CASE("a torn thread is removed in the first step") {
  std::vector<NewParticle<2>> particles;
  for (int row = 0; row < 12; ++row) add_line(12, kCell / 2 * row, {}, {}, particles);
  add_line(8, 2.0, {}, {}, particles);
  const auto after_a_step = [&](bool is_torn, std::optional<double> thin_ratio) {
    auto solver = solver_with<double>(particles, is_torn, thin_ratio);
    advance(solver, 1, kStep);
    CHECK(solver.state().resampled[0].events == 0);
    return solver.totals(0);
  };
  const Totals removed = after_a_step(true, 1e-3);
  CHECK(removed["removed"] == 8);
  CHECK(removed["particles"] == 144);
  CHECK(removed["mass_removed"] == doctest::Approx(8 * kDensity * kVolume).epsilon(1e-14).scale(0));
  CHECK(removed["mass"] == doctest::Approx(144 * kDensity * kVolume).epsilon(1e-14).scale(0));
  CHECK(after_a_step(false, 1e-3)["removed"] == 0);
  CHECK(after_a_step(true, std::nullopt)["removed"] == 0);
}

namespace {

/// Ropes of two rows of particles, far from each other, whose rows approach: gaps of 0.015 to 0.075 cells
/// shrink by a half in 60 steps.
std::vector<NewParticle<2>> closing_ropes() {
  std::vector<NewParticle<2>> particles;
  Mat<2, double> gradient{};
  gradient(1, 1) = -2;
  for (int rope = 0; rope < 24; ++rope)
    for (const double side : {-0.5, 0.5}) {
      const double off = side * kCell * (0.015 + 0.0025 * rope);
      add_line(12, 0.5 * rope + off, {0, -2 * off}, gradient, particles);
    }
  return particles;
}

}  // namespace

// Oracle: that of check_same_bits. Ropes go in both halves of the run.
TEST_CASE("removal depends neither on threads nor on restarts") {
  const auto make = [] {
    return std::make_unique<ExplicitMpm<2, float>>(solver_with<float>(closing_ropes(), true, 1e-3));
  };
  double before = 0;
  check_same_bits(make, 30, 30, kStep, [&](const Solver& solver, bool is_end) {
    const Totals now = solver.totals(0);
    CHECK(now["removed"] > before + 24);
    before = now["removed"];
    if (is_end) CHECK(now["particles"] > 24);
  });
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {
template <int Dim, class Real>
void check_round_trip(const std::string& scheme, int degree, GradientForm form, bool keeps) {
  AffineField<Dim> field;
  Rng rng(8);
  for (int r = 0; r < Dim; ++r) {
    field.at_origin[r] = rng.uniform(-2, 2);
    for (int c = 0; c < Dim; ++c) field.gradient(r, c) = rng.uniform(-3, 3);
  }
  ExplicitMpm<Dim, Real> solver(settings<Dim>(0.1, scheme, degree, form));
  const auto block = jittered_block<Dim>(10, 0.6, field);
  add_body(solver.state(), "block", no_stress<Real>(), 1000, block);
  const double dt = 1e-4;
  REQUIRE(solver.advance(0, dt).ok());

  // Rounding of (Degree + 1)^Dim terms of size 5, with a margin; C divides by dx.
  const double tolerance = (sizeof(Real) == 4 ? 1.2e-7 : 2.3e-16) * 5 * 64;
  double v_error = 0, C_error = 0, x_error = 0;
  const auto x = solver.positions(0), v = solver.velocities(0);
  const auto& p = solver.state().bodies[0].particles;
  for (std::size_t s = 0; s < x.size(); ++s) {
    const auto& start = block[p.template plane<std::uint64_t>("id")[s]];
    v_error = std::max(v_error, norm(v[s] - lift(start.v)));
    x_error = std::max(x_error, norm(x[s] - lift(start.x) - lift(start.v) * dt));
    for (int k = 0; k < Dim * Dim; ++k)
      C_error = std::max(
          C_error, std::abs(double(p.template plane<Real>("C", k)[s]) - field.gradient(k / Dim, k % Dim)));
  }
  if (!keeps) {  // negative control: a scheme without affine motion must smear the field
    CHECK(v_error > 1e-3);
    return;
  }
  CHECK(v_error <= tolerance);
  CHECK(C_error <= tolerance / 0.1);
  CHECK(x_error <= tolerance * dt + 1e-10 * 0.1);  // a float offset is good to 2^-32 of a cell
}
}  // namespace

// Oracle: APIC carries any affine velocity field through the grid and back unchanged [Jiang2015]; PIC does
// not.
TEST_CASE("APIC round trip keeps an affine field") {
  for (const int degree : {2, 3})
    for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel}) {
      CAPTURE(degree);
      check_round_trip<2, double>("apic", degree, form, true);
      check_round_trip<3, double>("apic", degree, form, true);
      check_round_trip<2, float>("apic", degree, form, true);
      check_round_trip<3, float>("apic", degree, form, true);
      check_round_trip<3, double>("pic", degree, form, false);
    }
}

// Oracle: the gradient of an affine field is its matrix, inside the body, for both forms and any scheme that
// starts from it: one APIC step then one look at the gathered velocity gradient.
TEST_CASE("the kernel-gradient form sees the gradient of an affine field") {
  AffineField<2> field{{0.5, -1}, {{{1, 2}, {-3, 0.5}}}};
  ExplicitMpm<2, double> solver(settings<2>(0.1, "apic", 2, GradientForm::Kernel));
  add_body(solver.state(), "block", no_stress<double>(), 1000, jittered_block<2>(20, 1.0, field));
  REQUIRE(solver.advance(0, 1e-5).ok());
  double error = 0;
  for (int k = 0; k < 4; ++k)
    for (Index s = 0; s < solver.state().bodies[0].particles.count(); ++s)
      error = std::max(error, std::abs(solver.state().bodies[0].particles.plane<double>("grad_v", k)[s] -
                                       field.gradient(k / 2, k % 2)));
  CHECK(error < 1e-12);
}

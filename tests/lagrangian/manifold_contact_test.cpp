// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/lagrangian/manifold_contact.h>

using namespace froth;

namespace {

const ManifoldContact kLaw{.modulus = 1e4, .friction = 0.5};
const Vec3<double> kNormal{0, 0.6, 0.8};

/// A velocity gradient that pushes a sheet together at rate `close` and shears it along `t` at rate `slide`.
Mat3<double> pressing(double close, double slide) {
  const Vec3<double> t{1, 0, 0};
  return outer(kNormal, kNormal) * -close + outer(t, kNormal) * slide;
}

}  // namespace

// Oracle: p = kappa/2 (1 - J^2) with J = exp(-rate t), in the direction of the normal alone.
TEST_CASE("a sheet that is pushed together presses along its normal") {
  double log_J = 0;
  Mat3<double> tau{};
  for (int n = 0; n < 100; ++n)
    tau = contact_stress(kLaw, AcrossManifold::sheet(kNormal), pressing(.1, 0), .01, log_J, tau);
  const double p = 1e4 / 2 * (1 - std::exp(-.2));
  const Mat3<double> expected = outer(kNormal, kNormal) * -p;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) CHECK(tau(r, c) == doctest::Approx(expected(r, c)).epsilon(1e-9));
}

// Oracle: Coulomb's law: as long as it sticks the shear stress is G times the shear, and it never exceeds mu
// p; 5 % for the turning of the frame by the shear itself.
TEST_CASE("a sheet sticks and slips by Coulomb's law") {
  const AcrossManifold across = AcrossManifold::sheet(kNormal);
  double log_J = std::log(.99);
  Mat3<double> tau{};
  tau = contact_stress(kLaw, across, pressing(0, .002), 1, log_J, tau);
  CHECK(shear_size(across.shear_of(tau)) == doctest::Approx(kLaw.shear() * .002).epsilon(1e-6));
  for (int n = 0; n < 50; ++n) tau = contact_stress(kLaw, across, pressing(0, .002), 1, log_J, tau);
  const double p = kLaw.pressure(log_J);
  CHECK(shear_size(across.shear_of(tau)) == doctest::Approx(.5 * p).epsilon(1e-6));
}

// Oracle: no cohesion: what opens carries nothing, and begins anew when it closes.
TEST_CASE("a sheet that opens is free") {
  const AcrossManifold across = AcrossManifold::sheet(kNormal);
  double log_J = -.01;
  Mat3<double> tau = outer(kNormal, kNormal) * -5.0;
  tau = contact_stress(kLaw, across, pressing(-1, .3), .5, log_J, tau);
  CHECK(log_J == 0);
  CHECK(shear_size(tau) == 0);
}

// Oracle: what deforms along the manifold is that of the elements: stretching along a strand, or in the plane
// of a sheet, costs nothing here.
TEST_CASE("deformation along a manifold is no contact") {
  const Vec3<double> t{0, 0, 1}, u{1, 0, 0}, w{0, 1, 0};
  double log_J = 0;
  Mat3<double> tau = contact_stress(kLaw, AcrossManifold::strand(t), outer(t, t) * -.3, 1, log_J, {});
  CHECK(log_J == 0);
  CHECK(shear_size(tau) == 0);
  tau = contact_stress(kLaw, AcrossManifold::sheet(t), outer(u, u) * -.3 + outer(u, w) * .2, 1, log_J, {});
  CHECK(log_J == 0);
  CHECK(shear_size(tau) == 0);
  // A strand that is squeezed from one side: half of it is pressure, the rest a shear that friction bounds.
  tau = contact_stress(kLaw, AcrossManifold::strand(t), outer(u, u) * -.02, 1, log_J, {});
  CHECK(log_J == doctest::Approx(-.02));
  CHECK(-(tau(0, 0) + tau(1, 1)) / 2 == doctest::Approx(kLaw.pressure(-.02)).epsilon(1e-9));
  CHECK(tau(2, 2) == doctest::Approx(0));
}

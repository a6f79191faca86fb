// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/linalg/svd.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

namespace {

const EmbeddedLaw kLaw{1.1, 2.3, 0, 0, 0};

/// Energy of a body whose particles are at `x`.
double energy_at(EmbeddedBody body, const std::vector<Vec3<double>>& x, double residual_share) {
  body.x = x;
  deform_body(body, 0);
  const DeformationEnergy energy = deformation_energy(body, residual_share);
  return energy.elastic + energy.residual;
}

/// A random cloud, deformed far from rest, with masses that vary.
EmbeddedBody deformed_cloud(Rng& rng, FitKind fit = FitKind::Linear) {
  EmbeddedBody body = body_at(random_points(40, 2.2, rng), 0.6, 12, kLaw);
  body.near.fit = fit;
  for (Index i = 0; i < body.count(); ++i)
    update_gradients(body.near, i, body.support[static_cast<std::size_t>(i)]);
  const Mat3<double> G = Mat3<double>::identity() + rng.matrix(0.3);
  for (Vec3<double>& x : body.x) x = G * x + rng.vector(0.05);
  for (double& m : body.mass) m = rng.uniform(0.5, 1);
  deform_body(body, 0);
  return body;
}

}  // namespace

// Oracle: digits of an independent program (numpy) for F = [[1.3,.2,0],[0,.8,.1],[.05,0,1.02]], lambda 2.3,
// mu 1.1; P_Y .5, nu .4, alpha 0, one reference step.
TEST_CASE("stress and flow of a known deformation gradient") {
  const Mat3<double> F{{{1.3, 0.2, 0}, {0, 0.8, 0.1}, {0.05, 0, 1.02}}};
  const Mat3<double> P{{{.9756242545, .2569322861, .0439103654},
                        {.1802431344, -.1218960465, .1091237585},
                        {.0556463381, .1061477299, .3540020642}}};
  const Mat3<double> Fp{{{1.0525052617, .0260298159, .0034406049},
                         {.0260298159, .9502961498, .0096946837},
                         {.0034406049, .0096946837, 1.0005945770}}};
  CHECK(max_difference(flow_step(kLaw, F, 0, 1e-3).piola, P) < 1e-10);
  const FlowStep step = flow_step({1.1, 2.3, 0.5, 0.4, 0}, F, 0, 1e-3);
  CHECK(max_difference(step.plastic, Fp) < 1e-10);
  CHECK(std::abs(determinant(step.plastic) - 1) < 1e-14);
  CHECK(max_difference(step.elastic * step.plastic, F) < 1e-14);
  const Vec3<double> s = signed_svd(step.elastic).sigma;
  CHECK(std::abs(s[0] - 1.2530901323) < 1e-10);
  CHECK(std::abs(s[1] - 1.0250955149) < 1e-10);
  CHECK(std::abs(s[2] - .8266012879) < 1e-10);
}

// Oracle: the formula of Eq. (4) on a reflection: the stress pushes the negative stretch back, and nothing
// flows.
TEST_CASE("an inverted neighbourhood is pushed back and does not flow") {
  const Mat3<double> F{{{1, 0, 0}, {0, 1, 0}, {0, 0, -0.5}}};
  const FlowStep step = flow_step({1.1, 2.3, 0, 1, 0}, F, 0, 1e-3);
  CHECK(max_difference(step.piola, Mat3<double>{{{-3.45, 0, 0}, {0, -3.45, 0}, {0, 0, -6.75}}}) < 1e-13);
  CHECK(step.flowed == 0);
}

// Oracle: central differences of the energy, error of order h^2 = 1e-12 of its third derivative; and
// Newton's third law: forces and torques sum to nothing but rounding.
TEST_CASE("forces are minus the gradient of the energy") {
  Rng rng(1);
  for (const auto& [share, fit] : {std::pair{0.0, FitKind::Linear},
                                   {0.3, FitKind::Linear},
                                   {0.0, FitKind::Quadratic},
                                   {0.3, FitKind::Quadratic}}) {
    EmbeddedBody body = deformed_cloud(rng, fit);
    PullSpace pulls;
    gather_forces(body, body.x, body.F, body.stress, share, body.force, pulls);
    double largest = 0;
    Vec3<double> force{}, torque{};
    double torques = 0;
    for (std::size_t s = 0; s < body.x.size(); ++s) {
      largest = std::max(largest, norm(body.force[s]));
      force += body.force[s], torque += cross(body.x[s], body.force[s]);
      torques += norm(cross(body.x[s], body.force[s]));
    }
    CHECK(norm(force) < 1e-13 * largest);
    CHECK(norm(torque) < 1e-13 * torques);
    for (std::size_t s = 0; s < 5; ++s)
      for (int k = 0; k < 3; ++k) {
        std::vector<Vec3<double>> up = body.x, down = body.x;
        up[s][k] += 1e-6, down[s][k] -= 1e-6;
        const double slope = (energy_at(body, up, share) - energy_at(body, down, share)) / 2e-6;
        CHECK(std::abs(body.force[s][k] + slope) < 1e-7 * largest);
      }
  }
}

// Oracle: F_e F_p = F: where all have flowed alike, a fit with the new rest vectors finds what is elastic,
// and a second look in no time changes nothing.
TEST_CASE("what flows goes into rest space") {
  Rng rng(2);
  EmbeddedBody body = body_at(random_points(200, 4, rng), 0.6, 20, {1.1, 2.3, 0, 0.5, 0});
  const Mat3<double> G{{{1.3, 0.2, 0}, {0, 0.8, 0.1}, {0.05, 0, 1.02}}};
  for (Vec3<double>& x : body.x) x = G * x;
  CHECK(deform_body(body, 1e-3) == body.count());
  const Mat3<double> expected = flow_step(body.law, G, 0, 1e-3).elastic;
  for (Index i = 0; i < body.count(); ++i) {
    const auto s = static_cast<std::size_t>(i);
    CHECK(max_difference(body.F[s], expected) < 1e-12);
    CHECK(max_difference(fit_gradient(body.near, body.x.data(), i), expected) < 1e-11);
  }
}

// Oracle: power. Damping stress does work against the rate of deformation, never with it; a rotation makes
// none.
TEST_CASE("damping stress resists strain rates and not rotation") {
  Rng rng(3);
  const EmbeddedLaw law{1.1, 2.3, 0, 0, 0, 0.01};
  for (int n = 0; n < 200; ++n) {
    const Mat3<double> R = rng.rotation(), rate = rng.matrix(1), P = damping_stress(law, R, rate);
    double power = 0;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) power += P(r, c) * rate(r, c);
    CHECK(power >= 0);
    const Vec3<double> w = rng.vector(1);
    const Mat3<double> spin{{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}};
    CHECK(max_difference(damping_stress(law, R, spin * R), Mat3<double>{}) < 1e-15);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Every law of the list is held to the same physics.
#include <doctest/doctest.h>

#include <array>
#include <bit>

#include <froth/materials/respond.h>
#include <froth/materials/tearing.h>

#include "support/laws.h"

using namespace froth;
using namespace froth::test;

// Oracle: the first law of thermodynamics for an elastic step: dW = tau : A for F <- (I + hA) F, by central
// differences of the energy. The error of a central difference is of order h^2 = 1e-10 of the stiffness.
TEST_CASE_TEMPLATE_DEFINE("stress is the gradient of the energy", L, stress_is_gradient) {
  Rng rng(101);
  for (int n = 0; n < 500; ++n) {
    const L law = sample_parameters<L>(rng);
    const auto state = sample_state(law, rng);
    const Mat3<double> A = rng.matrix(1);
    const double h = 1e-5;
    const double slope =
        (law.energy(trial(law, state, A * h)) - law.energy(trial(law, state, A * -h))) / (2 * h);
    const Sym3<double> tau = law.kirchhoff(state, Mat3<double>{});
    const double scale = 100 * (1 + norm(tau));
    CAPTURE(n);
    CHECK(std::abs(dot(tau, sym(A)) - slope) <= 1e-7 * scale);
  }
}
TEST_CASE_TEMPLATE_APPLY(stress_is_gradient, EveryLaw);

// Oracle: frame indifference. A rotation after the deformation leaves energy, wave speed and volume alone and
// turns the stress with it.
TEST_CASE_TEMPLATE_DEFINE("laws do not care how the world is turned", L, laws_are_objective) {
  Rng rng(202);
  for (int n = 0; n < 200; ++n) {
    const L law = sample_parameters<L>(rng);
    const auto state = sample_state(law, rng);
    const Mat3<double> R = rng.rotation();
    const auto turned = trial(law, state, R - Mat3<double>::identity());
    const Mat3<double> expected = R * law.kirchhoff(state, Mat3<double>{}).full() * transpose(R);
    const double scale = 1 + norm(law.kirchhoff(state, Mat3<double>{}));
    CHECK(max_difference(law.kirchhoff(turned, Mat3<double>{}).full(), expected) <= 1e-10 * scale);
    CHECK(std::abs(law.energy(turned) - law.energy(state)) <= 1e-10 * scale);
    CHECK(std::abs(law.wave_speed(turned, 1.0) - law.wave_speed(state, 1.0)) <= 1e-9 * scale);
    CHECK(std::abs(law.volume_ratio(turned) - law.volume_ratio(state)) <= 1e-12);
  }
}
TEST_CASE_TEMPLATE_APPLY(laws_are_objective, EveryLaw);

// Oracle: definition of the rest state: no stress, no energy, volume ratio one; energy is never negative.
TEST_CASE_TEMPLATE_DEFINE("rest is stress free and the cheapest state", L, rest_is_cheapest) {
  Rng rng(303);
  for (int n = 0; n < 200; ++n) {
    const L law = sample_parameters<L>(rng);
    CHECK(norm(law.kirchhoff(L::rest(), Mat3<double>{})) == 0);
    CHECK(law.energy(L::rest()) == 0);
    CHECK(law.volume_ratio(L::rest()) == 1);
    CHECK(law.energy(sample_state(law, rng)) >= -1e-12);
  }
}
TEST_CASE_TEMPLATE_APPLY(rest_is_cheapest, EveryLaw);

// Oracle: the second law. What plastic flow takes away is energy lost, never gained. Steps are pure
// stretches: a rotation before them is as good as another state.
TEST_CASE_TEMPLATE_DEFINE("dissipation is not negative", L, dissipation) {
  Rng rng(404);
  int dissipated = 0;
  for (int n = 0; n < 1000; ++n) {
    const L law = sample_of<L>().dissipative(sample_parameters<L>(rng));
    const auto state = sample_state(law, rng);
    const Mat3<double> A = sym(rng.matrix(0.05)).full();
    const double before = law.energy(trial(law, state, A)), after = law.energy(law.deform(state, A, 1.0));
    CHECK(after <= before + 1e-12 * (1 + before));
    dissipated += after < 0.999 * before ? 1 : 0;
  }
  // Laws that can flow did flow in this test; the others never do.
  CHECK((dissipated > 50) == sample_of<L>().flows);
}
TEST_CASE_TEMPLATE_APPLY(dissipation, EveryLaw);

// Oracle: linear elasticity. At rest the squared speed of pressure waves times density is the slope of the
// axial stress in uniaxial strain, by finite differences.
TEST_CASE_TEMPLATE_DEFINE("the wave speed at rest matches the stiffness", L, wave_speed_at_rest) {
  Rng rng(505);
  for (int n = 0; n < 100; ++n) {
    const L law = sample_parameters<L>(rng);
    const double h = 1e-6;
    const Mat3<double> pull{{{h, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const double plus = law.kirchhoff(trial(law, L::rest(), pull), Mat3<double>{}).xx;
    const double minus = law.kirchhoff(trial(law, L::rest(), pull * -1.0), Mat3<double>{}).xx;
    const double modulus = (plus - minus) / (2 * h), c = law.wave_speed(L::rest(), 1.0);
    CHECK(std::abs(c * c - modulus) <= 1e-4 * modulus);
  }
}
TEST_CASE_TEMPLATE_APPLY(wave_speed_at_rest, EveryLaw);

// Oracle: waves on a strained body: along n the modulus is n.(d tau/d eps).n - n.tau.n for a strain eps n
// n^T, by finite differences over many directions. The law's speed decides the time step, so it may not be
// lower than the fastest by more than two parts in a hundred, nor uselessly higher.
TEST_CASE_TEMPLATE_DEFINE("the wave speed is not below that of a strained body", L, wave_speed_of_strained) {
  Rng rng(515);
  for (int trial_number = 0; trial_number < 200; ++trial_number) {
    const L law = sample_parameters<L>(rng);
    const auto state = sample_state(law, rng);
    const double h = 1e-6;
    double fastest = 0;
    for (int k = 0; k < 60; ++k) {
      Vec3<double> n = rng.vector(1);
      n = n / norm(n);
      const Mat3<double> nn = outer(n, n);
      const auto along = [&](const Sym3<double>& tau) { return dot(n, tau.full() * n); };
      const double slope = (along(law.kirchhoff(trial(law, state, nn * h), {})) -
                            along(law.kirchhoff(trial(law, state, nn * -h), {}))) /
                           (2 * h);
      fastest = std::max(fastest, slope - along(law.kirchhoff(state, {})));
    }
    const double c = law.wave_speed(state, 1.0);
    CAPTURE(trial_number);
    CHECK(c * c >= 0.96 * fastest);
    CHECK(c * c <= 3 * fastest + 1e-9);
  }
}
TEST_CASE_TEMPLATE_APPLY(wave_speed_of_strained, EveryLaw);

// Oracle: counting. The attributes name every number of the state, so that sorting, saving and output see it
// all.
TEST_CASE_TEMPLATE_DEFINE("attributes cover the state", L, attributes_cover_state) {
  std::size_t numbers = 0;
  for (const AttributeInfo& info : L::attributes) numbers += static_cast<std::size_t>(info.components);
  CHECK(numbers * sizeof(double) == sizeof(typename L::State));
}
TEST_CASE_TEMPLATE_APPLY(attributes_cover_state, EveryLaw);

// Oracle: the promise of tearing.h. Who removes torn particles looks for that attribute; a law that tears has
// it, others do not.
TEST_CASE_TEMPLATE_DEFINE("a law that tears says which particles are torn", L, torn_is_said) {
  bool is_there = false;
  for (const AttributeInfo& info : L::attributes) is_there = is_there || info.name == kTornAttribute.name;
  CHECK(is_there == TearingLaw<L>);
}
TEST_CASE_TEMPLATE_APPLY(torn_is_said, EveryLaw);

// Oracle: the scalar law. Eight (or four) particles side by side give what each gives alone, to a few
// roundings: a pack may fuse a multiplication with an addition where the scalar does not.
TEST_CASE_TEMPLATE_DEFINE("a pack of particles behaves as each particle alone", L, pack_is_scalar) {
  using Wide = Pack<double>;
  Rng rng(606);
  for (int n = 0; n < 200; ++n) {
    const L law = sample_parameters<L>(rng);
    const auto wide_law = law.template as<Wide>();
    using WideState = decltype(wide_law.rest());
    constexpr std::size_t numbers = sizeof(typename L::State) / sizeof(double);
    std::array<Wide, numbers> packed;
    Mat3<Wide> grad{};
    std::array<typename L::State, Wide::kSize> states;
    std::array<Mat3<double>, Wide::kSize> grads;
    for (int k = 0; k < Wide::kSize; ++k) {
      const auto lane = static_cast<std::size_t>(k);
      states[lane] = sample_state(law, rng);
      grads[lane] = rng.matrix(0.1);
      const auto flat = std::bit_cast<std::array<double, numbers>>(states[lane]);
      for (std::size_t m = 0; m < numbers; ++m) packed[m].v[k] = flat[m];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) grad(r, c).v[k] = grads[lane](r, c);
    }
    const auto wide = respond(wide_law, std::bit_cast<WideState>(packed), grad, grad, Wide(1.0));
    const auto flat_wide = std::bit_cast<std::array<Wide, numbers>>(wide.state);
    for (int k = 0; k < Wide::kSize; ++k) {
      const auto lane = static_cast<std::size_t>(k);
      const auto alone = respond(law, states[lane], grads[lane], grads[lane], 1.0);
      const auto flat = std::bit_cast<std::array<double, numbers>>(alone.state);
      for (std::size_t m = 0; m < numbers; ++m) CHECK(std::abs(flat_wide[m][k] - flat[m]) <= 1e-12);
      CHECK(std::abs(wide.tau.xy[k] - alone.tau.xy) <= 1e-11 * (1 + norm(alone.tau)));
      CHECK(std::abs(wide.tau.zz[k] - alone.tau.zz) <= 1e-11 * (1 + norm(alone.tau)));
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(pack_is_scalar, EveryLaw);

// Oracle: the two functions that a law's own respond() stands for.
TEST_CASE_TEMPLATE_DEFINE("respond is deform, then kirchhoff", L, respond_is_deform) {
  Rng rng(707);
  for (int n = 0; n < 200; ++n) {
    const L law = sample_parameters<L>(rng);
    const auto state = sample_state(law, rng);
    const Mat3<double> A = rng.matrix(0.1);
    const auto both = respond(law, state, A, A, 1.0);
    const auto next = law.deform(state, A, 1.0);
    CHECK(std::abs(law.energy(both.state) - law.energy(next)) <= 1e-12 * (1 + law.energy(next)));
    CHECK(norm(both.tau - law.kirchhoff(next, A)) <= 1e-11 * (1 + norm(both.tau)));
  }
}
TEST_CASE_TEMPLATE_APPLY(respond_is_deform, EveryLaw);

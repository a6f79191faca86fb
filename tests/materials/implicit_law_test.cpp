// SPDX-License-Identifier: Apache-2.0
// Every law of the list that has an implicit form, in the plane and in space.
#include <doctest/doctest.h>

#include <froth/materials/implicit_law.h>

#include "support/laws.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kDt = 0.5;  // of the steps; only viscosity sees it

/// A law with a stress and an energy, but no potential of a step.
struct Explicit {
  struct State {};
  double viscosity() const { return 0; }
  double energy(const State&) const { return 0; }
};
static_assert(!ImplicitLaw<Explicit> && ImplicitLaw<NeoHookean<float>> && ImplicitLaw<Liquid<double>>);

template <int Dim>
Mat3<double> random_gradient(Rng& rng, double size) {
  Mat3<double> A = rng.matrix(size);
  if constexpr (Dim == 2)
    for (int k = 0; k < 3; ++k) A(2, k) = A(k, 2) = 0;
  return A;
}
/// One that leaves at least a third of the volume.
template <int Dim>
Mat3<double> random_step(Rng& rng, double size) {
  for (;;)
    if (const Mat3<double> A = random_gradient<Dim>(rng, size); 1 + volume_change(A) > 0.3) return A;
}
template <int Dim>
Mat3<double> random_rotation(Rng& rng) {
  if constexpr (Dim == 3) return rng.rotation();
  const double a = rng.uniform(0, 6.3);
  return {{{std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}, {0, 0, 1}}};
}
double inner(const Mat3<double>& a, const Mat3<double>& b) { return trace(transpose(a) * b); }
double size_of(const Mat3<double>& a) { return std::sqrt(inner(a, a)); }

/// What a derivative is compared with: a difference of fourth order, whose error is h^4/30 of the fifth
/// derivative. With h = 1e-3 and derivatives that grow by a factor of ten each, at most, that is below 1e-9
/// of the first, and rounding is 1e-13 of the value.
template <class F>
auto difference(const F& f) {
  const double h = 1e-3;
  return (f(h) - f(-h)) * (8 / (12 * h)) - (f(2 * h) - f(-2 * h)) * (1 / (12 * h));
}
constexpr double kDifference = 1e-8;

/// Calls check(law, state, A) for random laws, states and steps; states are strained as far as A is.
template <class Case, class Check>
void for_random_steps(std::uint64_t seed, const Check& check) {
  using L = typename Case::Law;
  if constexpr (ImplicitLaw<L>) {
    Rng rng(seed);
    for (int n = 0; n < 200; ++n) {
      const L law = sample_parameters<L>(rng);
      const auto before = trial(law, L::rest(), random_step<Case::kDim>(rng, 0.6));
      CAPTURE(n);
      check(rng, law, n % 4 == 0 ? L::rest() : before, random_step<Case::kDim>(rng, n % 2 == 0 ? 0.6 : 0.01));
    }
  }
}

}  // namespace

// Oracle: the concept itself, asked law by law.
TEST_CASE("the list says which laws an implicit solver can use") {
  std::size_t k = 0;
  for_each_law<3, double>([&]<class L>() { CHECK(law_infos().at(k++).has_implicit_form == ImplicitLaw<L>); });
}

// Oracle: the definition of P as the gradient of the energy, by differences of it.
TEST_CASE_TEMPLATE_DEFINE("the Piola stress is the gradient of the energy", Case, piola_is_gradient) {
  for_random_steps<Case>(11, [](Rng& rng, const auto& law, const auto& s, const Mat3<double>& A) {
    const Mat3<double> dA = random_gradient<Case::kDim>(rng, 0.5), P = law.piola(s, A, kDt);
    const double slope = difference([&](double h) { return law.energy(s, A + dA * h, kDt); });
    const double stiffness = size_of(law.piola_differential(s, A, dA, kDt));
    CHECK(std::abs(inner(P, dA) - slope) <= kDifference * (size_of(P) + stiffness));
  });
}
TEST_CASE_TEMPLATE_APPLY(piola_is_gradient, EveryLawAndDim);

// Oracle: the definition of the differential, by differences of P.
TEST_CASE_TEMPLATE_DEFINE("the differential is the change of the Piola stress", Case,
                          differential_is_change) {
  for_random_steps<Case>(12, [](Rng& rng, const auto& law, const auto& s, const Mat3<double>& A) {
    const Mat3<double> dA = random_gradient<Case::kDim>(rng, 0.5);
    const Mat3<double> slope = difference([&](double h) { return law.piola(s, A + dA * h, kDt); });
    const Mat3<double> dP = law.piola_differential(s, A, dA, kDt);
    CHECK(size_of(dP - slope) <= 10 * kDifference * (size_of(dP) + size_of(law.piola(s, A, kDt))));
  });
}
TEST_CASE_TEMPLATE_APPLY(differential_is_change, EveryLawAndDim);

// Oracle: the same where principal stretches are equal or nearly so, for which a quotient of differences
// would be 0/0.
TEST_CASE_TEMPLATE_DEFINE("equal stretches are no special case", Case, equal_stretches) {
  using L = typename Case::Law;
  if constexpr (ImplicitLaw<L>) {
    Rng rng(13);
    for (const double noise : {0.0, 1e-16, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3, 0.05, 0.1, 0.15}) {
      const L law = sample_parameters<L>(rng);
      const Mat3<double> A = random_gradient<Case::kDim>(rng, noise),
                         dA = random_gradient<Case::kDim>(rng, 1);
      const Mat3<double> dP = law.piola_differential(L::rest(), A, dA, kDt);
      const Mat3<double> slope = difference([&](double h) { return law.piola(L::rest(), A + dA * h, kDt); });
      CAPTURE(noise);
      CHECK(size_of(dP - slope) <= 10 * kDifference * size_of(dP));
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(equal_stretches, EveryLawAndDim);

// Oracle: second derivatives commute: dA : dP[dB] = dB : dP[dA], to some hundred roundings of an eigenvalue
// problem.
TEST_CASE_TEMPLATE_DEFINE("the differential is symmetric", Case, differential_is_symmetric) {
  for_random_steps<Case>(14, [](Rng& rng, const auto& law, const auto& s, const Mat3<double>& A) {
    const Mat3<double> a = random_gradient<Case::kDim>(rng, 1), b = random_gradient<Case::kDim>(rng, 1);
    const Mat3<double> along_a = law.piola_differential(s, A, a, kDt),
                       along_b = law.piola_differential(s, A, b, kDt);
    CHECK(std::abs(inner(a, along_b) - inner(b, along_a)) <=
          1e-12 * (size_of(a) * size_of(along_b) + size_of(b) * size_of(along_a)));
  });
}
TEST_CASE_TEMPLATE_APPLY(differential_is_symmetric, EveryLawAndDim);

// Oracle: the explicit law. Without a displacement the energy is that of the state, or of what it has relaxed
// to, and P its Kirchhoff stress.
TEST_CASE_TEMPLATE_DEFINE("a step that has not moved has the state's own stress", Case, no_step) {
  for_random_steps<Case>(15, [](Rng&, const auto& law, const auto& s, const Mat3<double>&) {
    const auto still = RelaxesInStep<typename Case::Law> ? law.deform(s, {}, kDt) : s;
    const Mat3<double> tau = law.kirchhoff(still, {}).full();
    CHECK(size_of(law.piola(s, {}, kDt) - tau) <= 1e-14 * size_of(tau));
    // What has relaxed is small beside the moduli, of which it is a difference.
    const double size = law.energy(still) + (RelaxesInStep<typename Case::Law> ? 10 : 0);
    CHECK(std::abs(law.energy(s, {}, kDt) - law.energy(still)) <= 1e-14 * size);
  });
}
TEST_CASE_TEMPLATE_APPLY(no_step, EveryLawAndDim);

// Oracle: frame indifference. A rotation R after the step leaves the energy alone and turns P and dP with it.
TEST_CASE_TEMPLATE_DEFINE("a rotation after the step turns its stress", Case, steps_are_objective) {
  for_random_steps<Case>(16, [](Rng& rng, const auto& sample, const auto& s, const Mat3<double>& A) {
    const auto law = sample_of<typename Case::Law>().objective(sample);
    const Mat3<double> R = random_rotation<Case::kDim>(rng), dA = random_gradient<Case::kDim>(rng, 1);
    const Mat3<double> turned = R * (Mat3<double>::identity() + A) - Mat3<double>::identity();
    const Mat3<double> P = law.piola(s, A, kDt), dP = law.piola_differential(s, A, dA, kDt);
    const double scale = 1e-12 * (size_of(P) + size_of(dP));
    CHECK(std::abs(law.energy(s, turned, kDt) - law.energy(s, A, kDt)) <= scale);
    CHECK(size_of(law.piola(s, turned, kDt) - R * P) <= scale);
    CHECK(size_of(law.piola_differential(s, turned, R * dA, kDt) - R * dP) <= scale);
  });
}
TEST_CASE_TEMPLATE_APPLY(steps_are_objective, EveryLawAndDim);

// Oracle: plane strain. What happens in the plane shears nothing out of it.
TEST_CASE_TEMPLATE_DEFINE("the plane stays a plane", Case, plane_stays) {
  if constexpr (Case::kDim == 2)
    for_random_steps<Case>(17, [](Rng& rng, const auto& law, const auto& s, const Mat3<double>& A) {
      const Mat3<double> P = law.piola(s, A, kDt);
      const Mat3<double> dP = law.piola_differential(s, A, random_gradient<2>(rng, 1), kDt);
      for (int k = 0; k < 2; ++k) {
        CHECK(std::abs(P(2, k)) + std::abs(P(k, 2)) == 0);
        CHECK(std::abs(dP(2, k)) + std::abs(dP(k, 2)) == 0);
      }
    });
}
TEST_CASE_TEMPLATE_APPLY(plane_stays, EveryLawAndDim);

// Oracle: the scalar law. Particles side by side give what each gives alone; a pack may fuse what a scalar
// does not.
TEST_CASE_TEMPLATE_DEFINE("a pack takes the steps of its particles", Case, pack_of_steps) {
  using Wide = Pack<double>;
  for_random_steps<Case>(18, [](Rng& rng, const auto& law, const auto&, const Mat3<double>& A) {
    const auto wide = law.template as<Wide>();
    const Mat3<double> dA = random_gradient<Case::kDim>(rng, 1);
    const auto widened = [](const Mat3<double>& m) {
      Mat3<Wide> w{};
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) w(r, c) = Wide(m(r, c));
      return w;
    };
    const Mat3<double> alone = law.piola_differential(law.rest(), A, dA, kDt);
    const Mat3<Wide> together = wide.piola_differential(wide.rest(), widened(A), widened(dA), Wide(kDt));
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) CHECK(std::abs(together(r, c)[1] - alone(r, c)) <= 1e-12 * size_of(alone));
  });
}
TEST_CASE_TEMPLATE_APPLY(pack_of_steps, EveryLawAndDim);

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/blocks.h"

#include <froth/transfer/polynomial_modes.h>

using namespace froth;
using namespace froth::test;

namespace {

template <int Dim>
MpmSettings<Dim> polypic(double dx) {
  MpmSettings<Dim> set = settings<Dim>(dx, "polypic");
  set.scheme.mode_scales.assign(Dim == 2 ? 6 : 23, 1.0);
  return set;
}

/// Random modes for every particle.
template <int Dim>
void excite(ExplicitMpm<Dim, double>& solver) {
  Rng rng(5);
  ParticleSet& set = solver.state().bodies[0].particles;
  for (AlignedBuffer& plane : set.column("modes").planes)
    for (Index s = 0; s < set.count(); ++s) plane.as<double>()[s] = rng.uniform(-1, 1);
}

/// One particle at an odd place, alone.
template <int Dim>
ExplicitMpm<Dim, double> lone_particle(double offset) {
  ExplicitMpm<Dim, double> solver(polypic<Dim>(0.1));
  NewParticle<Dim> particle{0, {}, {}, {}, 0.001};
  for (int d = 0; d < Dim; ++d) {
    particle.x[d] = 0.1 * (offset + 0.17 * d), particle.v[d] = 0.3 - 0.2 * d;
    for (int c = 0; c < Dim; ++c) particle.grad_v(d, c) = 1 + d - 2 * c;
  }
  add_body(solver.state(), "one", no_stress<double>(), 1000, {particle});
  excite(solver);
  return solver;
}

template <int Dim>
void comes_back(double offset) {
  ExplicitMpm<Dim, double> solver = lone_particle<Dim>(offset);
  ParticleSet& set = solver.state().bodies[0].particles;
  std::vector<double> before;
  for (const AlignedBuffer& plane : set.column("modes").planes) before.push_back(plane.as<double>()[0]);
  const double kinetic = solver.totals(0)["kinetic_energy"];
  REQUIRE(solver.advance(0, 1e-9).ok());
  for (std::size_t k = 0; k < before.size(); ++k)
    CHECK(std::abs(set.column("modes").planes[k].as<double>()[0] - before[k]) < 1e-10);

  // The energy of the modes is the energy of the nodes that they move.
  double on_nodes = 0;
  for (std::size_t b = 0; b < solver.state().grid.topology.blocks().size(); ++b) {
    if (solver.state().grid.fields.is_open[b] == 0) continue;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const auto& node = solver.state().grid.fields.motion.block(static_cast<std::int32_t>(b))[n];
      for (int d = 0; d < Dim; ++d) on_nodes += node[3] / 2 * node[d] * node[d];
    }
  }
  CHECK(std::abs(on_nodes - kinetic) < 1e-12 * kinetic);
}

}  // namespace

// Oracle: [Fu2017], section 4: with as many modes as a stencil has nodes nothing is lost. A particle alone
// gets back what it gave, mode by mode, and its kinetic energy is that of its nodes, summed node by node.
// Offsets of nearly half a cell leave one row of nodes almost without weight.
TEST_CASE("all modes of a lone particle survive the way to the grid and back") {
  for (const double offset : {0.0, 0.23, 0.4999, -0.31}) {
    comes_back<2>(offset);
    comes_back<3>(offset);
  }
}

// Oracle: Newton. Modes beyond the affine ones carry no linear and no angular momentum of their own, so that
// both are kept to rounding, as they are by APIC.
TEST_CASE("polynomial modes keep linear and angular momentum") {
  AffineField<2> spin;
  spin.at_origin = {0.3, -0.2}, spin.gradient(0, 1) = -6, spin.gradient(1, 0) = 5;
  ExplicitMpm<2, double> solver(polypic<2>(0.1));
  add_body(solver.state(), "block", NeoHookean<double>{4e3, 1e4}, 1000, jittered_block<2>(16, 0.8, spin));
  const Totals before = solver.totals(0);
  for (int n = 0; n < 100; ++n) REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
  const Totals after = solver.totals(0.1);
  CHECK(after["elastic_energy"] > 1e-3 * before["kinetic_energy"]);
  CHECK(norm(after.vector("momentum") - before.vector("momentum")) <= 1e-12 * before["absolute_momentum"]);
  CHECK(norm(after.vector("angular") - before.vector("angular")) <= 1e-11 * norm(before.vector("angular")));
}

// Oracle: a scale of zero drops a mode, so that PolyPIC without its modes is APIC, to the bit.
TEST_CASE("without higher modes PolyPIC is APIC") {
  AffineField<2> spin;
  spin.gradient(0, 1) = -6, spin.gradient(1, 0) = 5;
  MpmSettings<2> damped = polypic<2>(0.1);
  damped.scheme.mode_scales.assign(6, 0.0);
  ExplicitMpm<2, double> poly(damped), apic(settings<2>(0.1, "apic"));
  for (auto* solver : {&poly, &apic}) {
    add_body(solver->state(), "block", NeoHookean<double>{4e3, 1e4}, 1000, jittered_block<2>(12, 0.6, spin));
    for (int n = 0; n < 50; ++n) REQUIRE(solver->advance(n * 1e-3, 1e-3).ok());
  }
  const auto x = poly.positions(0), y = apic.positions(0);
  for (std::size_t s = 0; s < x.size(); ++s) CHECK(norm(x[s] - y[s]) == 0);
}

// SPDX-License-Identifier: Apache-2.0
// An implicit step that is about to be solved, with its objective, and what differences say of the
// objective's derivatives.
#pragma once

#include <froth/mpm/stages.h>
#include <froth/solvers/implicit_mpm/newton.h>
#include <froth/solvers/implicit_mpm/node_velocities.h>

#include "support/blocks.h"

namespace froth::test {

/// A jittered block of rubber that moves and shears, on its grid, with all that a step needs.
template <int Dim, class Real>
struct PreparedStep {
  MpmState<Dim, Real> state;
  PosedObstacles obstacles;
  std::optional<TransferJob<Dim, Real>> job;
  NodeField<Dim, Real> before, free;
  std::vector<std::unique_ptr<BodyResponse<Dim, Real>>> responses;
  std::optional<NodeContacts<Dim, Real>> contacts;
  std::optional<ElementResponse<Dim, Real>> elements;
  std::optional<StepProblem<Dim, Real>> problem;
  AffineField<Dim> field;  ///< of velocities at the start
  Rng rng{5};

  /// Without the objective: bodies may be added before prepare().
  explicit PreparedStep(MpmSettings<Dim> chosen) : state(std::move(chosen)) {
    for (int r = 0; r < Dim; ++r) {
      field.at_origin[r] = rng.uniform(-2, 2);
      for (int c = 0; c < Dim; ++c) field.gradient(r, c) = rng.uniform(-3, 3);
    }
    add_body(state, "block", Law<Dim, Real>(NeoHookean<Real>{Real(4e4), Real(1e5)}), 1000,
             jittered_block<Dim>(9, 0.6, field));
  }
  PreparedStep(double dt, MpmSettings<Dim> chosen) : PreparedStep(std::move(chosen)) { prepare(dt); }

  void prepare(double dt) {
    sort_particles(state.settings.lattice, state.bodies);
    activate_grid(state.settings.lattice, state.bodies, state.grid);
    obstacles = obstacles_at_end(state.settings.obstacles, state.bodies, 0, dt);
    hold_elements(state.settings, 0, dt, state.bodies, state.counters);
    job.emplace(transfer_job(state.settings, state.bodies, state.grid, obstacles, dt));
    scatter_momentum(*job, state.grid.fields);
    start_velocities(state.settings, 0, dt, state.grid, before, free);
    contacts.emplace(constrain_nodes(state.settings.lattice, obstacles, state.grid, true));
    for (const auto& body : state.bodies) responses.push_back(make_response(body, dt));
    if (has_elements(state.bodies)) elements.emplace(*job, state.grid.fields, state.bodies);
    problem.emplace(*job, state.grid.fields, free, responses, *contacts, elements ? &*elements : nullptr);
  }
  /// Random velocities on nodes that have mass.
  NodeField<Dim, Real> random_field(std::uint64_t seed, double size) {
    NodeField<Dim, Real> random = problem->make_field();
    Rng own(seed);
    for_each_node([&](Index b, int n) {
      for (int d = 0; d < Dim; ++d) random.block(b)[n][d] = Real(own.uniform(-size, size));
    });
    return random;
  }
  template <class F>
  void for_each_node(F f) {
    for (Index b = 0; b < static_cast<Index>(state.grid.topology.blocks().size()); ++b)
      if (state.grid.fields.is_open[static_cast<std::size_t>(b)] != 0)
        for (int n = 0; n < kBlockCells<Dim>; ++n)
          if (free.block(b)[n][3] > 0) f(b, n);
  }
};

/// What central differences along random directions leave of slope and product, and products of symmetry;
/// relative.
struct DerivativeErrors {
  double slope = 0, product = 0, symmetry = 0;
};
/// At random velocities of nodes up to `way` [m/s].
template <int Dim>
DerivativeErrors errors_of_derivatives(PreparedStep<Dim, double>& prepared, double way) {
  auto& problem = *prepared.problem;
  const OpenBlocks& open = problem.open();
  NodeField<Dim, double> v = prepared.random_field(3, way), p = prepared.random_field(4, 1),
                         q = prepared.random_field(6, 1), shifted = problem.make_field(),
                         g = problem.make_field(), g_up = problem.make_field(), g_down = problem.make_field(),
                         Hp = problem.make_field(), Hq = problem.make_field();
  REQUIRE(problem.evaluate(v).is_feasible);
  problem.gradient(v, g);
  problem.multiply(p, Hp);
  problem.multiply(q, Hq);
  DerivativeErrors errors;
  errors.symmetry =
      std::abs(dot(open, q, Hp) - dot(open, p, Hq)) / std::sqrt(dot(open, Hp, Hp) * dot(open, q, q));
  const double h = 1e-4;
  add_scaled(open, v, h, p, shifted);
  const double up = problem.evaluate(shifted).energy;
  problem.gradient(shifted, g_up);
  add_scaled(open, v, -h, p, shifted);
  const double down = problem.evaluate(shifted).energy;
  problem.gradient(shifted, g_down);
  errors.slope =
      std::abs((up - down) / (2 * h) - dot(open, g, p)) / std::sqrt(dot(open, g, g) * dot(open, p, p));
  NodeField<Dim, double> difference = problem.make_field();
  add_scaled(open, g_up, -1, g_down, difference);
  add_scaled(open, Hp, -1 / (2 * h), difference, difference);
  errors.product = std::sqrt(dot(open, difference, difference) / dot(open, Hp, Hp));
  return errors;
}

}  // namespace froth::test

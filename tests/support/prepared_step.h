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

/// How many of a problem's parts were looked at, and the largest error among them; relative.
struct WorstError {
  int checked = 0;
  double error = 0;
};

/// Of what the preconditioner makes of a node's own part of the Hessian's columns, which come by products
/// with unit vectors: the unit vector, where the node's block is positive by itself. Every `stride`-th node,
/// after build_preconditioner().
inline WorstError errors_of_own_columns(PreparedStep<3, double>& prepared, int stride) {
  auto& problem = *prepared.problem;
  NodeField<3, double> e = problem.make_field(), He = problem.make_field(), z = problem.make_field();
  WorstError worst;
  prepared.for_each_node([&](Index b, int n) {
    if ((b * 7 + n) % stride != 0) return;
    for (int a = 0; a < 3; ++a) {
      e.block(b)[n][a] = 1;
      problem.multiply(e, He);
      e.block(b)[n][a] = 0;
      const auto own = He.block(b)[n];
      clear(problem.open(), He);
      He.block(b)[n] = own;
      problem.precondition(He, z);
      for (int d = 0; d < 3; ++d)
        worst.error = std::max(worst.error, std::abs(z.block(b)[n][d] - (d == a ? 1.0 : 0.0)));
    }
    ++worst.checked;
  });
  return worst;
}

/// Of the motion of patches that the force H w asks for, where w is a rigid motion of one patch, a shift and
/// a turn about z: it is w, whatever H is, since Q (Q^T H Q)^-1 Q^T H Q y = Q y. After build_patches().
template <int Dim>
WorstError errors_of_patches(PreparedStep<Dim, double>& prepared) {
  auto& problem = *prepared.problem;
  NodeField<Dim, double> Hw = problem.make_field(), z = problem.make_field();
  WorstError worst;
  for (const Index block : problem.open().blocks()) {
    NodeField<Dim, double> w = problem.make_field();
    double stiffness = 1e300;  // of the softest node; those below 100 do not belong to a patch
    prepared.for_each_node([&](Index b, int n) {
      if (b != block) return;
      const int x = Dim == 3 ? n / 16 : n / 4, y = Dim == 3 ? n / 4 % 4 : n % 4;
      w.block(b)[n][0] = 0.3 - 0.2 * y, w.block(b)[n][1] = 0.1 + 0.2 * x;
      const double ratio = problem.impulse_scale().block(b)[n][3] / prepared.free.block(b)[n][3];
      stiffness = std::min(stiffness, ratio * ratio);
    });
    if (stiffness < 100) continue;
    problem.multiply(w, Hw);
    clear(problem.open(), z);
    problem.add_patch_motion(Hw, z);
    double error = 0, size = 0;
    prepared.for_each_node([&](Index b, int n) {
      for (int d = 0; d < Dim; ++d) {
        error = std::max(error, std::abs(z.block(b)[n][d] - w.block(b)[n][d]));
        size = std::max(size, std::abs(w.block(b)[n][d]));
      }
    });
    if (!(size > 0)) continue;
    worst.error = std::max(worst.error, error / size);
    ++worst.checked;
  }
  return worst;
}

}  // namespace froth::test

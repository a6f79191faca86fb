// SPDX-License-Identifier: Apache-2.0
// The objective of an implicit step: its derivatives, its preconditioner, its minimum.
#include <doctest/doctest.h>

#include "support/prepared_step.h"

using namespace froth;
using namespace froth::test;

namespace {

template <int Dim, class Real>
using Prepared = PreparedStep<Dim, Real>;

/// Oracle: central differences of the objective and of its gradient along random directions; errors of
/// differences are of the order of the square of their width and of rounding over it.
template <int Dim>
void check_derivatives(int degree, GradientForm form) {
  Prepared<Dim, double> prepared(2e-3, settings<Dim>(0.1, "apic", degree, form));
  const DerivativeErrors errors = errors_of_derivatives(prepared, 5);
  CHECK(errors.symmetry < 1e-13);
  CHECK(errors.slope < 1e-7);
  CHECK(errors.product < 1e-7);
}

}  // namespace

TEST_CASE("gradient and Hessian of a step are the derivatives of its energy") {
  for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel})
    for (const int degree : {2, 3}) {
      check_derivatives<2>(degree, form);
      check_derivatives<3>(degree, form);
    }
}

// Oracle: columns of the Hessian itself, node by node, by products with unit vectors: the preconditioner must
// take a node's own part of them back to the unit vector. Only nodes whose block is positive by itself.
TEST_CASE("the preconditioner inverts the diagonal blocks of the Hessian") {
  for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel}) {
    Prepared<3, double> prepared(2e-3, settings<3>(0.1, "apic", 2, form));
    auto& problem = *prepared.problem;
    NodeField<3, double> rest = problem.make_field(), g = problem.make_field();
    problem.evaluate(rest);
    problem.gradient(rest, g);
    problem.build_preconditioner();
    const WorstError worst = errors_of_own_columns(prepared, 29);
    CHECK(worst.checked > 10);
    CHECK(worst.error < 1e-9);
  }
}

// Oracle: what a projection does. Where the force is H w and w itself is a rigid motion of one patch, the
// motion of patches that it asks for is w, whatever H is: Q (Q^T H Q)^-1 Q^T H Q y = Q y. H is that of the
// product, which the test above holds to central differences. In double precision, up to the matrix'
// condition of about 1e4.
template <int Dim>
void check_patches(GradientForm form) {
  Prepared<Dim, double> prepared(100, settings<Dim>(0.1, "apic", 2, form));  // stiff, every node
  auto& problem = *prepared.problem;
  NodeField<Dim, double> rest = problem.make_field(), g = problem.make_field();
  problem.evaluate(rest);
  problem.gradient(rest, g);
  problem.build_preconditioner();
  problem.build_patches();
  const WorstError worst = errors_of_patches(prepared);
  CHECK(worst.checked > 3);
  CHECK(worst.error < 1e-6);
}

TEST_CASE("patches find the rigid motion that a force comes from") {
  for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel}) {
    check_patches<2>(form);
    check_patches<3>(form);
  }
}

// Oracle: Newton's laws. Internal forces add nothing to momentum, so that the solved velocities carry that of
// v*; and at the minimum the mass times the change of velocity is the scattered force, node by node.
TEST_CASE("a solved step keeps momentum and balances every node") {
  Prepared<3, double> prepared(5e-3, settings<3>(0.1, "apic", 2, GradientForm::Mls));
  auto& problem = *prepared.problem;
  NodeField<3, double> v = problem.make_field(), g = problem.make_field();
  const NewtonReport report =
      minimise(problem, ImplicitSettings{}, 1e-9, prepared.before, v, prepared.state.clock);
  REQUIRE(report.converged());
  CHECK(report.newton < 12);
  Vec3<double> solved{}, free{};
  double mass = 0;
  prepared.for_each_node([&](Index b, int n) {
    for (int d = 0; d < 3; ++d) {
      solved[d] += prepared.free.block(b)[n][3] * v.block(b)[n][d];
      free[d] += prepared.free.block(b)[n][3] * prepared.free.block(b)[n][d];
    }
    mass += prepared.free.block(b)[n][3];
  });
  CHECK(norm(solved - free) < 1e-8 * mass);  // the tolerance of 1e-9 m/s, not rounding
  problem.evaluate(v);
  problem.gradient(v, g);
  // By mass alone, without the stiffness that a solve counts too: c^2 dt^2 / dx^2 is below 1 here, so that
  // both measures differ by a factor below ten.
  double left = 0;
  prepared.for_each_node([&](Index b, int n) {
    for (int d = 0; d < 3; ++d)
      left += g.block(b)[n][d] * g.block(b)[n][d] / prepared.free.block(b)[n][3] / mass;
  });
  CHECK(std::sqrt(left) <= 1e-8);
}

// Oracle: Signorini's conditions at every node of a floor: no velocity into it, no force that pulls, and
// never both a gap that opens and a force.
TEST_CASE("separating contact obeys Signorini") {
  MpmSettings<2> with_floor = settings<2>(0.1, "apic");
  Collider floor;
  floor.shape = Shape::half_space({0, -0.2, 0}, {0, 1, 0});
  with_floor.obstacles.colliders = {floor};
  Prepared<2, double> prepared(5e-3, with_floor);
  auto& problem = *prepared.problem;
  NodeField<2, double> v = problem.make_field(), g = problem.make_field();
  REQUIRE(minimise(problem, ImplicitSettings{}, 1e-8, prepared.before, v, prepared.state.clock).converged());
  problem.evaluate(v);
  problem.gradient(v, g);
  int pressed = 0, open = 0;
  for (const ConstrainedNode& node :
       constrain_nodes(prepared.state.settings.lattice, prepared.obstacles, prepared.state.grid, true)) {
    const double mass = prepared.free.block(node.block)[node.node][3];
    const double speed = v.block(node.block)[node.node][1], push = g.block(node.block)[node.node][1] / mass;
    CHECK(speed >= -1e-12);
    CHECK(push >= -1e-5);
    CHECK(std::min(speed, push) < 1e-5);
    (push > 1e-3 ? pressed : open) += 1;
  }
  CHECK(pressed > 2);
  CHECK(open > 2);
}

// SPDX-License-Identifier: Apache-2.0
// Elements in the objective of an implicit step: derivatives, preconditioner, patches, angles of strands.
#include <doctest/doctest.h>

#include <froth/lagrangian/element_mesh.h>
#include <froth/lagrangian/sheet_elements.h>
#include <froth/lagrangian/solid_elements.h>
#include <froth/lagrangian/strand_elements.h>

#include "support/prepared_step.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Which bodies are in the grid beside a block of rubber.
struct Parts {
  bool solid = false, sheet = false, strands = false;
};

/// A block of rubber, and bodies of elements in its midst that do not start at rest, on their grid.
template <int Dim, class Real>
struct Prepared : PreparedStep<Dim, Real> {
  using PreparedStep<Dim, Real>::state, PreparedStep<Dim, Real>::field, PreparedStep<Dim, Real>::rng;

  Prepared(double dt, MpmSettings<Dim> chosen, Parts parts, double stiff = 1)
      : PreparedStep<Dim, Real>(std::move(chosen)) {
    if (parts.solid) {
      const ElementMesh mesh = mesh_of_shape(Shape::box({-.2, -.15, -.1}, {.15, .2, .15}), Dim, .1);
      const FixedCorotated<double> law{5e4 * stiff, 2e5 * stiff};
      std::unique_ptr<ElementSet<Dim>> set;
      if constexpr (Dim == 2)
        set = std::make_unique<SolidElements<2>>(law, 1000, mesh.triangles, mesh.rest);
      else
        set = std::make_unique<SolidElements<3>>(law, 1000, mesh.tetrahedra, mesh.rest);
      add("solid", mesh, std::move(set), .01);
    }
    if constexpr (Dim == 3)
      if (parts.sheet) {
        const ElementMesh mesh = rectangle_mesh({-.2, -.2, .02}, {.4, 0, 0}, {0, .4, 0}, .1);
        add("sheet", mesh,
            std::make_unique<SheetElements>(SheetSettings{1e6 * stiff, .3, 1000, .01, 1}, mesh.triangles,
                                            mesh.rest),
            .01);
      }
    if (parts.strands) {
      ElementMesh mesh;
      const Vec3<double> along = Dim == 3 ? Vec3<double>{.6, .64, .48} : Vec3<double>{.6, .8, 0};
      add_strand({-.2, -.2, -.2}, along, .5, {6, .02, .2}, Dim, mesh);
      add_strand({.2, -.2, -.1}, along * -1.0, .3, {4, 0, 0}, Dim, mesh);
      const RodSection section = rod_section(Dim, 1e7 * stiff, 4e6 * stiff, 1000, .01);
      add("strands", mesh,
          std::make_unique<StrandElements<Dim>>(section, mesh.strand_begin, mesh.rest, mesh.start, 1000),
          .005);
    }
    this->prepare(dt);
  }

  void add(const std::string& name, const ElementMesh& mesh, std::unique_ptr<ElementSet<Dim>> set,
           double shaken) {
    const std::vector<double> volumes = vertex_volumes(mesh);
    std::vector<NewParticle<Dim>> vertices;
    for (std::size_t k = 0; k < mesh.start.size(); ++k) {
      Vec<Dim, double> x = drop<Dim>(mesh.start[k]);
      for (int d = 0; d < Dim; ++d) x[d] += rng.uniform(-shaken, shaken);
      vertices.push_back({1000 * state.bodies.size() + 5000 + k, x, field(x), field.gradient,
                          volumes[k] * (name == "solid"   ? 1
                                        : Dim == 2        ? .02
                                        : name == "sheet" ? .01
                                                          : 3e-4)});
    }
    add_body(state, name, Law<Dim, Real>(NeoHookean<Real>{Real(1), Real(1)}), 1000, vertices);
    auto body = std::make_unique<ElementBody<Dim>>(mesh.start.size());
    body->elements = std::move(set);
    body->forces = ElementForces::Solved;
    if (name == "strands") body->joined.segments = {{0, 1}};
    add_elements<Dim, Real>(state, state.bodies.size() - 1, std::move(body));
  }
};

/// `way`: velocities of the state [m/s], of which the directors of strands do not know.
template <int Dim>
DerivativeErrors errors_with(int degree, Parts parts, double way) {
  Prepared<Dim, double> prepared(2e-3, settings<Dim>(0.1, "apic", degree), parts);
  return errors_of_derivatives<Dim>(prepared, way);
}

}  // namespace

// Oracle: central differences of the objective and of its gradient along random directions. For strands the
// product is that of a rod whose directors are where its edges are; after moves that turn edges by an angle a
// it leaves out a share of the twisting moment of order a, so that it is held to differences at rest alone.
TEST_CASE("elements add their derivatives to a step's") {
  for (const int degree : {2, 3}) {
    for (const DerivativeErrors& e :
         {errors_with<2>(degree, {.solid = true}, 5), errors_with<3>(degree, {.solid = true}, 5),
          errors_with<3>(degree, {.sheet = true}, 5), errors_with<2>(degree, {.strands = true}, 5),
          errors_with<3>(degree, {.strands = true}, 0), errors_with<3>(degree, {true, true, true}, 0)}) {
      CHECK(e.slope < 1e-7);
      CHECK(e.product < 1e-7);
      CHECK(e.symmetry < 1e-12);
    }
    const DerivativeErrors far = errors_with<3>(degree, {.strands = true}, 5);
    CHECK(far.slope < 1e-7);
    CHECK(far.product < .05);
  }
}

// Oracle: columns of the Hessian itself by products with unit vectors, as for particles.
TEST_CASE("the preconditioner inverts diagonal blocks that elements add to") {
  Prepared<3, double> prepared(2e-3, settings<3>(0.1, "apic"), {true, true, true});
  auto& problem = *prepared.problem;
  NodeField<3, double> rest = problem.make_field(), g = problem.make_field();
  problem.evaluate(rest);
  problem.gradient(rest, g);
  problem.build_preconditioner();
  const WorstError worst = errors_of_own_columns(prepared, 13);
  CHECK(worst.checked > 20);
  CHECK(worst.error < 1e-9);
}

// Oracle: a projection, as for particles: Q (Q^T H Q)^-1 Q^T H w = w for a rigid motion w of one patch.
TEST_CASE("patches know the stiffness of elements") {
  Prepared<3, double> prepared(100, settings<3>(0.1, "apic"), {true, true, true});
  auto& problem = *prepared.problem;
  NodeField<3, double> rest = problem.make_field(), g = problem.make_field();
  problem.evaluate(rest);
  problem.gradient(rest, g);
  problem.project_hessians();
  problem.gradient(rest, g);
  problem.build_preconditioner();
  problem.build_patches();
  const WorstError worst = errors_of_patches(prepared);
  CHECK(worst.checked > 3);
  CHECK(worst.error < 1e-6);
}

// Oracle: Newton's laws. What elements do to each other adds nothing to momentum.
TEST_CASE("a solved step of particles and elements keeps momentum") {
  Prepared<3, double> prepared(5e-3, settings<3>(0.1, "apic"), {true, true, true});
  auto& problem = *prepared.problem;
  NodeField<3, double> v = problem.make_field();
  const NewtonReport report =
      minimise(problem, ImplicitSettings{}, 1e-9, prepared.before, v, prepared.state.clock);
  REQUIRE_MESSAGE(report.converged(), report.reason);
  CHECK(report.newton < 30);
  Vec3<double> solved{}, free{};
  double mass = 0;
  prepared.for_each_node([&](Index b, int n) {
    for (int d = 0; d < 3; ++d) {
      solved[d] += prepared.free.block(b)[n][3] * v.block(b)[n][d];
      free[d] += prepared.free.block(b)[n][3] * prepared.free.block(b)[n][d];
    }
    mass += prepared.free.block(b)[n][3];
  });
  CHECK(norm(solved - free) < 1e-8 * mass);
}

// Oracle: a straight rod whose first edge is clamped and whose last is turned by hand, without inertia to
// speak of: the twist spreads evenly over its edges, the moment C m/l being the same at all vertices.
TEST_CASE("angles of a strand find their balance in one step") {
  ElementMesh mesh;
  add_strand({0, 0, 0}, {1, 0, 0}, 1, {8, 0, 0}, 3, mesh);
  StrandElements<3> rod(rod_section(3, 1e7, 4e6, 1000, .01), mesh.strand_begin, mesh.rest, mesh.start, 1000);
  std::vector<std::uint8_t> is_held(9, 0);
  is_held[0] = is_held[1] = is_held[7] = is_held[8] = 1;
  rod.turn_edge(7, 2.1, mesh.start);
  rod.step_state(mesh.start, is_held, 1e3);
  rod.follow(mesh.start, 1e3);
  // Seven corners share the angle; energy C/(2 l) m^2 each, C = G J.
  const double twist = 2.1 / 7, C = 4e6 * 3.14159265358979 * 1e-8 / 2;
  CHECK(rod.energies(mesh.start).twisting == doctest::Approx(7 * C * 8 / 2 * twist * twist).epsilon(1e-9));
}

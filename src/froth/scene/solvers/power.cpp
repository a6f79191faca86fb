// SPDX-License-Identifier: Apache-2.0
// A scene to material points with volumes of their own.
#include <froth/solvers/power/power_solver.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/geometry/thin_points.h>
#include <froth/scene/check_start.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/sample_bodies.h>
#include <froth/scene/solver_methods.h>
#include <froth/scene/start_velocity.h>
#include <froth/solvers/power/laws.h>

namespace froth {

namespace {

Schema power_keys() {
  return Schema(
             "power",
             "Material points with volumes of their own: in every step a transport plan lets each take its "
             "volume of space, however large or small, and gives the weights of the transfer to the grid "
             "(docs/power.md). Computes in double precision.")
      .real("cell_size", unit::m, "edge of a cell of the simulation grid", required, positive)
      .real("particles_per_cell", unit::one, "particles that a full cell starts with", by_dimension(4, 8),
            Range{0, 1000, true})
      .real(
          "size_range", unit::one,
          "largest over smallest radius of the particles that bodies start with, drawn at random; spacing is "
          "that of the smallest. 1: all alike",
          1.0, range(1, 8))
      .choice("weights", {"power", "bspline"},
              "of the transfer: by the transport plan, or quadratic B-splines, as the usual material point "
              "method has them",
              "power")
      .integer("transport_cells", "cells of the transport grid along the edge of a cell", 4, range(1, 16))
      .choice("spread", {"own_radius", "radius_ratio", "uniform"},
              "width of the kernels of the transport plan: by the radius of each particle; by its ratio to "
              "the smallest one; the same for all",
              "own_radius")
      .real(
          "least_spread", unit::one,
          "least width of these kernels: eps, twice the variance along an axis, in squares of a cell of the "
          "transport grid",
          2.0, range(0.5, 8))
      .real("inner_pull", unit::one,
            "how much a transport plan prefers full cells amid material, so that no voids stay in liquids: "
            "its logarithm is what a void costs, in widths of kernels. 1: not at all",
            1.0, range(1, 10))
      .real("volume_error", unit::one,
            "relative error of a particle's volume that a transport plan may leave", 1e-3, Range{0, 1, true})
      .integer("plan_iterations", "iterations of a transport plan, at most", 1000, range(1, 1000000))
      .boolean("warm_start", "transport plans start from those of the last steps; without it from nothing",
               true)
      .choice("integration", {"implicit", "explicit"},
              "of forces: solved for at the end of a step, or as at its beginning", "implicit")
      .integer("iterations", "iterations over all particles in an implicit step", 10, range(1, 100000))
      .only_with("integration", {"implicit"})
      .choice(
          "implicit_form", {"impulses", "elastic_impulses", "xpbd"},
          "of an implicit step: an impulse matrix per particle, with plastic flow inside the solve; the same "
          "with flow after the solve; or one constraint per particle as in extended position-based "
          "dynamics, with flow after the solve. The last two are for comparison",
          "impulses")
      .only_with("integration", {"implicit"})
      .real("position_blend", unit::one,
            "share of the distance from its centroid that a particle keeps in a step: 0 spreads particles "
            "evenly, 1 lets them move with the flow alone",
            0.0, range(0, 1))
      .only_with("weights", {"power"})
      .real("cfl", unit::one, "share of the longest stable explicit step, and of a cell to cross in it", 0.4,
            Range{0, 1, true})
      .real("most_cells", unit::one, "cells that particles may cross in an automatic implicit step", 1,
            Range{0, 1000, true});
}

void read_keys(const Values& solver, Scene& scene) {
  scene.solver.cell_size = solver.real("cell_size");
  scene.solver.cfl = solver.real("cfl");
}

Spread spread_of(const std::string& name) {
  return name == "own_radius" ? Spread::OwnRadius : name == "uniform" ? Spread::Uniform : Spread::RadiusRatio;
}

template <int Dim>
PowerSettings<Dim> settings_of(const Scene& scene) {
  const Values& solver = scene.solver.values;
  PowerSettings<Dim> settings;
  settings.cell_size = scene.solver.cell_size;
  settings.weights = solver.text("weights") == "power" ? WeightKind::Power : WeightKind::BSpline;
  settings.transport_cells = static_cast<int>(solver.integer("transport_cells"));
  settings.plan.cell = settings.cell_size / settings.transport_cells;
  settings.plan.spread = spread_of(solver.text("spread"));
  settings.plan.least_spread = solver.real("least_spread");
  settings.plan.inner_pull = solver.real("inner_pull");
  settings.plan.volume_error = solver.real("volume_error");
  settings.plan.max_iterations = static_cast<int>(solver.integer("plan_iterations"));
  settings.warm_start = solver.boolean("warm_start");
  if (solver.text("integration") == "explicit") {
    settings.integration = Integration::Explicit;
  } else {
    settings.iterations = static_cast<int>(solver.integer("iterations"));
    const std::string form = solver.text("implicit_form");
    settings.form = form == "impulses" ? ImplicitForm::Impulses
                    : form == "xpbd"   ? ImplicitForm::Xpbd
                                       : ImplicitForm::ElasticImpulses;
  }
  if (settings.weights == WeightKind::Power) settings.position_blend = solver.real("position_blend");
  settings.cfl = scene.solver.cfl;
  settings.most_cells = solver.real("most_cells");
  settings.gravity = drop<Dim>(scene.gravity);
  settings.settling = {scene.gravity_ramp, scene.settle};
  settings.obstacles = scene.obstacles;
  return settings;
}

/// Points of a body, and the volume of each [m^dim].
struct SizedPoints {
  std::vector<Vec3<double>> points;
  std::vector<double> volume;
};

/// Of the even sampling those stay that are as far from one another as the spacings drawn for them, a little
/// less, since random places fill space less well than a lattice. Each takes a part of the body's volume by
/// the power `dim` of its spacing.
SizedPoints sized_points(const Scene& scene, const BodySpec& body, SampledBody sampled, double range) {
  const double whole = sampled.volume * double(sampled.points.size());
  if (!(range > 1)) {
    std::vector<double> volume(sampled.points.size(), sampled.volume);
    return {std::move(sampled.points), std::move(volume)};
  }
  constexpr double packed = 0.85;
  const RandomKey key{scene.seed + static_cast<std::uint64_t>(body.sampled_as), Purpose::PoissonDisc};
  // A pure function of the place, whoever asks: points of a lattice differ in its cells.
  const auto ratio = [&](const Vec3<double>& x) {
    std::uint64_t place = 0;
    for (int d = 0; d < 3; ++d)
      place =
          place * 2097152 + (static_cast<std::uint64_t>(std::floor(x[d] / body.spacing) + 1048576) & 2097151);
    return std::pow(range, uniform4(key, place, 0, 7)[0]);
  };
  const auto distance = [&](const Vec3<double>& x) { return packed * body.spacing * ratio(x); };
  SizedPoints sized;
  double sum = 0;
  for (const std::uint32_t k : thin_points(sampled.points, body.spacing, distance, scene.seed)) {
    sized.points.push_back(sampled.points[k]);
    sized.volume.push_back(std::pow(ratio(sampled.points[k]), scene.dimension));
    sum += sized.volume.back();
  }
  for (double& volume : sized.volume) volume *= whole / sum;
  return sized;
}

template <int Dim>
std::vector<PowerParticle<Dim>> particles_of(const Scene& scene, const BodySpec& body) {
  if (body.emitter)
    return check_within_reach(scene, body, check_emitter(body)), std::vector<PowerParticle<Dim>>{};
  const SizedPoints sampled = sized_points(scene, body, sample_body(scene, body),
                                           body.size_range.value_or(scene.solver.values.real("size_range")));
  check_within_reach(scene, body, sampled.points);
  check_start(scene, body, sampled.points);
  check_held(scene, body, sampled.points);
  const std::vector<Start> starts = starts_of(scene, body, sampled.points);
  std::vector<PowerParticle<Dim>> particles(sampled.points.size());
  for (std::size_t k = 0; k < particles.size(); ++k) {
    particles[k] = {drop<Dim>(sampled.points[k]), drop<Dim>(starts[k].v), {}, sampled.volume[k]};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) particles[k].C(r, c) = starts[k].gradient(r, c);
  }
  return particles;
}

template <int Dim>
std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<PowerSolver<Dim>>(settings_of<Dim>(scene));
  for (const BodySpec& body : scene.bodies) {
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    const Law<Dim, double> law = make_law<Dim, double>(material.model, material.law.evaluated_at({}));
    solver->add_body(body.name, law, material.density, particles_of<Dim>(scene, body), body.emitter);
  }
  solver->start(0);
  return solver;
}

}  // namespace

SolverMethod power_method() {
  SolverCapabilities can;
  can.planar = can.grid = can.colliders = can.held = can.kill_zones = can.emitters = can.ramps = true;
  can.sizes = can.dynamic = true;
  can.takes_law = [](std::string_view law) { return has_principal_tangent(law); };
  return {
      .name = "power",
      .schema = power_keys(),
      .can = can,
      .read = &read_keys,
      .build = [](const Scene& scene) { return scene.dimension == 2 ? build<2>(scene) : build<3>(scene); }};
}

}  // namespace froth

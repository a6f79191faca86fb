// SPDX-License-Identifier: Apache-2.0
// A scene to point-based elastoplasticity with a rest state.
#include <froth/solvers/embedding/embedding_solver.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/geometry/block_order.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/geometry/thin_points.h>
#include <froth/materials/law_list.h>
#include <froth/scene/check_start.h>
#include <froth/scene/sample_bodies.h>
#include <froth/scene/solver_methods.h>
#include <froth/scene/start_velocity.h>

namespace froth {

namespace {

Schema embedding_keys() {
  return Schema("embedding",
                "Particles that keep a rest state and find their neighbours in an embedded space, without a "
                "grid: elastic shape lasts, and plastic flow has no limit (docs/embedding.md). Computes in "
                "double precision.")
      .integer("neighbors", "neighbours of a particle, at most", kMostNeighbors, range(8, kMostNeighbors))
      .choice(
          "fit", {"linear", "quadratic"},
          "map fitted to the places of neighbours: linear, as published, bends too easily where a body is "
          "few particles thick; quadratic is right there and takes steps half as long",
          "linear")
      .choice("volumes", {"estimated", "sampled"},
              "volumes of particles at the start: estimated from their neighbourhoods, as published, which "
              "counts those at the surface 1.3 to 2.5 times, or those of the samples that they stand for",
              "estimated")
      .real("coarsening", unit::one,
            "distance between particles in units of spacing, by place: particles of the even sampling stay "
            "that are so far from one another",
            1.0, range(1, 100))
      .may_vary(Variation::Space)
      .real("cfl", unit::one, "share of the longest stable step, two over the fastest frequency, in a step",
            0.5, Range{0, 1, true})
      .real("viscosity", unit::Pa_s,
            "resistance to velocity differences between neighbours, solved implicitly; it slows rotation too "
            "(a material's damping_time does not)",
            0.0, non_negative)
      .real("residual_stiffness", unit::one,
            "stiffness, as a share of that of pressure waves, against motion that no fitted deformation "
            "gradient sees; 0: none, as published",
            0.1, range(0, 10))
      .boolean("update_neighbors",
               "neighbours follow plastic flow by their places in embedded space; false for comparison only",
               true)
      .real("update_distance", unit::one,
            "distance in embedded space, in spacings, that a particle moves before neighbours are looked for "
            "again",
            0.1, non_negative)
      .real("embedding_tolerance", unit::one, "error of embedded positions, root mean square, in spacings",
            1e-4, Range{0, 1, true})
      .integer("embedding_iterations", "iterations of conjugate gradients for an embedding, at most", 200,
               range(1, 100000))
      .choice("embedding", {"linear", "nonlinear"},
              "best fit of embedded space to the rest vectors: least squares, or least elastic energy, which "
              "is slower and for comparison",
              "linear")
      .boolean("plastic_offsets",
               "rest vectors are kept apart from embedded space; false for comparison only: twist is lost",
               true)
      .choice("integrator", {"kick_drift_kick", "linearly_implicit"},
              "of velocities and places; linearly_implicit (Euler) is for comparison, it damps rotation",
              "kick_drift_kick")
      .real("contact_distance", unit::one,
            "distance, in spacings, below which particles repel that are of two bodies, or of one and far "
            "apart in embedded space; 0: parts pass through each other",
            0.0, range(0, 2))
      .real("contact_friction", unit::one, "Coulomb friction of that contact", 0.0, non_negative)
      .boolean("line_of_sight",
               "a collider that stands between two particles, however thin, keeps them from being neighbours "
               "from the start on, and from touching each other as parts",
               true)
      .integer("resample_steps", "steps between resamplings, which split and merge particles; 0: none", 0,
               range(0, 1000000))
      .choice("resample_rule", {"directional", "printed"},
              "a particle splits where its sampling is sparse along one axis and merges where it is dense "
              "along one, or, as printed, along all three",
              "directional")
      .real("split_below", unit::one,
            "sampling of a neighbourhood, in units of a lattice's, below which it splits", 0.3, non_negative)
      .real("merge_above", unit::one, "sampling above which it merges with its nearest neighbour", 6.0,
            positive)
      .choice("strays", {"keep", "rescue", "remove"},
              "what becomes of a particle whose neighbours say nothing about deformation: it flies on, it is "
              "embedded anew by those around it in the world, or it is removed",
              "keep");
}

EmbeddingSettings settings_of(const Scene& scene) {
  const Values& solver = scene.solver.values;
  EmbeddingSettings settings;
  settings.gravity = scene.gravity;
  settings.settling = {scene.gravity_ramp, scene.settle};
  settings.obstacles = scene.obstacles;
  settings.neighbors = static_cast<int>(solver.integer("neighbors"));
  settings.fit = solver.text("fit") == "linear" ? FitKind::Linear : FitKind::Quadratic;
  settings.samples_volumes = solver.text("volumes") == "sampled";
  settings.cfl = solver.real("cfl");
  settings.viscosity = solver.real("viscosity");
  settings.residual_stiffness = solver.real("residual_stiffness");
  settings.updates_neighbors = solver.boolean("update_neighbors");
  settings.update_distance = solver.real("update_distance");
  settings.tolerance = solver.real("embedding_tolerance");
  settings.embedding_iterations = static_cast<int>(solver.integer("embedding_iterations"));
  settings.kind = solver.text("embedding") == "linear" ? EmbeddingKind::Linear : EmbeddingKind::Nonlinear;
  settings.keeps_offsets = solver.boolean("plastic_offsets");
  settings.integrator = solver.text("integrator") == "kick_drift_kick" ? Integrator::KickDriftKick
                                                                       : Integrator::LinearlyImplicit;
  settings.part_contact.distance = solver.real("contact_distance");
  settings.part_contact.friction = solver.real("contact_friction");
  settings.line_of_sight = solver.boolean("line_of_sight");
  settings.resample_steps = solver.integer("resample_steps");
  settings.resample.is_printed_rule = solver.text("resample_rule") == "printed";
  settings.resample.split_below = solver.real("split_below");
  settings.resample.merge_above = solver.real("merge_above");
  const std::string strays = solver.text("strays");
  settings.strays = strays == "keep" ? Strays::Keep : strays == "rescue" ? Strays::Rescue : Strays::Remove;
  return settings;
}

/// Points in the order of blocks of four spacings, so that neighbours are near in memory.
std::vector<Vec3<double>> in_blocks(const std::vector<Vec3<double>>& points, double spacing) {
  std::array<std::vector<std::int32_t>, 3> planes;
  CellPlanes<3> cells{};
  for (std::size_t d = 0; d < 3; ++d) {
    for (const Vec3<double>& x : points)
      planes[d].push_back(static_cast<std::int32_t>(std::floor(x[static_cast<int>(d)] / spacing)));
    cells[d] = planes[d].data();
  }
  std::vector<Vec3<double>> sorted;
  for (const std::uint32_t k : order_by_block<3>(cells, static_cast<Index>(points.size())).order)
    sorted.push_back(points[k]);
  return sorted;
}

/// Of particles one apart all stay, and of coarser ones those a little less than their distance apart, since
/// random places fill space less well than a lattice.
constexpr double kPackedShare = 0.85;

/// The points that uneven sampling keeps.
std::vector<Vec3<double>> coarsened(const Scene& scene, const BodySpec& body,
                                    const std::vector<Vec3<double>>& points) {
  const Field coarsening = scene.solver.values.field("coarsening");
  Field::Evaluator factor(coarsening);
  const auto distance = [&](const Vec3<double>& x) { return kPackedShare * body.spacing * factor(x, 0); };
  std::vector<Vec3<double>> kept;
  for (const std::uint32_t k : thin_points(points, body.spacing, distance, scene.seed))
    kept.push_back(points[k]);
  return kept;
}

/// Volumes of the particles `kept`: each sample of the even sampling belongs to the nearest of them.
std::vector<double> volumes_of(const SampledBody& sampled, const std::vector<Vec3<double>>& kept,
                               double spacing) {
  if (kept.size() == sampled.points.size()) return std::vector<double>(kept.size(), sampled.volume);
  const NeighborSearch<3> search(kept, spacing);
  std::vector<double> volumes(kept.size(), 0.0);
  std::vector<Neighbor> nearest;
  for (const Vec3<double>& x : sampled.points) {
    search.nearest(x, 1, nearest);
    volumes[nearest.front().point] += sampled.volume;
  }
  return volumes;
}

EmbeddedLaw law_at(const MaterialSpec& material, const Vec3<double>& x) {
  return std::get<EmbeddedLaw>(make_law<3, double>(material.model, material.law.evaluated_at(x)));
}

std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<EmbeddingSolver>(settings_of(scene));
  for (const BodySpec& body : scene.bodies) {
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    const SampledBody sampled = sample_body(scene, body);
    check_start(scene, body, sampled.points);
    check_held(scene, body, sampled.points);
    const Field coarsening = scene.solver.values.field("coarsening");
    const bool is_even = coarsening.is_constant() && coarsening.at({}, 0) == 1;
    const std::vector<Vec3<double>> points =
        in_blocks(is_even ? sampled.points : coarsened(scene, body, sampled.points), body.spacing);
    std::vector<Vec3<double>> velocities;
    for (const Start& start : starts_of(scene, body, points)) velocities.push_back(start.v);
    std::vector<EmbeddedLaw> laws;
    if (!material.law.varying_key().empty())
      for (const Vec3<double>& x : points) laws.push_back(law_at(material, x));
    const EmbeddedLaw law = law_at(material, points.front());
    solver->add_body(body.name, material.density, volumes_of(sampled, points, body.spacing), body.spacing,
                     law, std::move(laws), points, std::move(velocities));
  }
  return solver;
}

}  // namespace

SolverMethod embedding_method() {
  SolverCapabilities can;
  can.colliders = can.dynamic = can.held = can.kill_zones = can.ramps = can.varying_laws = true;
  can.takes_law = [](std::string_view law) { return law == EmbeddedLaw::name; };
  return {.name = "embedding", .schema = embedding_keys(), .can = can, .read = nullptr, .build = &build};
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/check_start.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/block_map.h>
#include <froth/materials/law_list.h>
#include <froth/obstacles/posed.h>
#include <froth/scene/sample_bodies.h>

namespace froth {

namespace {

/// Whether two regions take a point, which both hold from `begin` on, to different places before `end` [s].
bool part_ways(const HeldRegion& a, const HeldRegion& b, const Vec3<double>& x, double begin, double end) {
  constexpr int kTimes = 64;
  const Pose a_begin = a.motion.at(begin), b_begin = b.motion.at(begin);
  for (int k = 1; k <= kTimes; ++k) {
    const double t = begin + (end - begin) * k / kTimes;
    const Vec3<double> in_a = a.motion.at(t).to_world(a_begin.to_rest(x)),
                       in_b = b.motion.at(t).to_world(b_begin.to_rest(x));
    if (norm(in_a - in_b) > 1e-9 * (norm(in_a) + norm(in_b))) return true;
  }
  return false;
}

}  // namespace

void check_within_reach(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points) {
  // Positions are counted in cells; a little room is left to move.
  const double reach = 0.9 * kCellLimit * scene.solver.cell_size;
  for (const Vec3<double>& x : points)
    for (int d = 0; d < scene.dimension; ++d)
      if (std::abs(x[d]) > reach)
        throw InputError(
            fmt::format("{}: body \"{}\" reaches {:.3g} m from the origin, but cells of {:.3g} m reach only "
                        "{:.3g} m; move it closer or make solver.cell_size larger",
                        body.where, body.name, std::abs(x[d]), scene.solver.cell_size, reach));
}

void check_start(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points) {
  for (const Collider& collider : scene.obstacles.colliders) {
    const Pose pose = collider.motion.at(0);
    const auto inside = std::count_if(points.begin(), points.end(), [&](const Vec3<double>& x) {
      return collider.shape.signed_distance(pose.to_rest(x)) < 0;
    });
    if (10 * inside < static_cast<std::ptrdiff_t>(points.size())) continue;
    throw InputError(
        fmt::format("{}: body \"{}\" starts inside collider \"{}\" ({} of its {} particles); move one of "
                    "them apart",
                    body.where, body.name, collider.name, inside, points.size()));
  }
}

void check_held(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points) {
  const std::vector<HeldRegion>& held = scene.obstacles.held;
  for (std::size_t b = 1; b < held.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      const double begin = std::max({held[a].start, held[b].start, 0.0});
      const double end = std::min({held[a].end, held[b].end, scene.end_time});
      if (!(begin < end)) continue;
      const Pose in_a = held[a].motion.at(begin), in_b = held[b].motion.at(begin);
      const auto claimed = std::count_if(points.begin(), points.end(), [&](const Vec3<double>& x) {
        return held[a].shape.signed_distance(in_a.to_rest(x)) < 0 &&
               held[b].shape.signed_distance(in_b.to_rest(x)) < 0 &&
               part_ways(held[a], held[b], x, begin, end);
      });
      if (claimed == 0) continue;
      throw InputError(fmt::format(
          "{}: body \"{}\" is held by \"{}\" and \"{}\" at once, which move differently ({} of its "
          "{} particles are in both); move the regions apart",
          body.where, body.name, held[a].name, held[b].name, claimed, points.size()));
    }
}

std::vector<Vec3<double>> check_emitter(const BodySpec& body) {
  const Emitter& emitter = *body.emitter;
  std::vector<Vec3<double>> points;
  for (std::uint64_t batch = 0; batch < 8 && points.empty(); ++batch)  // a jet moves half a spacing per batch
    points = points_of(body, [&] { return emitter.points(batch, emitter.start); });
  if (points.empty())
    throw InputError(
        fmt::format("{}: emitter \"{}\" makes no particles: its shape is empty or thinner than the distance "
                    "between particles ({:.4g} m); make it larger or put particles closer "
                    "(spacing or solver.cell_size)",
                    body.where, body.name, emitter.sampling.spacing));
  return points;
}

void check_thickness(const Scene& scene, const BodySpec& body, double depth) {
  // The deepest of the points is up to half their distance off the middle.
  if (2 * depth + body.spacing >= 3 * scene.solver.cell_size) return;
  throw InputError(fmt::format(
      "{}: {} \"{}\" is to be resampled but is nowhere three cells ({:.4g} m) thick, so that no void in it "
      "would ever be filled; remove its resampling or make solver.cell_size smaller",
      body.where, body.emitter ? "emitter" : "body", body.name, 3 * scene.solver.cell_size));
}

std::vector<std::string> resampling_warnings(const Scene& scene) {
  std::vector<std::string> warnings;
  const double kept = std::pow(2, scene.dimension);  // of a lattice whose gaps are just covered
  for (const BodySpec& body : scene.bodies) {
    if (!body.resampling) continue;
    if (body.particles_per_cell < kept)
      warnings.push_back(
          fmt::format("warning: body \"{}\" has {:.3g} particles in a cell, fewer than the {:.0f} that "
                      "resampling keeps; it "
                      "will get more at once",
                      body.name, body.particles_per_cell, kept));
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    if (body.resampling->thin_ratio && !may_tear(material.model, material.law))
      warnings.push_back(
          fmt::format("warning: remove_thin of body \"{}\" removes torn particles, and material \"{}\" never "
                      "tears, so that it removes nothing",
                      body.name, material.name));
  }
  return warnings;
}

std::vector<std::string> collider_warnings(const Scene& scene) {
  const double cell = scene.solver.cell_size;
  std::vector<std::string> warnings;
  if (cell == 0) return warnings;
  for (const Collider& collider : scene.obstacles.colliders) {
    const Bounds box = collider.shape.bounds();
    if (!box.is_finite(scene.dimension)) continue;
    // Nodes of a grid of its own, in the frame of the shape: the solver's may lie differently at any time.
    std::int64_t nodes[3] = {1, 1, 1};
    double all = 1;
    for (int d = 0; d < scene.dimension; ++d) {
      const double along = std::ceil((box.max[d] - box.min[d]) / cell) + 3;
      nodes[d] = static_cast<std::int64_t>(std::min(along, 1e9));
      all *= along;
    }
    if (all > 1e6) continue;
    const PosedCollider posed(collider, {}, {}, 0);
    std::int64_t thin = 0, touched = 0;
    for (std::int64_t n = 0; n < nodes[0] * nodes[1] * nodes[2]; ++n) {
      const std::int64_t i[3] = {n % nodes[0], n / nodes[0] % nodes[1], n / nodes[0] / nodes[1]};
      Vec3<double> x{};
      for (int d = 0; d < scene.dimension; ++d) x[d] = box.min[d] + cell * (double(i[d]) - 0.9);
      const double distance = posed.distance(x), touch = 1e-4 * cell;
      if (distance > 0.5 * cell) continue;
      const bool is_thin = holds_both_sides(posed, x, posed.normal(x, touch), distance, cell, touch);
      thin += is_thin ? 1 : 0, touched += is_thin || distance <= touch ? 1 : 0;
    }
    if (10 * thin > touched)
      warnings.push_back(fmt::format(
          "warning: collider \"{}\" is about as thin as a cell ({:.3g} m) or thinner; {}", collider.name,
          cell,
          scene.solver.tight_colliders
              ? "nothing passes it, but one layer of nodes serves both of its sides, so that pressure does"
              : "particles may pass it; set solver.tight_colliders = true or make solver.cell_size smaller"));
  }
  return warnings;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include "solvers/spring_points/spring_points.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/base/error.h>

namespace froth::test {

namespace {

constexpr double kReach = 1.1;  ///< of springs, in spacings: nearest neighbours of a lattice, not diagonals

PointField field(std::string_view name, const char* unit, int components, auto value) {
  return {std::string(name), unit, components, [value](int k, std::span<double> values) {
            for (std::size_t s = 0; s < values.size(); ++s) values[s] = value(k, s);
          }};
}

struct Sums {
  double particles = 0, mass = 0, kinetic = 0, elastic = 0, gravitational = 0;
  Vec3<double> momentum{};
};

}  // namespace

void SpringPoints::add_body(std::string name, double point_mass, double stiffness, double spacing,
                            const std::vector<Vec3<double>>& points,
                            const std::vector<Vec3<double>>& velocities) {
  SpringBody body{.name = std::move(name), .mass = point_mass, .stiffness = stiffness, .spacing = spacing};
  body.x = points, body.v = velocities;
  for (std::size_t s = 0; s < points.size(); ++s) body.id.push_back(next_id_++);
  for (std::uint32_t a = 0; a < points.size(); ++a)
    for (std::uint32_t b = a + 1; b < points.size(); ++b) {
      const double length = norm(points[a] - points[b]);
      if (length > kReach * spacing) continue;
      body.topology.segments.push_back({a, b});
      body.rest_length.push_back(length);
    }
  compute_forces(body);
  bodies_.push_back(std::move(body));
}

void SpringPoints::compute_forces(SpringBody& body) const {
  body.force.assign(body.x.size(), body.mass * settings_.gravity);
  for (std::size_t k = 0; k < body.rest_length.size(); ++k) {
    const auto& [a, b] = body.topology.segments[k];
    const Vec3<double> arm = body.x[b] - body.x[a];
    const double length = norm(arm);
    const Vec3<double> pull = body.stiffness * (length - body.rest_length[k]) / length * arm;
    body.force[a] += pull, body.force[b] += -1.0 * pull;
  }
}

std::vector<BodyView> SpringPoints::bodies() const {
  std::vector<BodyView> views;
  for (const SpringBody& body : bodies_) {
    BodyView view{.name = body.name, .law = "springs", .id = body.id, .fields = {}};
    view.fields = {field(kPosition, "m", 3, [&body](int k, std::size_t s) { return body.x[s][k]; }),
                   field(kVelocity, "m/s", 3, [&body](int k, std::size_t s) { return body.v[s][k]; }),
                   field(kRadius, "m", 1, [&body](int, std::size_t) { return 0.3 * body.spacing; }),
                   field("force", "N", 3, [&body](int k, std::size_t s) { return body.force[s][k]; })};
    view.topology = &body.topology;
    views.push_back(std::move(view));
  }
  return views;
}

TimeStepLimit SpringPoints::time_step_limit(double) const {
  TimeStepLimit limit{.dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .obstacle = {},
                      .reason = {}};
  for (const SpringBody& body : bodies_) {
    const double dt = settings_.cfl * 2 * std::numbers::pi * std::sqrt(body.mass / body.stiffness);
    if (dt < limit.dt) limit = {dt, body.name, "springs", {}, "period of a spring"};
  }
  return limit;
}

StepReport SpringPoints::advance(double time, double dt) {
  const StageClock::Scope scope(clock_, "springs");
  const PosedObstacles obstacles = pose_obstacles(settings_.obstacles, time, dt);
  for (SpringBody& body : bodies_) {
    for (std::size_t s = 0; s < body.x.size(); ++s) {
      body.v[s] += dt / (2 * body.mass) * body.force[s];
      for (const PosedCollider& collider : obstacles.colliders)
        body.v[s] = stop_inside(collider, body.x[s], body.v[s], 1e-4 * body.spacing);
      body.x[s] += dt * body.v[s];
    }
    compute_forces(body);
    for (std::size_t s = 0; s < body.x.size(); ++s) {
      body.v[s] += dt / (2 * body.mass) * body.force[s];
      if (!std::isfinite(norm(body.x[s])))
        return StepReport::failure(
            fmt::format("point {} of body \"{}\" is nowhere at t = {:.6g} s", body.id[s], body.name, time));
    }
  }
  return {};
}

Totals SpringPoints::totals(double) const {
  Sums sum;
  for (const SpringBody& body : bodies_) {
    for (std::size_t s = 0; s < body.x.size(); ++s) {
      sum.particles += 1, sum.mass += body.mass;
      sum.momentum += body.mass * body.v[s];
      sum.kinetic += body.mass / 2 * dot(body.v[s], body.v[s]);
      sum.gravitational -= body.mass * dot(settings_.gravity, body.x[s]);
    }
    for (std::size_t k = 0; k < body.rest_length.size(); ++k) {
      const auto& [a, b] = body.topology.segments[k];
      const double stretch = norm(body.x[b] - body.x[a]) - body.rest_length[k];
      sum.elastic += body.stiffness / 2 * stretch * stretch;
    }
  }
  return Totals({{"particles", "-", sum.particles, true},
                 {"mass", "kg", sum.mass},
                 {"momentum_x", "kg m/s", sum.momentum[0]},
                 {"momentum_y", "kg m/s", sum.momentum[1]},
                 {"momentum_z", "kg m/s", sum.momentum[2]},
                 {"kinetic_energy", "J", sum.kinetic},
                 {"elastic_energy", "J", sum.elastic},
                 {"gravitational_energy", "J", sum.gravitational}});
}

void SpringPoints::save(BinaryWriter& out) const {
  for (const SpringBody& body : bodies_) {
    out.text(body.name);
    for (const auto* vectors : {&body.x, &body.v, &body.force})
      out.bytes(vectors->data(), vectors->size() * sizeof(Vec3<double>));
  }
}

void SpringPoints::load(BinaryReader& in) {
  for (SpringBody& body : bodies_) {
    if (in.text() != body.name) throw InputError("the saved state has other bodies");
    for (auto* vectors : {&body.x, &body.v, &body.force})
      in.bytes(vectors->data(), vectors->size() * sizeof(Vec3<double>));
  }
}

std::size_t SpringPoints::bytes() const {
  std::size_t total = 0;
  for (const SpringBody& body : bodies_)
    total += body.x.capacity() * 3 * sizeof(Vec3<double>) + body.id.capacity() * sizeof(std::uint64_t) +
             body.rest_length.capacity() * (sizeof(double) + 2 * sizeof(std::uint32_t));
  return total;
}

}  // namespace froth::test

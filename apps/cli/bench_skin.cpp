// SPDX-License-Identifier: Apache-2.0
// Speed of skins: a cube of jittered particles to a mesh, on voxels of half a spacing. Rows have the keys of
// those of the solver, so that they can be compared; a "step" is one skin.
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/base/stage_clock.h>
#include <froth/geometry/sampling.h>
#include <froth/surface/skin.h>

#include "bench_skin.h"

namespace froth::cli {

namespace {

SkinPoints cube_of(int particles) {
  const double spacing = 1 / std::cbrt(double(particles));
  SkinPoints points;
  for (const Vec3<double>& x : sample_lattice(Shape::box({0, 0, 0}, {1, 1, 1}), {spacing, 0.5, 1, 0, 3}))
    points.x.push_back(x.cast<float>());
  points.spacing.assign(points.count(), static_cast<float>(spacing));
  return points;
}

}  // namespace

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

nlohmann::ordered_json row_beside_solver(const std::string& what, const std::string& kind,
                                         std::int64_t particles, int threads) {
  nlohmann::ordered_json json;
  json["law"] = what;
  json["scheme"] = kind;
  json["kernel"] = "-";
  json["precision"] = "float";
  json["dim"] = 3;
  json["particles"] = particles;
  json["threads"] = threads;
  return json;
}

std::string name_of_skin_row(SkinMethod method) { return fmt::format("skin {}", name_of(method)); }

nlohmann::ordered_json measure_skin(SkinMethod method, const BenchCommand& command) {
  const SkinPoints points = cube_of(command.particles);
  SkinSettings settings;
  settings.method = method;
  const bool counts_peak = reset_peak_memory();
  const double wall = wall_seconds(), start = processor_seconds();
  const VoxelField field = skin_field(points, settings);
  const double meshing = processor_seconds();
  const SurfaceMesh mesh = mesh_of_field(field, settings.adaptivity);
  const double end = processor_seconds(), particles = double(points.count());
  nlohmann::ordered_json json =
      row_beside_solver("skin", name_of(method), static_cast<std::int64_t>(particles), command.threads);
  json["wall_s"] = wall_seconds() - wall;
  json["particle_steps_per_core_s"] = particles / (end - start);
  json["bytes_per_particle"] =
      double(field.values.size() * sizeof(float) + mesh.x.size() * 24 + mesh.triangles.size() * 12) /
      particles;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  json["stages"]["field"] = (meshing - start) / particles;
  json["stages"]["mesh"] = (end - meshing) / particles;
  return json;
}

}  // namespace froth::cli

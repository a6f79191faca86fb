// SPDX-License-Identifier: Apache-2.0
// Speed of films: bubbles without any order in a ball to cells with their volumes and a mesh.
#include <cmath>

#include <froth/base/peak_memory.h>
#include <froth/base/random.h>
#include <froth/base/stage_clock.h>
#include <froth/power_cells/foam.h>

#include "bench_cells.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

Bubbles ball_of(int count) {
  Bubbles bubbles;
  const RandomKey key{1, Purpose::Test};
  for (std::uint32_t dart = 0; int(bubbles.x.size()) < count; ++dart) {
    const Vec<4, double> u = uniform4(key, dart, 0, 0);
    const Vec3<double> x{2 * u[0] - 1, 2 * u[1] - 1, 2 * u[2] - 1};
    if (dot(x, x) > 1) continue;
    bubbles.x.push_back(x);
    bubbles.volume.push_back((0.2 + 1.8 * u[3]) * 3.8 / count);
  }
  return bubbles;
}

}  // namespace

bool asks_for_cells(const BenchCommand& command) {
  return !command.only.empty() && std::string(kCellsRow).find(command.only) != std::string::npos;
}

nlohmann::ordered_json measure_cells(const BenchCommand& command) {
  const Bubbles bubbles = ball_of(command.particles);
  const bool counts_peak = reset_peak_memory();
  const double wall = wall_seconds(), start = processor_seconds();
  const Foam foam = make_foam(bubbles);
  const double end = processor_seconds(), count = double(bubbles.x.size());
  nlohmann::ordered_json json = row_beside_solver("cells", "foam", command.particles, command.threads);
  json["precision"] = "double";
  json["wall_s"] = wall_seconds() - wall;
  json["particle_steps_per_core_s"] = count / (end - start);
  json["bytes_per_particle"] =
      double(foam.mesh.x.size() * 24 + foam.mesh.corner.size() * 4 + foam.mesh.film_count() * 12) / count;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / count;
  json["stages"]["foam"] = (end - start) / count;
  return json;
}

}  // namespace froth::cli

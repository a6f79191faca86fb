// SPDX-License-Identifier: Apache-2.0
// Speed of pictures: a skinned dollop on a floor, 1280 x 720 pixels, at most 64 samples each. Rows have the
// keys of those of the solver, so that they can be compared; a "particle" is a sample of a pixel.
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/base/stage_clock.h>
#include <froth/geometry/sampling.h>
#include <froth/render/ray_traced.h>
#include <froth/surface/skin.h>

#include "bench_picture.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

constexpr PictureOptions kOptions{.width = 1280, .height = 720, .samples = 64};

/// Three balls that run into each other, 60 thousand particles.
SurfaceMesh dollop() {
  constexpr double spacing = 0.026;
  const Shape shape = Shape::unite({Shape::sphere({0, 0.38, 0}, 0.5), Shape::sphere({0.25, 0.85, 0.1}, 0.32),
                                    Shape::sphere({0.05, 1.15, 0}, 0.2)});
  SkinPoints points;
  for (const Vec3<double>& x : sample_lattice(shape, {spacing, 0.5, 1, 0, 3}))
    points.x.push_back(x.cast<float>());
  points.spacing.assign(points.count(), static_cast<float>(spacing));
  return skin(points, {});
}

FrameContent content_with(LookKind kind) {
  FrameContent content;
  content.skins.push_back({dollop(), {0.9f, 0.9f, 0.88f}, Look{.kind = kind}});
  content.ground = true;
  return content;
}

}  // namespace

std::string name_of_picture_row(LookKind kind) { return fmt::format("picture {}", name_of(kind)); }

nlohmann::ordered_json measure_picture(LookKind kind, const BenchCommand& command) {
  const FrameContent content = content_with(kind);
  const Camera camera = frame_camera(content_bounds(content), double(kOptions.width) / kOptions.height, 35);
  const bool counts_peak = reset_peak_memory();
  const double wall = wall_seconds(), start = processor_seconds();
  const Image image = render_3d(content, camera, kOptions);
  const double seconds = processor_seconds() - start;
  const double samples = double(kOptions.width) * kOptions.height * kOptions.samples;
  nlohmann::ordered_json json =
      row_beside_solver("picture", name_of(kind), static_cast<std::int64_t>(samples), command.threads);
  json["wall_s"] = wall_seconds() - wall;
  json["particle_steps_per_core_s"] = samples / seconds;
  json["bytes_per_particle"] = double(image.rgb.size() * sizeof(float)) / samples;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / samples;
  json["stages"]["light"] = seconds / samples;
  return json;
}

}  // namespace froth::cli

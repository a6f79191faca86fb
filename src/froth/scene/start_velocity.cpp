// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/start_velocity.h>

#include <array>
#include <cmath>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/scene/sample_bodies.h>

namespace froth {

namespace {

/// Slopes of the velocity over the particle's own width, by differences of two points `reach` away on either
/// side, or of one where the expression ends.
Mat3<double> slopes(std::array<Field::Evaluator, 3>& v, const Vec3<double>& x, const Vec3<double>& middle,
                    double reach, int dimension) {
  Mat3<double> gradient{};
  for (int c = 0; c < dimension; ++c) {
    Vec3<double> step{};
    step[c] = reach;
    for (int r = 0; r < dimension; ++r) {
      auto& part = v[static_cast<std::size_t>(r)];
      const double left = part.unchecked(x - step, 0), right = part.unchecked(x + step, 0);
      const bool has_left = std::isfinite(left), has_right = std::isfinite(right);
      const double width = reach * (int(has_left) + int(has_right));
      if (width > 0)
        gradient(r, c) = ((has_right ? right : middle[r]) - (has_left ? left : middle[r])) / width;
    }
  }
  return gradient;
}

}  // namespace

std::vector<Start> starts_of(const Scene& scene, const BodySpec& body, std::span<const Vec3<double>> points) {
  const VelocityField& field = body.velocity;
  std::vector<Start> starts(points.size());
  std::vector<std::string> errors(
      static_cast<std::size_t>(chunk_count(Index(points.size()), kReductionChunk)));
  const double reach = 0.5 * body.spacing;
  const auto fill = [&](const Chunk& chunk) {
    auto v = [&]() -> std::array<Field::Evaluator, 3> {
      const VectorField parts = field.expression.value_or(VectorField{});
      return {Field::Evaluator(parts[0]), Field::Evaluator(parts[1]), Field::Evaluator(parts[2])};
    }();
    for (auto i = static_cast<std::size_t>(chunk.begin); i < static_cast<std::size_t>(chunk.end); ++i) {
      const Vec3<double>& x = points[i];
      starts[i] = {field.constant + field.gradient * (x - field.center), field.gradient};
      if (!field.expression) continue;
      starts[i].v = {v[0](x, 0), v[1](x, 0), v[2](x, 0)};
      starts[i].gradient = slopes(v, x, starts[i].v, reach, scene.dimension);
    }
  };
  parallel_chunks(Index(points.size()), kReductionChunk, [&](const Chunk& chunk) {
    try {
      fill(chunk);
    } catch (const InputError& error) {
      errors[static_cast<std::size_t>(chunk.number)] = error.what();
    }
  });
  for (const std::string& error : errors)  // the first one, whatever the threads did
    if (!error.empty()) throw InputError(error);
  return starts;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/emitter.h>

#include <algorithm>

namespace froth {

namespace {

/// A batch is what leaves while the lattice moves by half its spacing: often enough for an even jet, seldom
/// enough that particles need not be sorted every step.
double batch_duration(const Emitter& emitter) {
  return 0.5 * emitter.sampling.spacing / norm(emitter.velocity);
}

/// A box around the shape, a little larger, that moves the way of a shift.
Shape box_around(const Shape& shape, const Vec3<double>& shift, double margin, int dim) {
  const Bounds bounds = shape.bounds();
  Vec3<double> min{0, 0, -kUnbounded}, max{0, 0, kUnbounded};
  for (int d = 0; d < dim; ++d) {
    min[d] = bounds.min[d] + shift[d] - margin;
    max[d] = bounds.max[d] + shift[d] + margin;
  }
  return Shape::box(min, max);
}

}  // namespace

std::optional<double> Emitter::due(std::uint64_t batch) const {
  const double period = kind == EmitterKind::Flow ? batch_duration(*this) : every;
  if (batch > 0 && !(period > 0)) return std::nullopt;
  const double time = batch == 0 ? start : start + double(batch) * period;
  if (!(time < end)) return std::nullopt;
  return time;
}

std::vector<Vec3<double>> Emitter::points(std::uint64_t batch, double t) const {
  if (kind == EmitterKind::Fill) {
    LatticeSampling own = sampling;
    own.seed += batch;  // every filling has its own jitter
    return sample_lattice(shape, own);
  }
  if (shape.is_empty()) return {};
  // Nozzles often end where lattice points are at the change of batches. Whether a point is inside at a
  // change is therefore one and the same computation for the batch before it and for the batch after it: else
  // rounding could emit the point twice or never.
  const double duration = batch_duration(*this);
  const auto is_inside = [&](std::uint64_t change, const Vec3<double>& x) {
    const double since = std::min(double(change) * duration, end - start);  // nothing leaves after the end
    return shape.signed_distance(x + since * velocity) < 0;
  };
  // In the frame that moves with the lattice the region moves the other way.
  const Vec3<double> shift = -double(batch) * duration * velocity;
  std::vector<Vec3<double>> leaving =
      sample_lattice(box_around(shape, shift, sampling.spacing, sampling.dim), sampling);
  std::erase_if(leaving,
                [&](const Vec3<double>& x) { return !is_inside(batch, x) || is_inside(batch + 1, x); });
  for (Vec3<double>& x : leaving) x += (t - start) * velocity;
  return leaving;
}

}  // namespace froth

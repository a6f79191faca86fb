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

Shape shifted(const Shape& shape, const Vec3<double>& shift) {
  return shape.transformed(Mat3<double>::identity(), shift, 1.0);
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
  // In the frame that moves with the lattice the region moves the other way.
  const double duration = batch_duration(*this), begin = double(batch) * duration;
  const double last = std::min(begin + duration, end - start);  // a jet that ends has no batch beyond
  std::vector<Vec3<double>> leaving = sample_lattice(shifted(shape, -begin * velocity), sampling);
  std::erase_if(leaving,
                [&](const Vec3<double>& x) { return shape.signed_distance(x + last * velocity) < 0; });
  for (Vec3<double>& x : leaving) x += (t - start) * velocity;
  return leaving;
}

}  // namespace froth

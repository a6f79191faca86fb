// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/stiffness.h>

#include <cmath>

#include <froth/embedding/loops.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Some direction without any symmetry, the same at every call.
Vec3<double> start_direction(Index i) {
  const auto wave = [i](double a) { return std::sin(a * double(i + 1)); };
  return {wave(1.618), wave(2.414), wave(3.303)};
}

}  // namespace

void apply_stiffness(const EmbeddedBody& body, std::span<const Mat3<double>> rotation, double residual_share,
                     std::span<const Vec3<double>> d, std::span<Vec3<double>> y, StiffnessSpace& space) {
  space.gradient.resize(d.size());
  space.stress.resize(d.size());
  for_each_particle(body.count(), [&](Index i) {
    const EmbeddedLaw& law = body.law_of(i);
    const Mat3<double> R = rotation.empty() ? Mat3<double>::identity() : rotation[at(i)];
    const Mat3<double> dF = fit_gradient(body.near, d.data(), i);
    const double dilation = trace(transpose(R) * dF);
    space.gradient[at(i)] = dF;
    space.stress[at(i)] = (dF * (2 * law.mu) + R * (law.lambda * dilation)) * body.volume(i);
  });
  gather_forces(body, d, space.gradient, space.stress, residual_share, y, space.pulls);
  for_each_particle(body.count(), [&](Index i) { y[at(i)] = -y[at(i)]; });
}

void stiffness_diagonal(const EmbeddedBody& body, double residual_share, std::span<double> diagonal) {
  const Neighborhoods& n = body.near;
  const auto modulus = [&](std::size_t i) {  // one axis of three is squeezed, two are sheared
    const EmbeddedLaw& law = body.law_of(static_cast<Index>(i));
    return body.volume(static_cast<Index>(i)) * (2 * law.mu + law.lambda / 3);
  };
  for_each_particle(body.count(), [&](Index i) {
    const std::size_t s = at(i);
    double sum = modulus(s) * dot(n.gradient_sum[s], n.gradient_sum[s]);
    double springs = residual_stiffness(body, i, residual_share), total = 0;
    for (int k = 0; k < n.count[s]; ++k) total += springs * n.weight[s].a[k];
    for (const std::uint32_t entry : n.entries_to(i)) {
      const std::size_t from = entry / kMostNeighbors;
      const int k = static_cast<int>(entry % kMostNeighbors);
      sum += modulus(from) * dot(n.gradient[from][k], n.gradient[from][k]);
      if (residual_share > 0)
        total += residual_stiffness(body, static_cast<Index>(from), residual_share) * n.weight[from].a[k];
    }
    diagonal[s] = sum + total;
  });
}

double largest_frequency(const EmbeddedBody& body, double residual_share, int iterations) {
  std::vector<Vec3<double>> d(body.x.size()), y(body.x.size());
  StiffnessSpace space;
  for_each_particle(body.count(), [&](Index i) { d[at(i)] = start_direction(i); });
  double square = 0;
  for (int k = 0; k < iterations; ++k) {
    apply_stiffness(body, {}, residual_share, d, y, space);
    const auto sums = sum_particles(body.count(), Vec<2, double>{}, [&](Vec<2, double>& sum, Index i) {
      const Vec3<double> a = y[at(i)] / body.mass[at(i)];
      sum[0] += body.mass[at(i)] * dot(a, a);
      sum[1] += body.mass[at(i)] * dot(d[at(i)], d[at(i)]);
    });
    if (!(sums[0] > 0) || !(sums[1] > 0)) return 0;
    square = std::sqrt(sums[0] / sums[1]);  // |M^-1 K d| / |d|
    const double scale = 1 / std::sqrt(sums[0]);
    for_each_particle(body.count(), [&](Index i) { d[at(i)] = scale / body.mass[at(i)] * y[at(i)]; });
  }
  return std::sqrt(square);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients with a diagonal preconditioner for one vector per particle, from a start that may be
// good already. Sums have one order. Source: [Nocedal2006], Algorithm 5.3.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <froth/base/vec.h>
#include <froth/embedding/loops.h>

namespace froth {

/// Vectors that a solve works with; kept by the caller, so that steps allocate nothing.
struct CgSpace {
  std::vector<Vec3<double>> residual, direction, product;
};

struct CgReport {
  int iterations = 0;
  double residual = 0;  ///< root mean square of D^-1 r, weighted by D: in the unit of the solution
};

/// Solves apply(solution) = right for a symmetric, positive semidefinite `apply(in, out)`; a consistent right
/// side is enough. Ends when the residual, as a change of the solution, is below `tolerance`.
template <class Apply>
CgReport conjugate_gradients(const Apply& apply, std::span<const double> diagonal,
                             std::span<const Vec3<double>> right, std::span<Vec3<double>> solution,
                             double tolerance, int most, CgSpace& space) {
  const auto count = static_cast<Index>(solution.size());
  for (auto* vectors : {&space.residual, &space.direction, &space.product}) vectors->resize(solution.size());
  auto &r = space.residual, &p = space.direction, &q = space.product;
  const auto at = [](Index i) { return static_cast<std::size_t>(i); };
  const auto inverse = [&](Index i) { return diagonal[at(i)] > 0 ? 1 / diagonal[at(i)] : 0.0; };

  apply(std::span<const Vec3<double>>(solution), std::span<Vec3<double>>(r));
  double rz = sum_particles(count, 0.0, [&](double& sum, Index i) {
    r[at(i)] = right[at(i)] - r[at(i)];
    p[at(i)] = inverse(i) * r[at(i)];
    sum += dot(r[at(i)], p[at(i)]);
  });
  const double weight = sum_particles(count, 0.0, [&](double& sum, Index i) { sum += diagonal[at(i)]; });
  const auto size = [&] { return weight > 0 ? std::sqrt(rz / weight) : 0.0; };
  CgReport report{0, size()};
  while (report.residual > tolerance && report.iterations < most) {
    apply(std::span<const Vec3<double>>(p), std::span<Vec3<double>>(q));
    const double pq =
        sum_particles(count, 0.0, [&](double& sum, Index i) { sum += dot(p[at(i)], q[at(i)]); });
    if (!(pq > 0)) break;  // nothing is left but rounding
    const double step = rz / pq;
    const double next = sum_particles(count, 0.0, [&](double& sum, Index i) {
      solution[at(i)] += step * p[at(i)];
      r[at(i)] -= step * q[at(i)];
      sum += inverse(i) * dot(r[at(i)], r[at(i)]);
    });
    const double turn = next / rz;
    for_each_particle(count, [&](Index i) { p[at(i)] = inverse(i) * r[at(i)] + turn * p[at(i)]; });
    rz = next;
    ++report.iterations;
    report.residual = size();
  }
  return report;
}

}  // namespace froth

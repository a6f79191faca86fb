// SPDX-License-Identifier: Apache-2.0
// Particles with volumes, for tests of power particles, and slow sums over all pairs to compare with.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include <froth/base/random.h>
#include <froth/power/transport_plan.h>

#include "support/random_values.h"

namespace froth::test {

template <int Dim, class Real>
struct PowerParticles {
  std::vector<Vec<Dim, Real>> x;
  std::vector<Real> volume, scaling;
  std::size_t count() const { return x.size(); }
};

/// A jittered lattice of `width`^Dim particles in a box that begins at `low`, `spacing` apart; every
/// `every`-th has `ratio` times the volume of the others. All together fill `part` of the box.
template <int Dim, class Real>
PowerParticles<Dim, Real> lattice_particles(int width, double spacing, double low, double jitter, double part,
                                            double ratio = 1, int every = 4, std::uint64_t seed = 1) {
  PowerParticles<Dim, Real> p;
  Rng rng(seed);
  double sum = 0;
  int count = 1;
  for (int d = 0; d < Dim; ++d) count *= width;
  for (int n = 0; n < count; ++n) {
    Vec<Dim, Real> x{};
    for (int d = 0, rest = n; d < Dim; ++d, rest /= width)
      x[d] = static_cast<Real>(low + spacing * (rest % width + 0.5 + jitter * rng.uniform(-0.5, 0.5)));
    p.x.push_back(x);
    p.volume.push_back(static_cast<Real>(n % every == 0 ? ratio : 1.0));
    sum += static_cast<double>(p.volume.back());
  }
  const double all = part * std::pow(width * spacing, Dim);
  for (Real& V : p.volume) V = static_cast<Real>(static_cast<double>(V) * all / sum);
  p.scaling.assign(p.count(), Real(0));
  return p;
}

/// Row and column steps on the dense matrix of all particles and the cells of a box, in double.
template <int Dim>
struct DensePlan {
  std::vector<Vec<Dim, std::int32_t>> cells;
  std::vector<double> capacity;        ///< in cells
  std::vector<std::vector<double>> K;  ///< by particle
  std::vector<double> volume, s_p, s_j;
  double T(std::size_t p, std::size_t j) const { return s_p[p] * s_j[j] * K[p][j]; }
};

template <int Dim, class Real>
DensePlan<Dim> dense_plan(const PowerParticles<Dim, Real>& p, const std::vector<Real>& eps, double cell,
                          double cutoff, int low, int high, int iterations,
                          const SolidDistance<Dim>* solids = nullptr) {
  DensePlan<Dim> plan;
  int count = 1;
  for (int d = 0; d < Dim; ++d) count *= high - low;
  for (int n = 0; n < count; ++n) {
    Vec<Dim, std::int32_t> c{};
    Vec<Dim, double> x{};
    for (int d = 0, rest = n; d < Dim; ++d, rest /= high - low)
      c[d] = low + rest % (high - low), x[d] = cell * (c[d] + 0.5);
    plan.cells.push_back(c);
    plan.capacity.push_back(!solids || (*solids)(x) > 0 ? 1.0 : 0.0);
  }
  for (std::size_t k = 0; k < p.count(); ++k) {
    plan.volume.push_back(static_cast<double>(p.volume[k]) / std::pow(cell, Dim));
    std::vector<double> row;
    for (const auto& c : plan.cells) {
      double d2 = 0;
      for (int d = 0; d < Dim; ++d) {
        const double q = cell * (c[d] + 0.5) - static_cast<double>(p.x[k][d]);
        d2 += q * q;
      }
      const double e = static_cast<double>(eps[k]);
      row.push_back(d2 <= cutoff * cutoff * e ? std::exp(-d2 / e) : 0.0);
    }
    plan.K.push_back(row);
  }
  plan.s_p.assign(p.count(), 0), plan.s_j.assign(plan.cells.size(), 1);
  for (std::size_t j = 0; j < plan.cells.size(); ++j) plan.s_j[j] = plan.capacity[j] > 0 ? 1 : 0;
  for (int it = 0; it < iterations; ++it) {
    std::vector<double> column(plan.cells.size(), 0);
    for (std::size_t k = 0; k < p.count(); ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < column.size(); ++j) sum += plan.K[k][j] * plan.s_j[j];
      plan.s_p[k] = plan.volume[k] / sum;
      for (std::size_t j = 0; j < column.size(); ++j) column[j] += plan.s_p[k] * plan.K[k][j];
    }
    if (it + 1 == iterations) break;  // ends with a row step
    for (std::size_t j = 0; j < column.size(); ++j)
      plan.s_j[j] =
          column[j] > plan.capacity[j] ? plan.capacity[j] / column[j] : (plan.capacity[j] > 0 ? 1 : 0);
  }
  return plan;
}

}  // namespace froth::test

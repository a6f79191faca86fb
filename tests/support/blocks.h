// SPDX-License-Identifier: Apache-2.0
// Small bodies for solver tests: a jittered block of particles in any dimension, precision and law.
#pragma once

#include <froth/solvers/explicit_mpm/explicit_mpm.h>

#include "support/random_values.h"

namespace froth::test {

template <int Dim>
struct AffineField {
  Vec<Dim, double> at_origin{};
  Mat<Dim, double> gradient{};
  Vec<Dim, double> operator()(const Vec<Dim, double>& x) const { return at_origin + gradient * x; }
};

/// About `per_axis`^Dim particles, jittered, filling a cube of `size` around the origin.
template <int Dim>
std::vector<NewParticle<Dim>> jittered_block(int per_axis, double size, const AffineField<Dim>& velocity,
                                             std::uint64_t seed = 42) {
  Rng rng(seed);
  const double spacing = size / per_axis;
  std::vector<NewParticle<Dim>> block;
  int total = 1;
  for (int d = 0; d < Dim; ++d) total *= per_axis;
  for (int n = 0; n < total; ++n) {
    Vec<Dim, double> x{};
    for (int d = 0, k = n; d < Dim; ++d, k /= per_axis)
      x[d] = -size / 2 + spacing * (k % per_axis + rng.uniform(0.2, 0.8));
    block.push_back(
        {static_cast<std::uint64_t>(n), x, velocity(x), velocity.gradient, std::pow(spacing, Dim)});
  }
  return block;
}

template <int Dim>
MpmSettings<Dim> settings(double dx, const std::string& scheme, int degree = 2,
                          GradientForm gradient = GradientForm::Mls) {
  MpmSettings<Dim> s;
  s.lattice.dx = dx;
  s.lattice.degree = degree;
  s.scheme = transfer_scheme(scheme);
  s.gradient = gradient;
  return s;
}

/// A law without stress: particles feel the grid and nothing else.
template <class Real>
NeoHookean<Real> no_stress() {
  return {Real(0), Real(0)};
}

}  // namespace froth::test

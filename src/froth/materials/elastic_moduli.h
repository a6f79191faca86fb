// SPDX-License-Identifier: Apache-2.0
// Isotropic moduli from Young's modulus and Poisson's ratio. Source: linear elasticity, any textbook.
#pragma once

namespace froth {

struct ElasticModuli {
  double mu;      ///< shear modulus [Pa]
  double lambda;  ///< Lame's first parameter [Pa]
  double kappa;   ///< bulk modulus [Pa]
};

inline ElasticModuli elastic_moduli(double youngs_modulus, double poisson_ratio) {
  const double mu = youngs_modulus / (2 * (1 + poisson_ratio));
  const double lambda = youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  return {mu, lambda, lambda + 2 * mu / 3};
}

}  // namespace froth

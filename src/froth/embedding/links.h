// SPDX-License-Identifier: Apache-2.0
// Pairs of particles of which at least one has the other as a neighbour, listed at both: rows of the
// symmetric matrices of embedding and viscosity.
// Source: [Jones2014], Eq. (12), corrected: with lists that are not symmetric and weights w_ij != w_ji the
// normal equations have diag_i = sum_j (w_ij^2 + w_ji^2) and offdiag_ij = -(w_ij^2 + w_ji^2), terms only
// where the list has them. Eq. (8), corrected: as a force, eta V_i V_j (v_j - v_i) lap W(u, (h_i + h_j)/2),
// for every pair once.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <froth/embedding/neighborhoods.h>

namespace froth {

struct Links {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> begin;    ///< by particle, and the number of all
  std::vector<std::uint32_t> other;    ///< ascending in each row
  std::vector<std::uint32_t> out, in;  ///< entries of the lists i -> other and other -> i, or kNone
  std::vector<double> weight;          ///< of the embedding, w_ij^2 + w_ji^2 [1/m^6]
  std::vector<double> diagonal;        ///< their sums by particle
  std::vector<double> viscosity;       ///< V_i V_j lap W [m]; empty until asked for

  std::size_t bytes() const {
    return 4 * (begin.capacity() + other.capacity() + out.capacity() + in.capacity()) +
           8 * (weight.capacity() + diagonal.capacity() + viscosity.capacity());
  }
};

/// Rows for lists that have changed.
void link_particles(const Neighborhoods& n, Links& links);

/// Weights of the embedding for rest vectors that have changed.
void weigh_links(const Neighborhoods& n, Links& links);

/// Coefficients of viscosity, for masses [kg] of a density [kg/m^3] and supports [m].
void weigh_viscosity(const Neighborhoods& n, std::span<const double> mass, double density,
                     std::span<const double> support, Links& links);

}  // namespace froth

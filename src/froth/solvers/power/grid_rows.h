// SPDX-License-Identifier: Apache-2.0
// The weights of one step, as rows of particles over nodes, with the places of both. Power weights
// (power/) or, as the usual material point method has them, quadratic B-splines.
// Source: [Qu2023], Eqs. (10), (11), (14) to (17); [Hu2018] with B-splines.
#pragma once

#include <span>

#include <froth/transfer/stencil_rows.h>

namespace froth {

template <int Dim>
struct GridRows {
  StencilRows<Dim, double> rows;
  std::vector<Vec<Dim, double>> node;      ///< places of nodes [m]
  std::vector<Vec<Dim, double>> centroid;  ///< of particles: sum of w x_i [m]
};

/// Quadratic B-splines around particles, on nodes at multiples of `cell_size`. Their centroid is the
/// particle. Rows are written into `memory`, such as that of the last step's.
template <int Dim>
GridRows<Dim> bspline_rows(std::span<const Vec<Dim, double>> x, double cell_size,
                           StencilRows<Dim, double> memory = {});

}  // namespace froth

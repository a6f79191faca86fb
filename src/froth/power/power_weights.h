// SPDX-License-Identifier: Apache-2.0
// Power weights: a particle's share of every node of the simulation grid (s-grid), the hats of the nodes
// integrated over the cells that the particle fills. Weights are not negative, sum to one, and their first
// moment is the centroid c_p, not x_p. Source: [Qu2023], Eqs. (7) to (11) and (17). With nodes at corners of
// t-cells, D_p = Cov(T_p) + <theta (1 - theta)> dx_s^2 never vanishes and needs no regularisation.
#pragma once

#include <cstdint>
#include <vector>

#include <froth/power/transport_plan.h>
#include <froth/transfer/stencil_rows.h>

namespace froth {

/// Nodes with a smaller share of a particle are left out of its row, and the others' weights, centroid and
/// moment are of what is left: e^-9, what a kernel's value has fallen to where it is cut off, at 3 sqrt(eps).
/// Such nodes are the corners of the box around a kernel, half of a row. Ours.
inline constexpr double kLeastWeight = 1.234e-4;

template <int Dim, class Real>
struct PowerWeights {
  StencilRows<Dim, Real> rows;  ///< by particle, in the caller's order: node, weight, d = x_i - c_p; D_p^-1
  std::vector<Vec<Dim, Real>> centroid;      ///< c_p [m]
  std::vector<Vec<Dim, std::int32_t>> node;  ///< s-grid coordinate of every node of the rows
  double cell = 0;                           ///< dx_s [m]; node i is at node[i] * cell
  std::size_t bytes() const {
    return rows.bytes() + centroid.capacity() * sizeof(centroid[0]) + node.capacity() * sizeof(node[0]);
  }
};

/// `ratio`: spacing of the s-grid in t-cells. The second form writes over the weights of the last step, and
/// takes their memory.
template <int Dim, class Real>
PowerWeights<Dim, Real> power_weights(const TransportPlan<Dim, Real>& plan, int ratio,
                                      double least_weight = kLeastWeight);
template <int Dim, class Real>
void find_power_weights(const TransportPlan<Dim, Real>& plan, int ratio, PowerWeights<Dim, Real>& weights,
                        double least_weight = kLeastWeight);

}  // namespace froth

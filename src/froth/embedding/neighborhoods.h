// SPDX-License-Identifier: Apache-2.0
// Who a particle's neighbours are, where it would like to have them (rest space), and what follows from that
// alone: the weights of moving least squares. Lists are flat arrays of a fixed stride, neighbours in order of
// their slots, so that every sum has one order.
// Source: [Jones2014], sections 3.1 and 3.4; [Mueller2004] for the fit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <froth/base/mat.h>
#include <froth/base/parallel.h>

namespace froth {

inline constexpr int kMostNeighbors = 32;

/// A vector for each neighbour of one particle, one row per component. What is not used is zero.
struct NeighborVectors {
  alignas(64) double a[3][kMostNeighbors];

  Vec3<double> operator[](int k) const { return {a[0][k], a[1][k], a[2][k]}; }
  void set(int k, const Vec3<double>& v) { a[0][k] = v[0], a[1][k] = v[1], a[2][k] = v[2]; }
};

/// One number for each neighbour of one particle.
struct NeighborWeights {
  alignas(64) double a[kMostNeighbors];
};

/// Sums over a neighbourhood in rest space.
struct Moments {
  Sym3<double> A{};   ///< basis matrix, sum of w u u^T
  double weight = 0;  ///< sum of w
};

/// Moments of `count` rest vectors with weights of support `h` [m].
Moments moments_of(const NeighborVectors& rest, int count, double h);

/// Volume of a particle but for a constant factor [m^3]; [Jones2014], Eq. (3). Zero of a flat neighbourhood.
double volume_estimate(const Moments& m);

/// Largest over smallest eigenvalue of a basis matrix; infinite where it is singular.
double condition_of(const Sym3<double>& A);

/// Neighbourhoods with a larger condition, or fewer than three neighbours, say nothing about deformation.
inline constexpr double kWorstCondition = 1e10;

/// What is fitted to the places of neighbours.
enum class FitKind : unsigned char {
  Linear,     ///< an affine map, as published
  Quadratic,  ///< a quadratic one, of which the linear part is taken
};

struct Neighborhoods {
  FitKind fit = FitKind::Linear;
  std::vector<std::uint8_t> count;         ///< by particle
  std::vector<std::uint32_t> neighbor;     ///< kMostNeighbors a particle; unused ones are the particle itself
  std::vector<NeighborVectors> rest;       ///< u_ij, from i to j in rest space [m]
  std::vector<NeighborWeights> weight;     ///< w_ij [1/m^3]
  std::vector<NeighborVectors> gradient;   ///< A_i^-1 w_ij u_ij [1/m]; zero where A_i says nothing
  std::vector<Vec3<double>> gradient_sum;  ///< of all neighbours [1/m]
  std::vector<std::uint32_t> back_begin;   ///< by particle, and the number of all
  std::vector<std::uint32_t> back;         ///< entries kMostNeighbors i + k that name the particle, ascending

  Index particles() const { return static_cast<Index>(count.size()); }
  std::span<const std::uint32_t> of(Index i) const {
    return {neighbor.data() + i * kMostNeighbors, count[static_cast<std::size_t>(i)]};
  }
  std::span<const std::uint32_t> entries_to(Index i) const {
    const std::size_t s = static_cast<std::size_t>(i);
    return {back.data() + back_begin[s], back_begin[s + 1] - back_begin[s]};
  }
  void resize(std::size_t particles);
  std::size_t bytes() const;
};

/// Weights, gradients and their sum of particle `i` from its rest vectors. Says whether its neighbourhood
/// determines a deformation.
bool update_gradients(Neighborhoods& n, Index i, double h);

/// Whether the gradients of a particle's list say anything.
bool is_determined(const Neighborhoods& n, Index i);

/// Lists, by particle, the entries that name it. After any change of the lists.
void list_entries(Neighborhoods& n);

/// Whether something stands between two places; empty: nothing ever does.
using StandsBetween = std::function<bool(const Vec3<double>&, const Vec3<double>&)>;

/// The `most` nearest of `points` to each (itself left out) and the support: twice their mean distance.
/// Rest vectors are the differences of the points. Those that something stands between are no neighbours.
void find_neighborhoods(std::span<const Vec3<double>> points, double spacing, int most, Neighborhoods& n,
                        std::vector<double>& support, const StandsBetween& stands_between = {});

/// Neighbours anew: the `most` nearest in embedded space, within the support. Who stays keeps its rest
/// vector; who comes starts with the embedded one, taken to the particle's rest space by `to_rest` where
/// there is one. Returns how many came or went; lists and gradients follow where there were any.
Index update_neighborhoods(std::span<const Vec3<double>> embedded, std::span<const double> support, int most,
                           Neighborhoods& n, const StandsBetween& stands_between = {},
                           std::span<const Mat3<double>> to_rest = {});

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// How far each particle's share of space may reach: the regularisation eps_p of the transport plan, and what
// volumes it can serve. Source: [Qu2023], Eqs. (26) and (27). Differs from it by default: Eq. (26) lets the
// smallest particle widen everybody's kernel, so that one small particle among large ones blurs them all;
// max(2 dx^2, R^2 / 2) keeps each kernel as wide as its own ball, whose variance per axis is R^2 / 4 in the
// plane. The 2 can be changed: where particles are two cells wide, it is what makes kernels wider than balls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace froth {

enum class Spread : std::uint8_t {
  OwnRadius,    ///< max(2 dx^2, R^2 / 2)
  RadiusRatio,  ///< (R / R_min)^2 2 dx^2, Eq. (26)
  Uniform       ///< 2 dx^2 for all, as before Section 6.2
};

/// The 2 of these: least eps in squares of a cell.
inline constexpr double kLeastSpread = 2;

/// Radius of the ball (disc) of a volume [m].
double ball_radius(int dim, double volume);

/// eps of every particle [m^2], for cells of width `cell` [m], `least` cells^2 or more. Throws InputError,
/// naming the particle, for a volume that is not positive, a particle smaller than a cell, and, under Eq.
/// (26), a smallest particle that does not fit into its own kernel. `id`: what particles are called there;
/// none: their places in the list.
template <class Real>
std::vector<Real> particle_spreads(int dim, std::span<const Real> volume, double cell, Spread spread,
                                   double least = kLeastSpread, std::span<const std::uint64_t> id = {});

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// PolyPIC: velocity modes of a particle beyond the affine ones, for quadratic kernels.
// Source: [Fu2017], sections 4 and 5: modes are products of one polynomial per axis, 1, z or g(z), with z the
// distance to the node in cells and g = z^2 + ... orthogonal to 1 and z under the weights. Ours: with three
// nodes per axis the weights times g are kappa (1, -2, 1), because nothing else is orthogonal to 1 and z;
// the coefficient is then half a second difference, which has no singular place.
#pragma once

#include <span>

#include <froth/transfer/bspline.h>
#include <froth/transfer/particle_view.h>
#include <froth/transfer/tile.h>

namespace froth {

/// Which polynomial a mode has along each axis: 0: 1, 1: z, 2: g(z).
struct ModeAxes {
  std::int8_t axis[3];
};
/// All modes of [Fu2017] in order; the first 1 + Dim are those of APIC.
template <int Dim>
inline constexpr ModeAxes kModes[1] = {};
template <>
inline constexpr ModeAxes kModes<2>[9] = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}}, {{2, 0, 0}},
                                          {{0, 2, 0}}, {{2, 1, 0}}, {{1, 2, 0}}, {{2, 2, 0}}};
template <>
inline constexpr ModeAxes kModes<3>[27] = {
    {{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}, {{1, 1, 0}}, {{1, 0, 1}}, {{0, 1, 1}},
    {{1, 1, 1}}, {{2, 0, 0}}, {{0, 2, 0}}, {{0, 0, 2}}, {{2, 1, 0}}, {{2, 0, 1}}, {{1, 2, 0}},
    {{0, 2, 1}}, {{1, 0, 2}}, {{0, 1, 2}}, {{2, 1, 1}}, {{1, 2, 1}}, {{1, 1, 2}}, {{2, 2, 0}},
    {{2, 0, 2}}, {{0, 2, 2}}, {{2, 2, 1}}, {{2, 1, 2}}, {{1, 2, 2}}, {{2, 2, 2}}};

/// The three polynomials of every axis at a particle's nodes.
template <int Dim, class Real>
struct ModeStencil {
  Real scatter[Dim][3][3];  ///< by axis, polynomial, node: weight times polynomial
  Real gather[Dim][3][3];   ///< the same over its norm
  Real norm[Dim][3];        ///< sum of weight times square

  explicit ModeStencil(const Real (&offset)[Dim]) {
    for (int a = 0; a < Dim; ++a) {
      Real w[3];
      BSpline<2, Real>::weights(offset[a], w);
      const Real kappa = Real(2) * w[0] * w[1] * w[2] / (w[1] * (w[0] + w[2]) + Real(4) * w[0] * w[2]);
      for (int n = 0; n < 3; ++n) {
        const Real z = Real(n - 1) - offset[a], second = n == 1 ? Real(-2) : Real(1);
        scatter[a][0][n] = gather[a][0][n] = w[n];
        scatter[a][1][n] = w[n] * z, gather[a][1][n] = Real(4) * w[n] * z;
        scatter[a][2][n] = kappa * second, gather[a][2][n] = Real(0.5) * second;
      }
      norm[a][0] = Real(1), norm[a][1] = Real(0.25), norm[a][2] = Real(2) * kappa;
    }
  }
  /// Visits all nodes of a stencil with their place in the tile and the product of one polynomial per axis.
  template <class Visit>
  static void for_each_node(const Real (&along)[Dim][3][3], const ModeAxes& mode, Visit visit) {
    using T = Tile<Dim, Real>;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < (Dim == 3 ? 3 : 1); ++k) {
          Real product = along[0][mode.axis[0]][i] * along[1][mode.axis[1]][j];
          if constexpr (Dim == 3) product *= along[2][mode.axis[2]][k];
          visit(i * T::kStride[0] + j * T::kStride[1] + k * T::kStride[2], product);
        }
  }
};

/// Modes beyond the affine ones that a body's particles carry.
template <int Dim, class Real>
int higher_modes(const ParticleView<Dim, Real>& p) {
  return p.mode_planes / Dim;
}

/// A particle's own offset, place in its tile and stencil.
template <int Dim, class Real>
struct ModeParticle {
  int place = 0;
  ModeStencil<Dim, Real> stencil;

  template <class AnyReal>
  ModeParticle(const ParticleView<Dim, AnyReal>& p, Index s, const BlockCoord<Dim>& home)
      : stencil(offset_of(p, s)) {
    for (int d = 0; d < Dim; ++d) place += place_in_tile(p.cell[d][s], home[d]) * Tile<Dim, Real>::kStride[d];
  }

 private:
  struct Offsets {
    Real value[Dim];
  };
  template <class AnyReal>
  static ModeStencil<Dim, Real> offset_of(const ParticleView<Dim, AnyReal>& p, Index s) {
    Offsets o;
    for (int d = 0; d < Dim; ++d) o.value[d] = Offset<Real>::decode(p.offset[d][s]);
    return ModeStencil<Dim, Real>(o.value);
  }
};

/// Adds the momentum of the higher modes of one particle to its nodes.
template <int Dim, class Real, int Lanes>
void scatter_modes(const ParticleView<Dim, Real>& p, Index s, const BlockCoord<Dim>& home,
                   Tile<Dim, Real, Lanes>& tile) {
  using Stencil = ModeStencil<Dim, Real>;
  const ModeParticle<Dim, Real> particle(p, s, home);
  for (int r = 0; r < higher_modes(p); ++r) {
    Real momentum[Dim];
    for (int d = 0; d < Dim; ++d) momentum[d] = p.mass[s] * p.modes[r * Dim + d][s];
    Stencil::for_each_node(particle.stencil.scatter, kModes<Dim>[1 + Dim + r], [&](int node, Real share) {
      Real* to = tile.at(particle.place + node);
      for (int d = 0; d < Dim; ++d) to[d] += share * momentum[d];
    });
  }
}

/// Their coefficients from the velocities of the nodes, each times its scale.
template <int Dim, class Real>
void gather_modes(const ParticleView<Dim, Real>& p, Index s, const BlockCoord<Dim>& home,
                  const Tile<Dim, Real>& tile, std::span<const double> scales) {
  using Stencil = ModeStencil<Dim, Real>;
  const ModeParticle<Dim, Real> particle(p, s, home);
  for (int r = 0; r < higher_modes(p); ++r) {
    Real sum[Dim] = {};
    Stencil::for_each_node(particle.stencil.gather, kModes<Dim>[1 + Dim + r], [&](int node, Real share) {
      const Real* from = tile.at(particle.place + node);
      for (int d = 0; d < Dim; ++d) sum[d] += share * from[d];
    });
    const Real scale = Real(scales[static_cast<std::size_t>(r)]);
    for (int d = 0; d < Dim; ++d) p.modes[r * Dim + d][s] = scale * sum[d];
  }
}

/// Kinetic energy of the higher modes of one particle [J].
template <int Dim, class Real>
double energy_of_modes(const ParticleView<Dim, Real>& p, Index s) {
  const ModeParticle<Dim, std::remove_const_t<Real>> particle(p, s, {});
  double energy = 0;
  for (int r = 0; r < higher_modes(p); ++r) {
    double norm = 0.5 * double(p.mass[s]);
    for (int a = 0; a < Dim; ++a) norm *= double(particle.stencil.norm[a][kModes<Dim>[1 + Dim + r].axis[a]]);
    for (int d = 0; d < Dim; ++d) {
      const double c = double(p.modes[r * Dim + d][s]);
      energy += norm * c * c;
    }
  }
  return energy;
}

}  // namespace froth

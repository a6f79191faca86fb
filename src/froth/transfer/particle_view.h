// SPDX-License-Identifier: Apache-2.0
// What the transfers see of a body's particles: pointers to planes. Source: the data layout of
// docs/architecture.md.
#pragma once

#include <type_traits>

#include <froth/base/mat.h>
#include <froth/particles/column_table.h>
#include <froth/particles/position.h>

namespace froth {

/// Planes of the velocity modes beyond the affine ones, at most: a quadratic stencil has 3^Dim modes,
/// [Fu2017].
template <int Dim>
inline constexpr int kMostModePlanes = Dim*((Dim == 3 ? 27 : 9) - 1 - Dim);

/// `Real` is the number type, const where the particles are only read.
template <int Dim, class Real>
struct ParticleView {
  using Number = std::remove_const_t<Real>;
  template <class T>
  using Plane = std::conditional_t<std::is_const_v<Real>, const T, T>*;

  Index count;
  Plane<std::int32_t> cell[Dim];
  Plane<typename Offset<Number>::Stored> offset[Dim];
  Real* v[Dim];                       ///< velocity [m/s]
  Real* C[Dim * Dim];                 ///< affine velocity [1/s], row major
  Real* grad_v[Dim * Dim];            ///< what deforms the particle [1/s]; the same planes as C in MLS form
  Real* mass;                         ///< [kg]
  Real* V0;                           ///< rest volume [m^Dim]
  Real* tau[6];                       ///< Kirchhoff stress [Pa], as Sym3
  Real* volume_ratio_to_separation;   ///< J / J^c of [Fei2021], Eq. (5), before the step [-]; null where no
                                      ///< scheme asks
  int mode_planes;                    ///< Dim for each mode beyond the affine ones
  Real* modes[kMostModePlanes<Dim>];  ///< coefficients of these modes [m/s]; the first null where there are
                                      ///< none

  /// Asks for what a scatter will read some particles from now: there are more planes than the hardware
  /// follows by itself. Once per cache line of them is enough.
  FROTH_INLINE void prefetch(Index s, bool with_affine) const {
    for (int d = 0; d < Dim; ++d) {
      __builtin_prefetch(cell[d] + s);
      __builtin_prefetch(offset[d] + s);
      __builtin_prefetch(v[d] + s);
    }
    if (with_affine)
      for (int k = 0; k < Dim * Dim; ++k) __builtin_prefetch(C[k] + s);
    for (int k = 0; k < 6; ++k) __builtin_prefetch(tau[k] + s);
    __builtin_prefetch(mass + s);
    __builtin_prefetch(V0 + s);
  }
};

/// What the particles of a scheme carry beside velocity, C, mass, volume and stress.
struct TransferColumns {
  bool gradient_apart = false;  ///< the velocity gradient is not C
  bool volume_ratio_to_separation = false;
  int modes = 0;  ///< beyond the affine ones
};

/// Adds the columns that every body has.
template <int Dim, class Real>
void add_transfer_columns(ColumnTable& particles, const TransferColumns& columns);

template <int Dim, class Real>
ParticleView<Dim, Real> view_of(ColumnTable& particles);
template <int Dim, class Real>
ParticleView<Dim, const Real> view_of(const ColumnTable& particles);

}  // namespace froth

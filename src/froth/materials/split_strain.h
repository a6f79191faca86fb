// SPDX-License-Identifier: Apache-2.0
// Elastic strain of an isotropic law, split into shape and volume: b is the left Cauchy-Green tensor of the
// volume-preserving part of F, log_J the logarithm of the volume ratio.
// Source: [Simo1988], the multiplicative split into volume-preserving and volumetric parts.
// Differs from it: J is never computed as det F. In single precision the determinant of a heavily sheared F
// is wrong by more than many yield stresses; the sum of log det(I + A) over steps is not.
#pragma once

#include <froth/base/mat.h>
#include <froth/particles/attribute.h>

namespace froth {

template <class Real>
struct SplitStrain {
  Sym3<Real> b;
  Real log_J;

  FROTH_INLINE static constexpr SplitStrain rest() { return {Sym3<Real>::identity(), Real(0)}; }
};

inline constexpr AttributeInfo kShapeAttribute{"b", 6, "-", Behaviour::Intensive,
                                               AfterAveraging::UnitDeterminant};
inline constexpr AttributeInfo kVolumeAttribute{"log_J", 1, "-", Behaviour::LogVolume};

/// det(I + A) - 1 without the cancellation of forming I + A.
template <class Real>
FROTH_INLINE Real volume_change(const Mat3<Real>& A) {
  const Real minors = A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0) + A(0, 0) * A(2, 2) - A(0, 2) * A(2, 0) +
                      A(1, 1) * A(2, 2) - A(1, 2) * A(2, 1);
  return trace(A) + minors + determinant(A);
}

/// Strain after the displacement gradient A of one step: F <- (I + A) F. What changes b is summed up before
/// it is added: strains of a slow step are lost in I + A, and a volume that only the shrinking sees would
/// make det b drift.
template <class Real>
FROTH_INLINE SplitStrain<Real> stretched(const SplitStrain<Real>& strain, const Mat3<Real>& A) {
  const Real growth = log1p(volume_change(A)), shrinking = expm1(Real(Number<Real>(-2) / 3) * growth);
  const Sym3<Real> change = congruence_change(A, strain.b);
  return {strain.b + (change + (strain.b + change) * shrinking), strain.log_J + growth};
}

/// The strain that a deformation gradient has; for tests and initial states.
template <class Real>
FROTH_INLINE SplitStrain<Real> strain_of(const Mat3<Real>& F) {
  return stretched(SplitStrain<Real>::rest(), F - Mat3<Real>::identity());
}

}  // namespace froth

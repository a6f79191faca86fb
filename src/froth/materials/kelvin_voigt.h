// SPDX-License-Identifier: Apache-2.0
// Damping of elastic solids: a dashpot beside the spring, whose stress is what the moduli at rest make of the
// rate of strain D = sym grad v, times one time T, the retardation time of the Kelvin-Voigt solid:
//   tau = T (2 mu dev D + kappa tr(D) I).
// Source: [Landau1986], chapter V, the viscosities of a solid. Chosen here: one time in place of the two
// viscosities eta = mu T and zeta = kappa T, so that shear and volume are damped alike and a mode of angular
// frequency omega has the damping ratio omega T / 2 whatever the stiffness; and no factor J, so that the
// longest explicit step does not hang on the strain.
//
// An implicit step sees the potential T/dt (mu |dev E|^2 + kappa/2 (tr E)^2) of E = (f^T f - I)/2, f = I + A,
// the strain of the step, which does not see rotations; for short steps its stress tends to tau.
#pragma once

#include <froth/materials/elastic_trial.h>

namespace froth {

/// What scenes say of the key `damping_time` of every law that has it.
inline constexpr const char* kDampingTimeDoc =
    "damping of motion inside the body, as of a Kelvin-Voigt solid: a vibration of angular frequency w "
    "decays "
    "with the damping ratio w damping_time / 2, so that 1/w stops it within a swing and less lets it ring; "
    "long times need short steps; 0: none";

template <class Real>
struct KelvinVoigt {
  Real mu, kappa;  ///< moduli of the spring [Pa]
  Real time;       ///< of retardation [s]; 0: no dashpot

  /// A stress [Pa] with the dashpot's added; without a dashpot every bit of it is left alone.
  FROTH_INLINE Sym3<Real> added_to(const Sym3<Real>& tau, const Mat3<Real>& grad_v) const {
    return acts() ? tau + stress(sym(grad_v), time) : tau;
  }
  /// For the bound of explicit steps [Pa s]: what pressure waves feel, which is more than shear does.
  FROTH_INLINE Real viscosity() const { return time * (kappa + Real(Number<Real>(4) / 3) * mu); }

  FROTH_INLINE Real energy(const Mat3<Real>& A, Real dt) const {
    const Sym3<Real> E = step_strain(A);
    return Real(0.5) * dot(stress(E, time / dt), E);
  }
  FROTH_INLINE Mat3<Real> piola(const Mat3<Real>& A, Real dt) const {
    return (Mat3<Real>::identity() + A) * stress(step_strain(A), time / dt).full();
  }
  FROTH_INLINE Mat3<Real> piola_differential(const Mat3<Real>& A, const Mat3<Real>& dA, Real dt) const {
    const Mat3<Real> f = Mat3<Real>::identity() + A;
    return dA * stress(step_strain(A), time / dt).full() +
           f * stress(sym(transpose(f) * dA), time / dt).full();
  }

 private:
  FROTH_INLINE bool acts() const { return any(time > Real(0)); }
  FROTH_INLINE Sym3<Real> stress(const Sym3<Real>& strain, Real factor) const {
    return (dev(strain) * (Real(2) * mu * factor)).plus_diagonal(kappa * factor * trace(strain));
  }
};

}  // namespace froth

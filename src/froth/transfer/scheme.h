// SPDX-License-Identifier: Apache-2.0
// Every transfer scheme of [Fei2021], Table 1, as one plain struct; a scheme's name fills it.
// Source: [Fei2021], Eqs. (1) to (5); affine part after [Jiang2015].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <froth/base/macros.h>

namespace froth {

/// How forces and the velocity gradient are formed: by moving least squares, or from the kernel's own slope.
enum class GradientForm : unsigned char { Mls, Kernel };

struct TransferScheme {
  bool affine = false;                ///< particles carry an affine velocity C (APIC family)
  double flip_ratio = 0;              ///< alpha: share of the particle's own velocity kept, Eq. (1)
  double beta_min = 0;                ///< positional adjustment while compressed, Eqs. (4), (5)
  double beta_max = 0;                ///< positional adjustment otherwise
  bool beta_boundary = false;         ///< none into colliders and in sources, Eq. (5), first two cases
  bool beta_volume = false;           ///< beta_min where J < J^c, Eq. (5), third case
  bool adjusts_velocity = true;       ///< false: only the position is adjusted, Eqs. (7), (8)
  bool is_polynomial = false;         ///< particles carry modes beyond the affine ones [Fu2017]
  std::vector<double> mode_scales{};  ///< of these modes, in order; what is not kept has none
  double flip_ratio_dt = 0;  ///< time step that flip_ratio is meant for [s]; 0: applied as it is, every step

  /// The velocity before forces is needed: for the velocity of particles, or for their position.
  bool keeps_particle_velocity() const { return flip_ratio > 0; }
  /// beta is not one number for all.
  bool has_beta_rule() const { return beta_boundary || beta_volume; }
  /// C is motion that the particle's velocity does not already contain: APIC, but not A(S)FLIP, whose
  /// velocities keep affine motion too.
  bool counts_affine() const { return affine && (flip_ratio == 0 || !adjusts_velocity); }
  /// The ratio for a step of `dt`: the same damping per second whatever the step.
  double flip_ratio_for(double dt) const;
};

/// Names of the presets a scene may choose, in the order of Table 1.
const std::vector<std::string>& transfer_scheme_names();
/// The preset called `name`; throws InputError for an unknown one.
TransferScheme transfer_scheme(std::string_view name);

}  // namespace froth

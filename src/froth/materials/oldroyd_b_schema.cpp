// SPDX-License-Identifier: Apache-2.0
// Scene keys of oldroyd_b: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/oldroyd_b.h>

namespace froth {

template <int Dim, class Real>
Schema OldroydB<Dim, Real>::schema() {
  return Schema(
             "oldroyd_b",
             "Viscoelastic fluids, foams and sponges: rubber that forgets its strain, beside a viscous fluid")
      .real("shear_modulus", unit::Pa, "mu: stiffness in shear before it relaxes", required, positive)
      .real("lame_lambda", unit::Pa, "lambda, Lame's first parameter: resistance to compression", required,
            non_negative)
      .real("viscosity", unit::Pa_s, "dynamic viscosity of the fluid beside the elastic part", 0.0,
            non_negative)
      .real("relaxation_time", unit::s,
            "time in which elastic strain fades by a factor e; shear_modulus times it is the viscosity that "
            "the elastic part adds in slow flow; 1e30 is an elastic solid",
            required, range(1e-6, 1e30))
      .boolean("volume_preserving",
               "plastic flow keeps its volume, and thins under shear; false: plain Oldroyd-B", true)
      .choice("strain_update", {"split", "linear"},
              "split: strain relaxes exactly, then moves with the material; linear: as first published, for "
              "comparison: sees rotations, and needs steps shorter than relaxation_time",
              "split");
}

template <int Dim, class Real>
OldroydB<Dim, Real> OldroydB<Dim, Real>::from(const Values& values) {
  return {.mu = Real(values.real("shear_modulus")),
          .lambda = Real(values.real("lame_lambda")),
          .eta = Real(values.real("viscosity")),
          .relaxation_time = Real(values.real("relaxation_time")),
          .keeps_volume = values.boolean("volume_preserving"),
          .is_linear = values.text("strain_update") == "linear"};
}

template struct OldroydB<2, float>;
template struct OldroydB<2, double>;
template struct OldroydB<3, float>;
template struct OldroydB<3, double>;

}  // namespace froth

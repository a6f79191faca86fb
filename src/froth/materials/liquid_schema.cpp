// SPDX-License-Identifier: Apache-2.0
// Scene keys of liquid: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/liquid.h>

namespace froth {

template <class Real>
Schema Liquid<Real>::schema() {
  return Schema("liquid", "Water and other thin liquids: weakly compressible, Newtonian")
      .real("bulk_modulus", unit::Pa,
            "resistance to compression; real water needs tiny steps, 1e5 looks the same", required, positive)
      .choice("pressure", {"murnaghan", "linear"},
              "murnaghan: bulk_modulus/gamma (J^-gamma - 1); linear: bulk_modulus (1 - J)", "murnaghan")
      .real("gamma", unit::one, "how fast the bulk modulus grows with murnaghan pressure", 7.0, range(1, 20))
      .real("viscosity", unit::Pa_s, "dynamic viscosity", 0.0, non_negative)
      .boolean("tension", "keep negative pressure instead of letting drops part", false);
}

template <class Real>
Liquid<Real> Liquid<Real>::from(const Values& values) {
  const double gamma = values.text("pressure") == "linear" ? -1 : values.real("gamma");
  return {Real(values.real("bulk_modulus")), Real(gamma), Real(values.real("viscosity")),
          values.boolean("tension")};
}

template struct Liquid<float>;
template struct Liquid<double>;

}  // namespace froth

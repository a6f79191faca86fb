// SPDX-License-Identifier: Apache-2.0
// Scene keys of drucker_prager_neo_hookean: the only place where they are written down.
#include <numbers>

#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/drucker_prager_neo_hookean.h>
#include <froth/materials/elastic_moduli.h>

namespace froth {

template <class Real>
Schema DruckerPragerNeoHookean<Real>::schema() {
  return Schema("drucker_prager_neo_hookean",
                "Dry, cohesionless sand with neo-Hookean elasticity, as in [Fei2021] and [Yue2018]")
      .real("youngs_modulus", unit::Pa, "stiffness of the grain pack", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction", 0.3, range(0, 0.49))
      .real("friction_angle", unit::deg, "slope of the yield cone", 30.0, range(0, 80))
      .choice("cone", {"klar", "plane_strain"},
              "how the cone meets the friction angle: in triaxial compression (klar), or so that a slope "
              "slides at exactly this angle (plane_strain)",
              "klar")
      .boolean("volume_correction",
               "give volume gained while flying apart back when grains meet again; its sources do not",
               false);
}

template <class Real>
DruckerPragerNeoHookean<Real> DruckerPragerNeoHookean<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  const double angle = values.real("friction_angle") * std::numbers::pi / 180;
  const double alpha =
      values.text("cone") == "klar" ? ConeSlope::klar(angle) : ConeSlope::plane_strain(angle);
  return {Real(m.mu), Real(m.kappa), Real(alpha), values.boolean("volume_correction")};
}

template struct DruckerPragerNeoHookean<float>;
template struct DruckerPragerNeoHookean<double>;

}  // namespace froth

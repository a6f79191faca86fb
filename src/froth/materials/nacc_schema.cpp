// SPDX-License-Identifier: Apache-2.0
// Scene keys of nacc: the only place where they are written down.
#include <cmath>
#include <numbers>

#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/elastic_moduli.h>
#include <froth/materials/nacc.h>

namespace froth {

template <class Real>
Schema Nacc<Real>::schema() {
  const Range up_to_upright{0, 90, true}, up_to_one{0, 1, true};
  return Schema("nacc", "Clay, wet sand and other matter that coheres, compacts and breaks (Cam-clay)")
      .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction", 0.3, range(0, 0.49))
      .real("friction_angle", unit::deg, "how strongly it resists shear under pressure", 45.0, up_to_upright)
      .real("cohesion", unit::one, "strength in tension as a multiple of that in compression", 0.5,
            non_negative)
      .real("hardening", unit::one, "how fast strength grows with compaction", 1.0, positive)
      .real("initial_volume_ratio", unit::one,
            "volume after over volume before an earlier compaction, which gave it its strength: the smaller, "
            "the stronger",
            0.95, up_to_one)
      .boolean("hardens", "strength grows with compaction and falls as it loosens; false keeps it as it was",
               true);
}

template <class Real>
Nacc<Real> Nacc<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu),
          Real(m.kappa),
          Real(critical_slope_of(values.real("friction_angle") * std::numbers::pi / 180)),
          Real(values.real("cohesion")),
          Real(values.real("hardening")),
          Real(std::log(values.real("initial_volume_ratio"))),
          values.boolean("hardens")};
}

template struct Nacc<float>;
template struct Nacc<double>;

}  // namespace froth

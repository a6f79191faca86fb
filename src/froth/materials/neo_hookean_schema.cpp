// SPDX-License-Identifier: Apache-2.0
// Scene keys of neo_hookean: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/elastic_moduli.h>
#include <froth/materials/neo_hookean.h>

namespace froth {

template <class Real>
Schema NeoHookean<Real>::schema() {
  return Schema("neo_hookean", "Rubber and jelly: neo-Hookean elasticity, large stretches welcome")
      .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction; towards 0.5 the body keeps its volume", 0.3,
            range(0, 0.49))
      .real("damping_time", unit::s, kDampingTimeDoc, 0.0, non_negative)
      .real("contact_modulus", unit::Pa,
            "of sheets and strands: bulk modulus of what lies between them in the grid; 0: none", 0.0,
            non_negative)
      .real("contact_friction", unit::one, "of sheets and strands: friction coefficient of that contact",
            0.364, non_negative)
      .boolean("separates_across",
               "of sheets and strands with contact: they part by the room across them, not by the volume",
               false);
}

template <class Real>
NeoHookean<Real> NeoHookean<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu), Real(m.kappa), Real(values.real("damping_time"))};
}

template struct NeoHookean<float>;
template struct NeoHookean<double>;

}  // namespace froth

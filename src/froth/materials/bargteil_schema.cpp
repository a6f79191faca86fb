// SPDX-License-Identifier: Apache-2.0
// Scene keys of bargteil: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/bargteil.h>
#include <froth/materials/elastic_moduli.h>

namespace froth {

template <class Real>
Schema Bargteil<Real>::schema() {
  return Schema("bargteil", "Dough, clay, chewing gum: elastic, and creeping above a yield stress")
      .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction; towards 0.5 the body keeps its volume", 0.3,
            range(0, 0.49))
      .real("yield_stress", unit::Pa, "stress (norm of the first Piola stress) above which it creeps", 0.0,
            non_negative)
      .real("flow_rate", unit::one,
            "share of the excess strain of shape that flows in 1 ms, whatever the time step; 0: elastic", 0.0,
            range(0, 1))
      .real("hardening", unit::Pa, "rise of the yield stress per plastic strain; negative softens", 0.0)
      .real("damping_time", unit::s, kDampingTimeDoc, 0.0, non_negative);
}

template <class Real>
Bargteil<Real> Bargteil<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu),
          Real(m.lambda),
          Real(values.real("yield_stress")),
          Real(values.real("flow_rate")),
          Real(values.real("hardening")),
          Real(values.real("damping_time"))};
}

template struct Bargteil<float>;
template struct Bargteil<double>;

}  // namespace froth

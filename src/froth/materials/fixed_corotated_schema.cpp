// SPDX-License-Identifier: Apache-2.0
// Scene keys of fixed_corotated: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/elastic_moduli.h>
#include <froth/materials/fixed_corotated.h>

namespace froth {

template <class Real>
Schema FixedCorotated<Real>::schema() {
  return Schema("fixed_corotated", "Stiff elastic solids: the fixed-corotated energy")
      .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction; towards 0.5 the body keeps its volume", 0.3,
            range(0, 0.49))
      .real("damping_time", unit::s, kDampingTimeDoc, 0.0, non_negative);
}

template <class Real>
FixedCorotated<Real> FixedCorotated<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu), Real(m.lambda), Real(values.real("damping_time"))};
}

template struct FixedCorotated<float>;
template struct FixedCorotated<double>;

}  // namespace froth

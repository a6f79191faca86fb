// SPDX-License-Identifier: Apache-2.0
// Scene keys of snow: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/elastic_moduli.h>
#include <froth/materials/snow.h>

namespace froth {

template <class Real>
Schema Snow<Real>::schema() {
  const Range below_one{0, 0.9, true}, up_to_twice{0, 1, true};
  return Schema("snow", "Snow: packs under pressure and stiffens, breaks when stretched")
      .real("youngs_modulus", unit::Pa, "stiffness before it is packed", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction", 0.2, range(0, 0.49))
      .real("critical_compression", unit::one, "shortening at which it begins to pack; small is powdery",
            0.025, below_one)
      .real("critical_stretch", unit::one, "stretch at which it begins to break; small is powdery", 0.0075,
            up_to_twice)
      .real("hardening", unit::one, "how fast stiffness grows with packing; large is icy", 10.0,
            range(0, 50));
}

template <class Real>
Snow<Real> Snow<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu), Real(m.lambda), Real(values.real("critical_compression")),
          Real(values.real("critical_stretch")), Real(values.real("hardening"))};
}

template struct Snow<float>;
template struct Snow<double>;

}  // namespace froth

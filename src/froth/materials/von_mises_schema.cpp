// SPDX-License-Identifier: Apache-2.0
// Scene keys of von_mises: the only place where they are written down.
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/elastic_moduli.h>
#include <froth/materials/von_mises.h>

namespace froth {

/// Of stress over a power of the strain rate; lengths and masses count as in Pa.
static constexpr Unit kConsistency{"Pa s^h", "dyn s^h/cm^2", 1, -1};

template <class Real>
Schema VonMises<Real>::schema() {
  return Schema("von_mises", "Metal, clay, plasticine, bubbles: elastic until a fixed stress, then flowing")
      .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
      .real("poisson_ratio", unit::one, "lateral contraction; towards 0.5 the body keeps its volume", 0.3,
            range(0, 0.49))
      .real("yield_stress", unit::Pa, "uniaxial stress at which it begins to flow", required, positive)
      .real("consistency", kConsistency,
            "resistance to flow above the yield stress, eta of Herschel and Bulkley; 0 is perfect plasticity",
            0.0, non_negative)
      .real("flow_index", unit::one, "h: below 1 it thins under shear, above 1 it thickens", 1.0,
            range(0.1, 4));
}

template <class Real>
VonMises<Real> VonMises<Real>::from(const Values& values) {
  const ElasticModuli m = elastic_moduli(values.real("youngs_modulus"), values.real("poisson_ratio"));
  return {Real(m.mu), Real(m.kappa), Real(values.real("yield_stress")), Real(values.real("consistency")),
          Real(values.real("flow_index"))};
}

template struct VonMises<float>;
template struct VonMises<double>;

}  // namespace froth

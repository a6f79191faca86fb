// SPDX-License-Identifier: Apache-2.0
// Scene keys of nacc: the only place where they are written down.
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/base/error.h>
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
            range(0, 1e6))
      .real("hardening", unit::one, "how fast strength grows with compaction", 1.0, positive)
      .real("initial_volume_ratio", unit::one,
            "volume after over volume before an earlier compaction, which gave it its strength: the smaller, "
            "the stronger",
            0.95, up_to_one)
      .boolean("hardens", "strength grows with compaction and falls as it loosens; false keeps it as it was",
               true);
}

namespace {

/// The logarithm at which strength(), in nacc.h, ends: 11 thousand times the bulk modulus.
constexpr double kMostHardening = 10;

void check_strength(double hardening, double ratio, const std::string& where) {
  if (hardening * -std::log(ratio) <= kMostHardening) return;
  throw InputError(
      fmt::format("{}: hardening {:g} and initial_volume_ratio {:g} make it stronger than any "
                  "matter; hardening * -ln(initial_volume_ratio) must be at most {:g}, lower one",
                  where, hardening, ratio, kMostHardening));
}

}  // namespace

template <class Real>
Nacc<Real> Nacc<Real>::from(const Values& values) {
  check_strength(values.real("hardening"), values.real("initial_volume_ratio"),
                 values.where(values.has("hardening") ? "hardening" : "initial_volume_ratio"));
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

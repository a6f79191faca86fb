// SPDX-License-Identifier: Apache-2.0
// Scene keys of herschel_bulkley: the only place where they are written down.
#include <froth/base/error.h>
#include <froth/base/schema.h>
#include <froth/base/values.h>
#include <froth/materials/herschel_bulkley.h>

namespace froth {

/// Of stress over a power of the strain rate; lengths and masses count as in Pa.
static constexpr Unit kConsistency{"Pa s^h", "dyn s^h/cm^2", 1, -1};

template <class Real>
Schema HerschelBulkley<Real>::schema() {
  return Schema(
             "herschel_bulkley",
             "Foam, cream, paste, oobleck: elastic below a yield stress, above it flowing the easier or the "
             "harder the faster; may tear")
      .real("bulk_modulus", unit::Pa, "resistance to compression", required, positive)
      .real("shear_modulus", unit::Pa, "stiffness in shear before it flows", required, positive)
      .real("yield_stress", unit::Pa,
            "uniaxial stress sigma_Y at which it begins to flow; a rheometer's yield stress times sqrt(3)",
            required, non_negative)
      .real("consistency", kConsistency,
            "eta: resistance to flow; a rheometer's consistency times 2^((1+h)/2); 0 is perfect "
            "plasticity",
            required, non_negative)
      .real("flow_index", unit::one,
            "h: below 1 it thins under shear, 1 is a Bingham plastic, above 1 it thickens", 1.0,
            range(0.1, 4))
      .real("tear_yield", unit::one,
            "sigma_T: plastic strain |dev C^p| from which on it is torn; without it it never tears. Below "
            "0.01 rounding alone would in time tear what is at rest",
            optional, range(1e-2, 1e9))
      .real("recovery_time", unit::s,
            "eta_p: time in which torn material finds new connections; without it it stays torn", optional,
            positive)
      .boolean("tear_force", "torn material does not pull", true)
      .boolean("tear_strain", "torn material gathers no more strain", true)
      .choice("flow_rule", {"herschel_bulkley", "bargteil"},
              "bargteil: a rule whose viscosity grows with stress, for comparison; it has bargteil_rate in "
              "place of consistency and flow_index",
              "herschel_bulkley")
      .real("bargteil_rate", unit::hz, "rate of flow that flow_rule = \"bargteil\" tends to far above yield",
            optional, positive);
}

template <class Real>
bool HerschelBulkley<Real>::may_tear(const Values& values) {
  return values.has("tear_yield");
}

template <class Real>
HerschelBulkley<Real> HerschelBulkley<Real>::from(const Values& values) {
  const bool tears = may_tear(values), as_bargteil = values.text("flow_rule") == "bargteil";
  if (as_bargteil != values.has("bargteil_rate"))
    throw InputError(values.where(as_bargteil ? "flow_rule" : "bargteil_rate") +
                     ": flow_rule = \"bargteil\" and bargteil_rate go together; give both or neither");
  if (values.has("recovery_time") && !tears)
    throw InputError(values.where("recovery_time") +
                     ": recovery_time has no meaning for a material that never tears; give it a tear_yield, "
                     "or remove recovery_time");
  return {.mu = Real(values.real("shear_modulus")),
          .kappa = Real(values.real("bulk_modulus")),
          .yield_stress = Real(values.real("yield_stress")),
          .eta = as_bargteil ? Real(1 / values.real("bargteil_rate")) : Real(values.real("consistency")),
          .h = Real(values.real("flow_index")),
          .tear_yield = tears ? Real(values.real("tear_yield")) : std::numeric_limits<Real>::max(),
          .recovery_time = values.has("recovery_time") ? Real(values.real("recovery_time")) : Real(0),
          .tears = tears,
          .limits_force = values.boolean("tear_force"),
          .limits_strain = values.boolean("tear_strain"),
          .as_bargteil = as_bargteil};
}

template struct HerschelBulkley<float>;
template struct HerschelBulkley<double>;

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Numbers of clay, snow and sand that cannot be earn one message with the right place and words.
#include "broken_rows.h"

namespace froth {

namespace {

/// A row that puts a material before the last tables of the sample, from line 46 on; its key is in line 50.
Broken material(const std::string& model, const std::string& key, const char* place,
                const std::vector<std::string>& words) {
  const std::string text =
      "[materials.other]\nmodel = \"" + model + "\"\ndensity = 1000\nyoungs_modulus = 1e5\n" + key;
  return {"[quality.smoke]", text + "\n\n[quality.smoke]", place, words};
}

}  // namespace

// Oracle: places counted by hand in the sample, whose line 46 the piece begins.
TEST_CASE("clay that cannot be") {
  check_all({
      material("nacc", "hardening = -1", "50:13", {"hardening must be positive", "-1"}),
      material("nacc", "hardening = 0", "50:13", {"hardening must be positive"}),
      material("nacc", "cohesion = -0.1", "50:12", {"cohesion must be between 0 and 1e+06"}),
      material("nacc", "cohesion = 1e40", "50:12", {"cohesion must be between 0 and 1e+06"}),
      material("nacc", "friction_angle = 0", "50:18", {"friction_angle must be above 0 and at most 90"}),
      material("nacc", "friction_angle = 90.5", "50:18", {"friction_angle", "90.5"}),
      material("nacc", "initial_volume_ratio = 0", "50:24", {"initial_volume_ratio must be above 0"}),
      material("nacc", "initial_volume_ratio = 1.2", "50:24", {"initial_volume_ratio", "1.2"}),
      material("nacc", "hardens = 1", "50:11", {"hardens", "true or false"}),
      material("nacc", "harden = true", "50:1", {"has no key \"harden\"", "did you mean \"hardens\"?"}),
      material("nacc", "bulk_modulus = 1e5", "50:1", {"material \"other\" (nacc) has no key"}),
      material("nac", "hardening = 1", "47:9", {"did you mean \"nacc\"?"}),
  });
}

// Oracle: places counted by hand.
TEST_CASE("snow that cannot be") {
  check_all({
      material("snow", "critical_compression = 0", "50:24", {"critical_compression must be above 0"}),
      material("snow", "critical_compression = 1", "50:24", {"critical_compression", "is 1"}),
      material("snow", "critical_compression = -0.1", "50:24", {"critical_compression", "-0.1"}),
      material("snow", "critical_stretch = 0", "50:20", {"critical_stretch must be above 0"}),
      material("snow", "critical_stretch = 2", "50:20", {"critical_stretch", "is 2"}),
      material("snow", "hardening = -1", "50:13", {"hardening must be between 0 and 50"}),
      material("snow", "hardening = inf", "50:13", {"hardening"}),
      material("snow", "poisson_ratio = 0.5", "50:17", {"poisson_ratio must be between 0 and 0.49"}),
  });
}

// Oracle: places counted by hand.
TEST_CASE("neo-Hookean sand that cannot be") {
  const std::string sand = "drucker_prager_neo_hookean";
  check_all({
      material(sand, "friction_angle = -1", "50:18", {"friction_angle must be between 0 and 80"}),
      material(sand, "friction_angle = 90", "50:18", {"friction_angle", "is 90"}),
      material(sand, "cone = \"round\"", "50:8", {"cone", "klar, plane_strain"}),
      material(sand, "volume_correction = 0", "50:21", {"volume_correction", "true or false"}),
      material("drucker_prager_neohookean", "friction_angle = 30", "47:9",
               {"did you mean \"drucker_prager_neo_hookean\"?"}),
  });
}

// Oracle: places counted by hand; here the key is in line 51.
TEST_CASE("foam that cannot be") {
  const auto foam = [](const std::string& key, const char* place, const std::vector<std::string>& words) {
    const std::string text =
        "[materials.other]\nmodel = \"herschel_bulkley\"\ndensity = 80\nbulk_modulus = 1e5\nshear_modulus = "
        "300\n" +
        key + "\n";
    std::string rest;
    for (const char* other : {"yield_stress = 30", "consistency = 30"}) {
      const std::string name = std::string(other).substr(0, std::string(other).find(' '));
      if (!key.starts_with(name)) rest += std::string(other) + "\n";
    }
    return Broken{"[quality.smoke]", text + rest + "\n[quality.smoke]", place, words};
  };
  check_all({
      foam("yield_stress = -1", "51:16", {"yield_stress must not be negative [Pa]", "-1"}),
      foam("yield_stress = inf", "51:16", {"yield_stress"}),
      foam("consistency = -0.5", "51:15", {"consistency must not be negative", "-0.5"}),
      foam("flow_index = 0.05", "51:14", {"flow_index must be between 0.1 and 4", "0.05"}),
      foam("flow_index = 5", "51:14", {"flow_index must be between 0.1 and 4", "is 5"}),
      foam("flow_index = 0", "51:14", {"flow_index must be between 0.1 and 4"}),
      foam("tear_yield = 0", "51:14", {"tear_yield must be between 0.01 and 1e+09", "is 0"}),
      foam("tear_yield = 0.005", "51:14", {"tear_yield must be between 0.01"}),
      foam("tear_yield = 1e-9", "51:14", {"tear_yield must be between 0.01"}),
      foam("tear_yield = -1", "51:14", {"tear_yield"}),
      foam("recovery_time = 0", "51:17", {"recovery_time must be positive [s]"}),
      foam("flow_rule = \"bargtiel\"", "51:13", {"flow_rule", "herschel_bulkley, bargteil"}),
      foam("flow_rule = \"bargteil\"", "51:13", {"bargteil_rate go together"}),
      foam("bargteil_rate = 70", "51:17", {"bargteil_rate go together"}),
      foam("recovery_time = 0.3", "51:17", {"recovery_time has no meaning", "tear_yield"}),
      foam("tear_force = 1", "51:14", {"tear_force", "true or false"}),
  });
}

// Oracle: places counted by hand; the key is in line 49.
TEST_CASE("viscoelastic material that cannot be") {
  const auto goo = [](const std::string& key, const char* place, const std::vector<std::string>& words) {
    std::string text = "[materials.other]\nmodel = \"oldroyd_b\"\ndensity = 80\n" + key + "\n";
    for (const std::string other : {"shear_modulus = 300", "lame_lambda = 3000", "relaxation_time = 1"})
      if (!key.starts_with(other.substr(0, other.find(' ')))) text += other + "\n";
    return Broken{"[quality.smoke]", text + "\n[quality.smoke]", place, words};
  };
  check_all({
      goo("shear_modulus = 0", "49:17", {"shear_modulus must be positive [Pa]"}),
      goo("lame_lambda = -1", "49:15", {"lame_lambda must not be negative [Pa]"}),
      goo("viscosity = -1", "49:13", {"viscosity must not be negative"}),
      goo("relaxation_time = 0", "49:19", {"relaxation_time must be between 1e-06 and 1e+30"}),
      goo("relaxation_time = inf", "49:19", {"relaxation_time"}),
      goo("volume_preserving = 1", "49:21", {"volume_preserving", "true or false"}),
      goo("strain_update = \"printed\"", "49:17", {"strain_update", "split, linear"}),
      goo("youngs_modulus = 1e5", "49:1", {"(oldroyd_b) has no key"}),
  });
}

// Oracle: the constants of [Fei2021], Table 2, Fig. 11, and of [Stomakhin2013] are accepted as they stand.
TEST_CASE("an upright friction angle and no hardening are allowed") {
  for (const char* key :
       {"model = \"nacc\"\nfriction_angle = 90\ncohesion = 0.999\ninitial_volume_ratio = 0.89",
        "model = \"nacc\"\ncohesion = 0\nhardens = false", "model = \"snow\"\nhardening = 0"})
    CHECK(complaint(sample_with("[quality.smoke]",
                                std::string("[materials.other]\ndensity = 1\nyoungs_modulus = 1\n") + key +
                                    "\n\n[quality.smoke]")) == "");
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The table of named materials. Numbers are for room temperature.
#include <froth/materials/presets.h>

#include <cmath>
#include <cstdio>
#include <utility>

namespace froth {

namespace {

// Liquids share one softened bulk modulus. Waves then travel at about 20 m/s, so that flows up to 2 m/s and
// columns up to 0.4 m compress by 1 % or less; the real one, about 2e9 Pa, needs steps 70 times as short.
constexpr double kSoftBulk = 4e5;
const char* const kSoftLiquid =
    "bulk_modulus softened from about 2e9 Pa: 1 % of compression at 2 m/s or 0.4 m of depth";
// Thick liquids are poured: a jet that lands at 4 m/s compresses by 2 %.
constexpr double kThickBulk = 1e6;
const char* const kThickLiquid = "bulk_modulus softened from about 2e9 Pa: 2 % of compression at 4 m/s";
const char* const kSoftGrains = "youngs_modulus softened from tens of MPa; heaps below a metre do not notice";

std::vector<Preset> liquids() {
  return {
      {"water",
       "liquid",
       "water in tanks, dams and splashes",
       "no surface tension, no air, no foam; drops thinner than a cell are not resolved",
       std::string("density and viscosity at 20 degrees [Haynes2014]; ") + kSoftLiquid,
       {{"density", 998.2}, {"bulk_modulus", kSoftBulk}, {"viscosity", 1.002e-3}}},
      {"glycerine",
       "liquid",
       "a thick liquid with a well known viscosity, for comparing with experiments",
       "no surface tension; does not coil in threads thinner than a few cells",
       std::string("density and viscosity at 20 degrees [Haynes2014]; ") + kThickLiquid,
       {{"density", 1261}, {"bulk_modulus", kThickBulk}, {"viscosity", 1.41}},
       {"tension"}},
      {"honey",
       "liquid",
       "honey and syrup: slow, smooth, folding",
       "Newtonian only: no stringing, no crystals, no change with temperature",
       std::string("typical of liquid honey, which ranges from 2 to 20 Pa s with its water; ") + kThickLiquid,
       {{"density", 1420}, {"bulk_modulus", kThickBulk}, {"viscosity", 10}},
       {"tension"}},
  };
}

std::vector<Preset> elastic_solids() {
  return {
      {"jelly",
       "neo_hookean",
       "dessert jelly: wobbles, bounces, keeps its shape",
       "never tears on its own account, never flows; real jelly breaks at large stretch",
       "typical of gelatine of some per cent, 5 to 20 kPa; poisson_ratio lowered from nearly 0.5",
       {{"density", 1050}, {"youngs_modulus", 1e4}, {"poisson_ratio", 0.45}}},
      {"soft_silicone",
       "neo_hookean",
       "very soft cast rubber: skins, soft robots, puppets",
       "does not stiffen at large stretch, has no damping of its own",
       "data sheets of platinum silicones of Shore 00-30: 69 kPa at twice the length, from which the shear "
       "modulus follows as 69 kPa / 1.75; poisson_ratio lowered from nearly 0.5",
       {{"density", 1070}, {"youngs_modulus", 1.2e5}, {"poisson_ratio", 0.47}}},
      {"rubber",
       "neo_hookean",
       "natural rubber: balls, bands, seals up to about twice their length",
       "does not stiffen near its limit of stretch, has no damping of its own; steps are short",
       "shear modulus of 0.4 MPa for vulcanised natural rubber [Treloar1975]; poisson_ratio lowered from "
       "nearly 0.5",
       {{"density", 930}, {"youngs_modulus", 1.2e6}, {"poisson_ratio", 0.47}}},
      {"sponge",
       "fixed_corotated",
       "dry flexible foam: light, soft, springs back",
       "no plateau of collapsing cells, no trapped air, soaks up nothing",
       "typical of flexible polyurethane of 30 kg/m^3; [Gibson1997] explains its first, straight part",
       {{"density", 30}, {"youngs_modulus", 4e4}, {"poisson_ratio", 0.2}}},
  };
}

std::vector<Preset> grains() {
  return {
      {"dry_sand",
       "drucker_prager",
       "dry sand that pours, heaps and avalanches",
       "no cohesion: no wet sand, no castles; no dilation, no rate effects",
       std::string("bulk density and angle typical of loose quartz sand; the law is that of [Klar2016]; ") +
           kSoftGrains,
       {{"density", 1600}, {"youngs_modulus", 1e6}, {"poisson_ratio", 0.3}, {"friction_angle", 33}}},
      {"glass_beads",
       "drucker_prager",
       "smooth round grains, as in column-collapse experiments",
       "single beads are not resolved; friction does not grow with the speed of flow",
       std::string("typical of laboratory beads: loose packing of 0.62 and an angle of 24 degrees; ") +
           kSoftGrains,
       {{"density", 1550}, {"youngs_modulus", 1e6}, {"poisson_ratio", 0.3}, {"friction_angle", 24}}},
      {"gravel",
       "drucker_prager",
       "crushed stone: steep heaps, short run-out",
       "stones are not resolved: use cells a few stones wide; no dust, no cohesion",
       std::string("typical of loose angular gravel, 38 to 45 degrees; ") + kSoftGrains,
       {{"density", 1700}, {"youngs_modulus", 2e6}, {"poisson_ratio", 0.25}, {"friction_angle", 40}}},
      {"wheel_sand",
       "drucker_prager_neo_hookean",
       "the sand that a wheel throws up in [Fei2021], Fig. 21",
       "no cohesion; volume gained while flying apart is not given back unless volume_correction is on",
       "[Fei2021], Table 2: bulk modulus 8.33e6 dyne/cm^2 and poisson_ratio 0.3, hence youngs_modulus; "
       "softer than sand",
       {{"density", 1400}, {"youngs_modulus", 1e6}, {"poisson_ratio", 0.3}, {"friction_angle", 30}}},
  };
}

std::vector<Preset> plastic_solids() {
  return {
      {"soft_clay",
       "von_mises",
       "wet potter's clay: dents under a finger, slumps in tall pieces",
       "no cracks, no drying, yield does not depend on pressure or speed",
       "an undrained shear strength of 10 kPa, soft clay in soil mechanics, times the root of three; "
       "stiffness about a hundred times the strength; poisson_ratio lowered from nearly 0.5",
       {{"density", 1900}, {"youngs_modulus", 2e6}, {"poisson_ratio", 0.45}, {"yield_stress", 1.7e4}}},
      {"modelling_clay",
       "von_mises",
       "plasticine: keeps any shape it is pressed into",
       "no hardening, no rate effects, no sticking of pieces; steps are short",
       "typical of plasticine at rest, which yields near 0.1 MPa and more when pressed fast",
       {{"density", 1800}, {"youngs_modulus", 5e6}, {"poisson_ratio", 0.4}, {"yield_stress", 1e5}}},
      {"butter",
       "von_mises",
       "butter at room temperature: spreads under a knife, stays where it is put",
       "does not melt; real butter also flows slowly below its yield stress",
       "typical of soft butter, whose yield stress ranges from 10 to 100 kPa with temperature; stiffness is "
       "an estimate",
       {{"density", 920}, {"youngs_modulus", 1e6}, {"poisson_ratio", 0.45}, {"yield_stress", 3e4}}},
  };
}

/// Constants of herschel_bulkley in SI: as [Yue2015] counts them, and what a rheometer would call them.
Preset flowing(std::string name, std::string good_for, std::string not_for, std::string source,
               double density, double bulk, double shear, double yield, double eta, double h) {
  char rheometer[160];
  std::snprintf(rheometer, sizeof rheometer,
                "; on a rheometer: yield stress %.3g Pa, consistency %.3g Pa s^%.3g", yield / std::sqrt(3.0),
                eta / std::pow(2.0, (1 + h) / 2), h);
  return {std::move(name),
          "herschel_bulkley",
          std::move(good_for),
          std::move(not_for),
          std::move(source) + rheometer,
          {{"density", density},
           {"bulk_modulus", bulk},
           {"shear_modulus", shear},
           {"yield_stress", yield},
           {"consistency", eta},
           {"flow_index", h}}};
}
Preset tearing(Preset preset, double tear_yield, double recovery_time) {
  preset.values.push_back({"tear_yield", tear_yield});
  preset.values.push_back({"recovery_time", recovery_time});
  return preset;
}

std::vector<Preset> foams() {
  const std::string table = "[Yue2015], Table I";
  const std::string no_bubbles = "single bubbles, drainage and ageing are not in it";
  return {
      tearing(flowing("shaving_cream", "shaving foam: holds peaks, shears easily when shaken, tears",
                      no_bubbles, table, 77.7, 1.09e5, 290, 31.9, 27.2, 0.22),
              217.5, 0.35),
      tearing(flowing("marshmallow", "the soft inside of a toasted marshmallow: squashes, strings, tears",
                      no_bubbles, table + ", s'more interior", 50, 1.09e5, 80, 10, 16, 0.43),
              15, 0.25),
      tearing(flowing("toasted_shell", "the crust of a toasted marshmallow: stiff, cracks", no_bubbles,
                      table + ", s'more exterior", 50, 1.09e5, 5e4, 1000, 0.1, 1),
              0.3, 0.5),
      tearing(flowing("pie_cream", "whipped cream of a thrown pie: splats, sticks, stands in peaks",
                      no_bubbles, table + ", pie", 275, 1.09e5, 1600, 120, 5, 0.27),
              10, 0.3),
      tearing(
          flowing("oobleck", "cornstarch in water: flows when left alone, stiffens when struck",
                  "no jamming front, no cracks under the hammer", table, 1000, 1.09e5, 11200, 0.1, 10, 2.8),
          1, 0.3),
      tearing(flowing("viscoplastic", "oobleck without its thickening, to compare with", "a real material",
                      table, 1000, 1.09e5, 11200, 0.1, 10, 1),
              1, 0.3),
  };
}

std::vector<Preset> pastes() {
  const std::string source =
      "after the constants of [Fei2019]; bulk_modulus softened from 2e9 Pa: 1 % of compression at 1 m/s or "
      "0.1 "
      "m of depth";
  return {
      flowing("mayonnaise", "mayonnaise and thick sauces: stands in heaps, spreads under a spoon",
              "does not wet or stick by itself: use sticky contact", source, 1200, 1.2e5, 1000, 7.54, 44.72,
              0.316),
      flowing("oyster_sauce", "thick sauces that run slowly", "no surface tension", source, 1220, 1.2e5, 400,
              2.65, 1.61, 0.62),
      flowing("paint", "wall paint: runs off the brush, stays on the wall", "no drying, no surface tension",
              source, 950, 1e5, 401, 0.96, 17.356, 0.3162),
      flowing("mud", "wet mud: splashes, then stays", "no water leaves it, no stones", source, 1220, 1.2e5,
              100, 3.06, 0.1259, 0.8175),
  };
}

std::vector<Preset> cohesive() {
  return {
      {"wet_clay",
       "nacc",
       "a lump of wet clay that is torn, as in [Fei2021], Fig. 12",
       "does not creep or dry; strength depends on compaction, not on speed",
       "[Fei2021], Table 2 and its caption: bulk modulus 1.09e7 dyne/cm^2 and poisson_ratio 0.4, hence "
       "youngs_modulus; made for pictures, not measured",
       {{"density", 2000},
        {"youngs_modulus", 6.54e5},
        {"poisson_ratio", 0.4},
        {"friction_angle", 45},
        {"cohesion", 2},
        {"hardening", 1},
        {"initial_volume_ratio", 0.8}}},
      {"brittle_clay",
       "nacc",
       "dry clay that breaks into pieces, as in [Fei2021], Fig. 11",
       "cracks are as wide as a cell; the pieces are rubbery, real ones are stiff",
       "[Fei2021], Table 2 and its caption: bulk modulus 1.83e6 dyne/cm^2 and poisson_ratio 0.3, hence "
       "youngs_modulus; made for pictures, not measured",
       {{"density", 2000},
        {"youngs_modulus", 2.196e5},
        {"poisson_ratio", 0.3},
        {"friction_angle", 90},
        {"cohesion", 0.999},
        {"hardening", 1},
        {"initial_volume_ratio", 0.89}}},
  };
}

Preset snow(const char* name, const char* purpose, const char* source, std::vector<PresetValue> own) {
  std::vector<PresetValue> values = {{"density", 400}, {"poisson_ratio", 0.2}};
  values.insert(values.end(), own.begin(), own.end());
  return {name,    "snow",
          purpose, "no melting, no sintering while it lies, no drag of the air on loose flakes",
          source,  values};
}

std::vector<Preset> snows() {
  return {
      snow("packing_snow", "snow for balls, men and avalanches: packs, cracks, crumbles",
           "[Stomakhin2013], Table 2, chosen for pictures near measured snow",
           {{"youngs_modulus", 1.4e5},
            {"critical_compression", 2.5e-2},
            {"critical_stretch", 7.5e-3},
            {"hardening", 10}}),
      snow("powdery_snow", "dry snow that flies apart: both critical values lower",
           "[Stomakhin2013], the lower critical compression and stretch of its comparison",
           {{"youngs_modulus", 1.4e5},
            {"critical_compression", 1.9e-2},
            {"critical_stretch", 5e-3},
            {"hardening", 10}}),
      snow("muddy_snow", "wet snow that splats: softer, and packing stiffens it less",
           "[Stomakhin2013], the lower Young's modulus and hardening of its comparison",
           {{"youngs_modulus", 4.8e4},
            {"critical_compression", 2.5e-2},
            {"critical_stretch", 7.5e-3},
            {"hardening", 5}}),
  };
}

// Table 1 of [Ram2015] prints no units. Its lengths are metres (grids of half a unit hold a hand's breadth of
// foam), its times seconds, and densities near 1 are those of water: masses count in tonnes, stresses in kPa,
// viscosities in kPa s. Motion hangs on their ratio to the density alone.
Preset viscoelastic(std::string name, std::string purpose, std::string limits, const std::string& row,
                    std::vector<PresetValue> values) {
  return {std::move(name),
          "oldroyd_b",
          std::move(purpose),
          std::move(limits),
          "[Ram2015], Table 1, " + row + "; no units there, read as t/m^3, kPa and kPa s",
          std::move(values)};
}

std::vector<Preset> viscoelastics() {
  return {
      viscoelastic("toothpaste", "a thick paste that springs a little and folds as it lands",
                   "no yield stress: left alone it flattens in time", "toothpaste",
                   {{"density", 1000},
                    {"shear_modulus", 839},
                    {"lame_lambda", 8390},
                    {"viscosity", 100},
                    {"relaxation_time", 0.4}}),
      viscoelastic("viscoelastic_foam", "shaving foam as a jet that buckles, folds and springs",
                   "no yield stress: it creeps; shaving_cream holds peaks", "shaving foam",
                   {{"density", 200},
                    {"shear_modulus", 5000},
                    {"lame_lambda", 5e4},
                    {"viscosity", 0.1},
                    {"relaxation_time", 0.5}}),
      viscoelastic("ice_cream", "soft ice cream poured in folds", "does not melt, has no yield stress",
                   "Viennetta ice cream",
                   {{"density", 1000},
                    {"shear_modulus", 1000},
                    {"lame_lambda", 1e4},
                    {"viscosity", 0.05},
                    {"relaxation_time", 0.1}}),
      viscoelastic("whipped_cream", "light cream that splashes, splits and merges",
                   "relaxes at once: a thin fluid of 0.5 Pa s, holds no peaks", "pie cream",
                   {{"density", 200},
                    {"shear_modulus", 5000},
                    {"lame_lambda", 5e4},
                    {"viscosity", 1e-4},
                    {"relaxation_time", 1e-4}}),
      viscoelastic("crumbling_crust", "the weak lines of a crust that breaks", "does not harden or heal",
                   "pie crust, scored",
                   {{"density", 500},
                    {"shear_modulus", 5000},
                    {"lame_lambda", 1e4},
                    {"viscosity", 0.01},
                    {"relaxation_time", 1}}),
      viscoelastic("tough_sponge", "a sponge to twist and shoot at, which slowly takes its new shape",
                   "heavy for a sponge; tears only where particles are pulled a cell apart",
                   "shooting sponge",
                   {{"density", 1000},
                    {"shear_modulus", 3.6e5},
                    {"lame_lambda", 1.4e6},
                    {"viscosity", 0},
                    {"relaxation_time", 50}}),
  };
}

}  // namespace

const std::vector<Preset>& material_presets() {
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> all;
    for (const std::vector<Preset>& group : {liquids(), elastic_solids(), grains(), plastic_solids(),
                                             cohesive(), snows(), foams(), pastes(), viscoelastics()})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
  return presets;
}

const Preset* find_preset(std::string_view name) {
  for (const Preset& preset : material_presets())
    if (preset.name == name) return &preset;
  return nullptr;
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : material_presets()) names.push_back(preset.name);
  return names;
}

}  // namespace froth

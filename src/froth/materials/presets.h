// SPDX-License-Identifier: Apache-2.0
// Named materials: the numbers of things that people know, for laws that can represent them.
// Source: each preset names its own. Where a real stiffness would make explicit steps too short, it is
// softened, and the preset says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace froth {

struct PresetValue {
  std::string key;
  double value;  ///< in SI, or in the key's own unit where it has no SI one (degrees)
};

struct Preset {
  std::string name, law;
  std::string purpose;                     ///< for what, one line
  std::string limits;                      ///< what it cannot do, one line
  std::string source;                      ///< where the numbers come from, and which of them are not real
  std::vector<PresetValue> values;         ///< the density, then keys of the law
  std::vector<std::string> switches = {};  ///< keys of the law that are true
};

/// All presets: liquids, elastic solids, grains, plastic and cohesive solids, snow, foams, pastes.
const std::vector<Preset>& material_presets();

/// The preset of that name; null where there is none.
const Preset* find_preset(std::string_view name);

std::vector<std::string> preset_names();

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A material without a scene around it: a preset, a law with its numbers, or one that a scene file has.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// The material `name` of the scene file, or, where `scene` is empty, the preset or law of that name.
/// `numbers` are keys of the material, as in "viscosity=2". Throws InputError for an unknown name and for
/// whatever the scene format does not allow.
MaterialSpec material_by_name(const std::string& name, const std::string& scene,
                              const std::vector<std::string>& numbers);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Keys of [render] by themselves, for pictures of a run that is over: the same schema and the same errors as
// in a scene.
#pragma once

#include <string>
#include <vector>

#include <froth/base/units.h>
#include <froth/scene/scene.h>

namespace froth {

/// What was set, and the names of the keys.
struct RenderChange {
  RenderSpec spec;
  std::vector<std::string> keys;
};

/// Reads assignments "render.width=640", with numbers in `units`. Throws InputError for other keys.
RenderChange read_render_keys(const std::vector<std::string>& assignments, int dimension, UnitSystem units);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Materials given by the name of a preset become materials given by numbers, before they are checked.
#pragma once

#include <froth/scene/validate.h>

namespace froth {

/// Replaces `preset` in every material of the tree by the preset's law and numbers, in the scene's units;
/// keys given beside it stay. Throws InputError for an unknown preset and for a law that is not its own.
void apply_presets(Node& root, const ReadContext& context);

}  // namespace froth

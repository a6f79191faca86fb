// SPDX-License-Identifier: Apache-2.0
// Checked values of a whole file to a Scene; reports what no single key can know, such as an unknown
// material.
#pragma once

#include <froth/scene/scene.h>
#include <froth/scene/validate.h>

namespace froth {

/// Everything but the scene's name and resolved text.
Scene make_scene(const Values& file, const ReadContext& context);

/// The box of the scene; colliders made from its walls are appended to the scene's.
void add_domain(const Values& domain, const ReadContext& context, Scene& scene);

ContactRule make_contact(const Values& contact);
RenderSpec make_render(const Values& render);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// From a scene to what its pictures and measures need: the one place that knows both.
#pragma once

#include <string>

#include <froth/io/run_view.h>
#include <froth/scene/scene.h>

namespace froth {

RunView view_of_scene(const Scene& scene);

/// Sets keys of [render] for pictures of a run, "render.width=640", in the units of its scene. Throws
/// InputError as a scene would.
void change_render(RunView& view, const std::vector<std::string>& assignments);

/// Whether this very scene ran to its end in a folder before, so that there is nothing to do.
bool has_finished(const std::string& folder, const Scene& scene);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Options of `froth render`, and those of them that stand for keys of [render].
#pragma once

#include <string>
#include <vector>

#include "commands.h"

namespace CLI {
class App;
}

namespace froth::cli {

/// The command and its options; its exit code goes to `code`.
void add_render(CLI::App& root, int& code);

/// All that the command line says of [render], as assignments "render.key=value", --set last. Throws
/// InputError for numbers that are none.
std::vector<std::string> render_assignments(const RenderCommand& command);

/// Whether the camera of the scene is to be forgotten.
bool has_automatic_camera(const RenderCommand& command);

}  // namespace froth::cli

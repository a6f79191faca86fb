// SPDX-License-Identifier: Apache-2.0
// Scripts that let a shell complete froth's words, made from the command line's own description.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace froth::cli {

/// The script for "bash", "zsh" or "fish".
std::string completion_script(const CLI::App& root, const std::string& shell);

}  // namespace froth::cli

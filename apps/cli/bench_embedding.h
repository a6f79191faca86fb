// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"

namespace froth::cli {

/// As in "embedding plastic".
std::string name_of_embedding_row(const std::string& kind);
/// Kinds whose rows were asked for by name; they are not in the selection.
std::vector<std::string> asked_embedding_rows(const BenchCommand& command);
/// `copy_gbs` [GB/s] is the machine's ceiling, for the floor of the force stage.
nlohmann::ordered_json measure_embedding(const std::string& kind, const BenchCommand& command,
                                         double copy_gbs);

}  // namespace froth::cli

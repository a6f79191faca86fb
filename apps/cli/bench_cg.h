// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"

namespace froth::cli {

/// As in "cg neo_hookean".
std::string name_of_cg_row(const std::string& law);
/// Laws whose rows were asked for by name; they are not in the selection.
std::vector<std::string> asked_cg_rows(const BenchCommand& command);
nlohmann::ordered_json measure_cg(const std::string& law, const BenchCommand& command);

}  // namespace froth::cli

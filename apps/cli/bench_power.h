// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"

namespace froth::cli {

/// As in "power_step implicit power".
std::string name_of_power_row(const std::string& kind);
/// Kinds of steps whose rows were asked for by name, as in "implicit power"; they are not in the selection.
std::vector<std::string> asked_power_rows(const BenchCommand& command);
nlohmann::ordered_json measure_power(const std::string& kind, const BenchCommand& command);
/// Core-seconds per step, beside those of [Qu2023], and shares of the stages.
void print_power(const nlohmann::ordered_json& row);

}  // namespace froth::cli

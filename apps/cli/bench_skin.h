// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <froth/surface/skin.h>

#include "commands.h"

namespace froth::cli {

/// Of a clock on the wall, beside that of the processors.
double wall_seconds();

/// The keys of a row of the solver, for something else that is timed.
nlohmann::ordered_json row_beside_solver(const std::string& what, const std::string& kind,
                                         std::int64_t particles, int threads);

/// As in "skin level_set".
std::string name_of_skin_row(SkinMethod method);
nlohmann::ordered_json measure_skin(SkinMethod method, const BenchCommand& command);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <froth/io/look.h>

#include "commands.h"

namespace froth::cli {

/// As in "picture soft".
std::string name_of_picture_row(LookKind kind);
nlohmann::ordered_json measure_picture(LookKind kind, const BenchCommand& command);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "commands.h"

namespace froth::cli {

inline constexpr const char* kCellsRow = "cells foam";

/// Whether the row was asked for by name; it is not in the selection.
bool asks_for_cells(const BenchCommand& command);
/// Films of jittered bubbles whose volumes differ by ten; a "step" is one frame.
nlohmann::ordered_json measure_cells(const BenchCommand& command);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "commands.h"

namespace froth::cli {

/// Whether the row "sinkhorn" was asked for by name; it is not in the selection.
bool asks_for_sinkhorn(const BenchCommand& command);
nlohmann::ordered_json measure_sinkhorn(const BenchCommand& command);
/// What the row has beyond the columns of the others, and how far it is from what memory alone would take.
void print_sinkhorn(const nlohmann::ordered_json& row);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// A ledger read back: columns by the names of its header, whatever their order and number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace froth {

struct LedgerTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  ///< one per name, all of the same length

  /// The column of that name; null where there is none.
  const std::vector<double>* find(std::string_view name) const;
};

/// Reads diagnostics.csv. A last line without its end is a row that is still being written, and left out.
/// Throws InputError with line and column for anything else that is no ledger.
LedgerTable read_ledger(const std::string& path);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Charts of what a run's ledger says: energies, momenta, volumes, counts and steps over time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <froth/render/chart.h>
#include <froth/sim/ledger_table.h>

namespace froth {

struct LedgerRun {
  std::string name;
  LedgerTable table;
  std::map<std::string, std::string> units = {};  ///< of its columns, as far as they are known
};

/// Names of the groups of quantities: energy, momentum, volume, counts, dt.
std::vector<std::string> ledger_chart_groups();

/// One run: a panel per group, with a curve per quantity. Several: a panel per quantity, with a curve per
/// run. Columns that a ledger does not have are left out; InputError for an unknown group.
std::vector<Chart> ledger_charts(const std::vector<LedgerRun>& runs, const std::vector<std::string>& groups);

}  // namespace froth

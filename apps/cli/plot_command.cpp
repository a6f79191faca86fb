// SPDX-License-Identifier: Apache-2.0
// froth plot: curves of what the ledgers of runs say.
#include <filesystem>
#include <fmt/format.h>
#include <set>

#include <froth/base/error.h>
#include <froth/render/ledger_charts.h>
#include <froth/sim/report.h>
#include <froth/sim/run_folder.h>

#include "commands.h"

namespace froth::cli {

namespace fs = std::filesystem;

namespace {

/// Last parts of the paths, or the paths as given where these are not different.
std::vector<std::string> names_of(const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    const fs::path path = fs::absolute(folder).lexically_normal();
    names.push_back((path.filename().empty() ? path.parent_path() : path).filename().string());
  }
  const bool are_different = std::set(names.begin(), names.end()).size() == names.size();
  return are_different ? names : folders;
}

}  // namespace

int plot_command(const PlotCommand& command) {
  const std::string out = command.out.empty() ? RunFolder{command.runs.at(0)}.plot() : command.out;
  check_chart_path(out);
  const std::vector<std::string> names = names_of(command.runs);
  std::vector<LedgerRun> runs;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const RunFolder folder{command.runs[k]};
    if (!fs::exists(folder.ledger()))
      throw InputError(folder.path +
                       " is not the folder of a run (it has no diagnostics.csv); run a scene "
                       "first");
    runs.push_back({names[k], read_ledger(folder.ledger()), report_units(folder.report())});
  }
  const std::vector<Chart> charts =
      ledger_charts(runs, command.what.empty() ? ledger_chart_groups() : command.what);
  if (charts.empty()) throw InputError("the ledgers have no column that could be drawn");
  write_charts(out, charts);
  if (!command.quiet) fmt::print("{} panels in {}\n", charts.size(), out);
  return 0;
}

}  // namespace froth::cli

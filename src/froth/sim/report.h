// SPDX-License-Identifier: Apache-2.0
// run.json: what ran, where, for how long. The only file of a run that knows the clock.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <froth/sim/ledger.h>
#include <froth/sim/simulation.h>

namespace froth {

struct RunReport {
  std::string status;            ///< "running", "finished", "stopped" or "failed"
  std::string reason;            ///< of a failure
  double wall_seconds = 0;       ///< of this process
  double write_seconds = 0;      ///< of them for frames, checkpoints and the ledger
  std::int64_t steps_taken = 0;  ///< by this process
  double dt_min = 0, dt_max = 0;
  TimeStepLimit limit;                ///< what limited the last step
  std::vector<LedgerColumn> columns;  ///< of the ledger
};

std::string report_json(const Simulation& simulation, const RunReport& report);

/// Status in an existing report; empty where there is none.
std::string report_status(const std::string& path);

/// The chief numbers of an existing report.
struct ReportNumbers {
  int frames = 0;  ///< reached
  double time = 0, particles = 0, steps = 0, wall_seconds = 0;
};
/// Nothing where there is no report, or one that is damaged.
std::optional<ReportNumbers> read_report(const std::string& path);

/// Units of the ledger's columns by name, as a report says; empty where it does not.
std::map<std::string, std::string> report_units(const std::string& path);

/// Name of this machine's processor.
std::string processor_name();

}  // namespace froth

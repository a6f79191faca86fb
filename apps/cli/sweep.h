// SPDX-License-Identifier: Apache-2.0
// What the two halves of froth sweep share: the plan of the runs, and what is made of their results.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>
#include <froth/sim/sweep_table.h>

#include "commands.h"

namespace froth::cli {

/// One variant, ready to run. The scene is kept as text: a file that is edited while the sweep is going must
/// not change half of it.
struct PlannedRun {
  SweepVariant variant;
  std::string folder, scene_text;
  double end_time = 0, frame_rate = 1;
  std::string failure = {};  ///< why it did not reach its end
};

struct Sweep {
  std::string scene_file, title, folder;
  std::vector<SweepAxis> axes;
  std::vector<PlannedRun> runs;

  std::string csv() const { return folder + "/sweep.csv"; }
  std::string sheet() const { return folder + "/sweep_sheet.png"; }
  std::string energy(const char* ending) const { return folder + "/sweep_energy" + ending; }
};

/// The scene of a run, as it was when the sweep began.
Scene scene_of(const Sweep& sweep, const PlannedRun& run);

/// Writes the table and the charts and, where it is wanted, the sheet; prints the table.
void write_results(const SweepCommand& command, const Sweep& sweep);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// Runs a scene into an output folder: frames, ledger, checkpoints, report. A killed run goes on with `resume`
// and ends with the same bytes as one that was never killed.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include <froth/sim/simulation.h>

namespace froth {

struct RunOptions {
  std::string folder;
  bool resume = false;
  bool overwrite = false;
  int threads = 0;  ///< 0: all cores
  /// Called after every step and frame; for progress bars.
  std::function<void(const Simulation&)> on_step = {};
  /// Called when a frame is on disk, with its number; on resuming, with the newest one there is.
  std::function<void(int)> on_frame = {};
  /// Called with one-line messages for the user.
  std::function<void(const std::string&)> on_message = {};
  /// Set from outside (Ctrl-C) to stop at the end of the current step.
  const std::atomic<bool>* stop = nullptr;
};

enum class RunOutcome { Finished, Stopped, AlreadyFinished };

RunOutcome run(const Scene& scene, const RunOptions& options);
/// The same for a simulation that has not begun, whose solver may be one that no scene describes.
RunOutcome run(Simulation simulation, const RunOptions& options);

}  // namespace froth

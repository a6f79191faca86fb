// SPDX-License-Identifier: Apache-2.0
// Saved states that survive anything: whole or not at all, checksummed, the newest two kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <froth/sim/simulation.h>

namespace froth {

/// What identifies a run besides its state: a checkpoint goes on only with the scene that wrote it.
struct CheckpointInfo {
  std::uint64_t scene_digest = 0;
  std::uint64_t ledger_bytes = 0;  ///< length of the ledger at this state
};

/// Digest of everything in a scene that decides its state: not how long it runs, how it is drawn, or in which
/// formats it is written.
std::uint64_t scene_digest(const Scene& scene);

/// Writes a checkpoint named by its step and removes all but the newest two.
void write_checkpoint(const std::string& folder, const Simulation& simulation, const CheckpointInfo& info);

/// The outcome of looking for a checkpoint; `damaged` names files that were passed over.
struct LoadedCheckpoint {
  std::string path;
  CheckpointInfo info;
  std::vector<std::string> damaged;
};

/// Loads the newest intact checkpoint. Nothing where there is no checkpoint at all. Throws InputError where
/// all are damaged, or where the newest intact one belongs to another scene or version.
std::optional<LoadedCheckpoint> load_newest_checkpoint(const std::string& folder, Simulation& simulation);

}  // namespace froth

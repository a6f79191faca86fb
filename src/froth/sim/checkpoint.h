// SPDX-License-Identifier: Apache-2.0
// Saved states that survive anything: whole or not at all, checksummed, and described by themselves: named
// sections, the layout of the state, and the keys of the scene that decide it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <froth/sim/simulation.h>

namespace froth {

/// What belongs to a state besides the state itself.
struct CheckpointInfo {
  std::uint64_t ledger_bytes = 0;  ///< length of the ledger at this state
};

/// What two scenes do not have in common as far as it decides the state, as in
/// "materials.jelly.density was 900.0 and is now 1000.0"; empty where one may go on as the other.
std::string physics_difference(const Scene& before, const Scene& now);

/// Writes a checkpoint named by its step. Keeps the newest two, that of the last frame, to which a failed
/// step goes back, and that of the last frame before the guard warned; removes all others. Needs no memory
/// beside the state.
void write_checkpoint(const std::string& folder, const Simulation& simulation, const CheckpointInfo& info);

/// The outcome of looking for a checkpoint; `damaged` names files that were passed over.
struct LoadedCheckpoint {
  std::string path;
  CheckpointInfo info;
  std::vector<std::string> damaged;
  std::string other_steps;  ///< what has changed of the keys that set the length of steps; empty: nothing
};

/// Loads the newest intact checkpoint. Nothing where there is no checkpoint at all. Throws InputError where
/// all are damaged, or where the newest intact one does not fit the scene or this program: the message names
/// what differs. The keys that only set the length of steps (solver.dt, max_dt, cfl) may differ, so that a
/// run that went wrong can go on with shorter ones.
std::optional<LoadedCheckpoint> load_newest_checkpoint(const std::string& folder, Simulation& simulation);

/// Loads the checkpoint of the last frame that the simulation reached and removes later ones; throws
/// InputError where it is gone.
CheckpointInfo load_frame_checkpoint(const std::string& folder, Simulation& simulation);

/// Removes the checkpoints of later steps.
void drop_checkpoints_after(const std::string& folder, std::int64_t step);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A scene in motion: the solver's state, the time, and the choice of each step. No files here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <froth/scene/scene.h>
#include <froth/interface/solver.h>

namespace froth {

/// Where a run stands. Frames are exact multiples of 1 / frame_rate.
struct Progress {
  int frame = 0;          ///< last frame reached
  std::int64_t step = 0;  ///< steps taken in all
  double time = 0;        ///< [s]
  double dt = 0;          ///< of the last step [s]
};

/// What sets a step, in words: "the wave speed of body "jelly" (neo_hookean)", or "solver.dt".
std::string describe(const TimeStepLimit& limit);

class Simulation {
 public:
  explicit Simulation(Scene scene);

  const Scene& scene() const { return scene_; }
  Solver& solver() { return *solver_; }
  const Solver& solver() const { return *solver_; }
  const Progress& progress() const { return progress_; }

  /// The step that would be taken now, and what limits it.
  TimeStepLimit next_step() const;
  /// What is allowed, but nobody may have meant: a step longer than what is stable, as solver.dt may ask for,
  /// or resampling that does too much or nothing.
  std::vector<std::string> warnings() const;
  /// One step, at most to the end of the current frame; throws SimulationError where it cannot be taken.
  void step();
  /// Steps until the next frame is reached.
  void advance_frame();

  void save(BinaryWriter& out) const;
  void load(BinaryReader& in);

 private:
  double frame_end() const { return (progress_.frame + 1) / scene_.frame_rate; }

  Scene scene_;
  std::unique_ptr<Solver> solver_;
  Progress progress_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A scene in motion: the solver's state, the time, the choice of each step, and what happens when one fails.
// No files here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <froth/interface/solver.h>
#include <froth/scene/scene.h>
#include <froth/sim/guard.h>

namespace froth {

/// Where a run stands. Frames are exact multiples of 1 / frame_rate.
struct Progress {
  int frame = 0;                ///< last frame reached
  std::int64_t step = 0;        ///< steps taken in all, but for those that were given up
  double time = 0;              ///< [s]
  double dt = 0;                ///< of the last step [s]
  std::int64_t frame_step = 0;  ///< steps taken when the last frame was reached
  int halvings = 0;             ///< of the steps to the next frame, after failures
  std::int64_t retries = 0;     ///< of failed steps, in all
  int sound_frame = 0;          ///< last frame before the guard first warned
  std::int64_t sound_step = 0;  ///< and its step
};

/// What sets a step, in words: "the wave speed of body "jelly" (neo_hookean)", or "solver.dt".
std::string describe(const TimeStepLimit& limit);

/// Where a step fails, it is tried again with half its length, at most solver.retries times: from its own
/// start where the solver keeps the state, else from the last frame, for which somebody must keep that.
class Simulation {
 public:
  explicit Simulation(Scene scene);
  /// With a solver that no scene describes.
  Simulation(Scene scene, std::unique_ptr<Solver> solver);

  const Scene& scene() const { return scene_; }
  Solver& solver() {
    totals_.reset();  // whoever asks may change the state
    return *solver_;
  }
  const Solver& solver() const { return *solver_; }
  const Progress& progress() const { return progress_; }
  /// Of the last step.
  const StepReport& report() const { return report_; }
  /// The solver's, of now.
  Totals totals() const { return totals_ ? *totals_ : solver_->totals(progress_.time); }
  /// Energy from nowhere as the guard last saw it, as a share [-].
  double energy_drift() const { return guard_.drift(); }

  /// The step that would be taken now, and what limits it.
  TimeStepLimit next_step() const;
  /// What is allowed, but nobody may have meant: a step longer than what is stable, as solver.dt may ask for,
  /// or resampling that does too much or nothing.
  std::vector<std::string> warnings() const;
  /// One step, at most to the end of the current frame. Where it fails, the simulation may be back at the
  /// last frame afterwards, with shorter steps ahead; throws SimulationError where no try is left, or where
  /// the guard stops the run.
  void step() { step(next_step()); }
  /// The same for whoever has asked for next_step() already.
  void step(const TimeStepLimit& next);
  /// Steps until the next frame is reached.
  void advance_frame();

  /// What loads the state of the last frame, by load(), after a step that failed.
  void go_back_by(std::function<void(Simulation&)> load_frame) { load_frame_ = std::move(load_frame); }
  /// Keeps a copy of every frame's state in memory for that, as many bytes as save() writes. Off by default.
  void keep_frame_start() { keeps_frame_start_ = true; }
  /// Called with a sentence on every try, on the size of the first copy, and where the guard warns.
  void on_message(std::function<void(const std::string&)> say) { say_ = std::move(say); }

  void save(BinaryWriter& out) const;
  void load(BinaryReader& in);

 private:
  double frame_end() const { return (progress_.frame + 1) / scene_.frame_rate; }
  bool is_too_short(double dt) const { return !(dt > 1e-9 / scene_.frame_rate); }
  TimeStepLimit halved(TimeStepLimit limit) const;
  StepReport advance(const TimeStepLimit& next);
  void retry_from_step(TimeStepLimit& next);
  bool go_back();
  void load_last_frame();
  void copy_frame_start();
  void finish_step(double dt);
  void begin_watch();
  void watch();
  [[noreturn]] void give_up(const TimeStepLimit& next) const;
  void say(const std::string& message) const {
    if (say_) say_(message);
  }

  Scene scene_;
  std::unique_ptr<Solver> solver_;
  Progress progress_;
  StepReport report_;
  Guard guard_;
  std::optional<Totals> totals_;  ///< of now, where the guard has asked for them
  int tries_ = 0;                 ///< of the current step, beyond the first, from its own start
  std::function<void(Simulation&)> load_frame_;
  std::function<void(const std::string&)> say_;
  bool keeps_frame_start_ = false;
  std::string frame_start_;  ///< the copy; empty where there is none
};

}  // namespace froth

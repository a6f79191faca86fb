// SPDX-License-Identifier: Apache-2.0
// What the frame loop sees of any solver: advance, the step it allows, bodies, totals, state. Called a few
// times per step, so virtual calls are free here; inside particle loops there are none. Source: the rooms and
// data flow of docs/architecture.md.
#pragma once

#include <vector>

#include <froth/base/binary.h>
#include <froth/base/stage_clock.h>
#include <froth/geometry/motion.h>
#include <froth/interface/body_view.h>
#include <froth/interface/step_report.h>
#include <froth/interface/totals.h>

namespace froth {

/// What a failed step leaves: anything, or the state from before the step. It decides how far the frame loop
/// goes back before it tries again with shorter steps.
enum class AfterFailure : unsigned char { StateIsLost, StateIsKept };

/// A collider of the scene that is where the solver has it, not where a motion says.
struct MovedCollider {
  std::size_t collider;  ///< its number in the scene
  Pose pose;
};

class Solver {
 public:
  virtual ~Solver() = default;

  virtual int dim() const = 0;
  virtual std::vector<BodyView> bodies() const = 0;
  /// In the order of the scene.
  virtual std::vector<MovedCollider> moved_colliders() const { return {}; }

  /// The longest step that the solver wants to take from `time` on.
  virtual TimeStepLimit time_step_limit(double time) const = 0;
  /// Takes the state from `time` to `time + dt`.
  virtual StepReport advance(double time, double dt) = 0;
  virtual AfterFailure after_failure() const { return AfterFailure::StateIsLost; }
  virtual Totals totals(double time) const = 0;

  virtual void save(BinaryWriter& out) const = 0;
  /// Restores a saved state of the same scene; throws InputError where it is of another.
  virtual void load(BinaryReader& in) = 0;

  virtual StageClock& clock() = 0;
  virtual const StageClock& clock() const = 0;
  /// Memory held by the state.
  virtual std::size_t bytes() const = 0;

  /// Positions of a body's points by slot [m]; z = 0 in the plane.
  std::vector<Vec3<double>> positions(std::size_t body) const { return bodies()[body].vectors(kPosition); }
  /// Velocities by slot [m/s].
  std::vector<Vec3<double>> velocities(std::size_t body) const { return bodies()[body].vectors(kVelocity); }
};

}  // namespace froth

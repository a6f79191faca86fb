// SPDX-License-Identifier: Apache-2.0
// What the frame loop sees of any solver: advance, the step it allows, totals, state. Called a few times per
// step, so virtual calls are free here; inside particle loops there are none. Source: the rooms and data flow
// of docs/architecture.md.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <froth/base/binary.h>
#include <froth/base/stage_clock.h>
#include <froth/particles/column_table.h>
#include <froth/transfer/collider.h>

namespace froth {

/// The longest step that is stable now, and who says so.
struct TimeStepLimit {
  double dt = 0;         ///< [s]
  std::string body;      ///< limiting body, empty where none limits
  std::string_view law;  ///< and its law
  std::string obstacle;  ///< what limits by its motion, as in: collider "jaw"; empty where none does
  std::string
      reason;  ///< "wave speed", "particle speed", "viscosity", "speed" (of an obstacle), or a scene key
};

/// The outcome of a step; where it failed, one sentence that says what, where and when.
struct StepReport {
  bool ok = true;
  std::string reason;
};

/// One row of the ledger. Angular momentum is about the origin and counts the spin of C; kinetic energy
/// counts the affine part; both where the scheme carries one.
struct Totals {
  Index particles = 0;
  double mass = 0;               ///< [kg]
  Vec3<double> momentum{};       ///< [kg m/s]
  Vec3<double> angular{};        ///< [kg m^2/s]
  double kinetic = 0;            ///< [J]
  double elastic = 0;            ///< [J]
  double gravitational = 0;      ///< [J], zero at the origin
  double boundary_work = 0;      ///< [J], done on the material by moving colliders, held regions and nozzles
  double volume = 0;             ///< of the deformed particles [m^dim]
  double J_min = 0, J_max = 0;   ///< range of the volume ratio [-]
  Index inside_colliders = 0;    ///< particles
  double absolute_momentum = 0;  ///< sum of m |v| [kg m/s], the scale of rounding in momentum
  Index emitted = 0, removed = 0;             ///< particles since the start
  double mass_emitted = 0, mass_removed = 0;  ///< [kg]
  Index inserted = 0, merged = 0;             ///< particles since the start, by resampling
};

/// A body as output and pictures see it.
struct BodyView {
  std::string_view name, law;
  const ColumnTable* particles;
};

class Solver {
 public:
  virtual ~Solver() = default;

  virtual int dim() const = 0;
  virtual std::vector<BodyView> bodies() const = 0;
  /// Positions of a body's particles by slot [m]; z = 0 in the plane.
  virtual std::vector<Vec3<double>> positions(std::size_t body) const = 0;
  /// Velocities by slot [m/s].
  virtual std::vector<Vec3<double>> velocities(std::size_t body) const = 0;

  /// The longest stable step from `time` on.
  virtual TimeStepLimit time_step_limit(double time) const = 0;
  /// Takes the state from `time` to `time + dt`.
  virtual StepReport advance(double time, double dt) = 0;
  virtual Totals totals(double time) const = 0;

  virtual void save(BinaryWriter& out) const = 0;
  /// Restores a saved state of the same scene; throws InputError where it is of another.
  virtual void load(BinaryReader& in) = 0;

  virtual StageClock& clock() = 0;
  virtual const StageClock& clock() const = 0;
  virtual std::size_t bytes() const = 0;
};

}  // namespace froth

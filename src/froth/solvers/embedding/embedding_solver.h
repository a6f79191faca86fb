// SPDX-License-Identifier: Apache-2.0
// Point-based elastoplasticity with a rest state: bodies that keep their shape for as long as one likes, and
// flow without limit.
// Source: [Jones2014], Algorithm 1. Differs from it: the integrator is kick, drift, kick with all of the
// elastic and body acceleration (the printed one applies half of it), and viscosity implicit in the first
// kick; see the headers of embedding/ for the rest.
#pragma once

#include <froth/base/settling.h>
#include <froth/embedding/body.h>
#include <froth/embedding/embedded_positions.h>
#include <froth/embedding/nonlinear_embedding.h>
#include <froth/embedding/part_contact.h>
#include <froth/embedding/resample.h>
#include <froth/embedding/viscosity.h>
#include <froth/interface/solver.h>
#include <froth/obstacles/line_of_sight.h>

namespace froth {

/// How velocities and places are taken through a step.
enum class Integrator : unsigned char {
  KickDriftKick,     ///< symplectic, of second order
  LinearlyImplicit,  ///< backward Euler with the stiffness of the beginning: for comparison, it damps
                     ///< rotation
};

/// How rest vectors become places.
enum class EmbeddingKind : unsigned char {
  Linear,     ///< least squares
  Nonlinear,  ///< least elastic energy: for comparison
};

/// What becomes of a particle whose neighbourhood no longer determines a deformation.
enum class Strays : unsigned char { Keep, Rescue, Remove };

struct EmbeddingSettings {
  Vec3<double> gravity{};  ///< [m/s^2]
  Settling settling{};
  Obstacles obstacles{};
  int neighbors = kMostNeighbors;  ///< of a particle, at most
  FitKind fit = FitKind::Linear;
  bool samples_volumes = false;   ///< particles have the volumes of their samples; else shares by Eq. (3)
  double cfl = 0.5;               ///< of the longest stable step, 2 over the fastest frequency [-]
  double viscosity = 0;           ///< eta of Eq. (8) [Pa s]
  double residual_stiffness = 0;  ///< share of the modulus of pressure waves [-]
  bool updates_neighbors = true;  ///< in embedded space
  double update_distance = 0.1;  ///< that embedded positions move before neighbours are looked for [spacings]
  double tolerance = 1e-4;       ///< of the embedding [spacings]
  int embedding_iterations = 200;  ///< at most
  EmbeddingKind kind = EmbeddingKind::Linear;
  bool keeps_offsets = true;  ///< rest vectors are kept apart from embedded space; false for comparison
  Integrator integrator = Integrator::KickDriftKick;
  PartContact part_contact{.distance = 0};
  Index resample_steps = 0;  ///< between resamplings; 0: none
  ResampleSettings resample{};
  Strays strays = Strays::Keep;
  bool line_of_sight = true;  ///< colliders between particles keep them from acting on each other
};

/// What has happened so far, beside the state of particles.
struct EmbeddingCounters {
  double load_work = 0, boundary_work = 0;  ///< [J]
  double mass_removed = 0, energy_removed = 0;
  std::uint64_t next_id = 0;
  Index removed = 0, neighbor_changes = 0, embeddings = 0, embedding_iterations = 0, damping_iterations = 0;
  Index steps = 0, split = 0, merged = 0, cancelled_splits = 0, rescued = 0;
};

class EmbeddingSolver final : public Solver {
 public:
  explicit EmbeddingSolver(EmbeddingSettings settings)
      : settings_(std::move(settings)),
        rigid_(settings_.obstacles.colliders, 3),
        start_walls_(settings_.obstacles.colliders, 0) {}

  /// A body of particles at `x`, at rest where they are. `volumes` are those of the samples that they stand
  /// for [m^3], in all that of the body; `laws` is empty, or has one for each. Throws InputError where
  /// neighbourhoods do not determine a deformation.
  void add_body(std::string name, double density, const std::vector<double>& volumes, double spacing,
                const EmbeddedLaw& law, std::vector<EmbeddedLaw> laws, std::vector<Vec3<double>> x,
                std::vector<Vec3<double>> v);

  int dim() const override { return 3; }
  std::vector<BodyView> bodies() const override;
  std::vector<MovedCollider> moved_colliders() const override;
  TimeStepLimit time_step_limit(double time) const override;
  StepReport advance(double time, double dt) override;
  Totals totals(double time) const override;
  void save(BinaryWriter& out) const override;
  void load(BinaryReader& in) override;
  StageClock& clock() override { return clock_; }
  const StageClock& clock() const override { return clock_; }
  std::size_t bytes() const override;

  /// For tests and measures.
  const std::vector<EmbeddedBody>& embedded_bodies() const { return bodies_; }
  const RigidBodies& rigid_bodies() const { return rigid_; }

 private:
  void link(EmbeddedBody& body);
  void update_frequency(EmbeddedBody& body);
  void kick(EmbeddedBody& body, double time, double dt);
  void damp(EmbeddedBody& body, double dt, StepReport& report);
  void meet_rigid(PosedObstacles& obstacles, double time, double dt);
  void move(EmbeddedBody& body, const PosedObstacles& obstacles, double time, double dt,
            std::span<RigidImpulse> impulses);
  void finish(EmbeddedBody& body, const PosedObstacles& obstacles, double time, double dt);
  void remove_killed(EmbeddedBody& body, double time);
  void remove(EmbeddedBody& body, std::span<const std::uint8_t> goes);
  void deform(EmbeddedBody& body, double dt);
  void weigh(EmbeddedBody& body);
  void embed(EmbeddedBody& body, StepReport& report);
  void solve_embedding(EmbeddedBody& body, StepReport& report);
  void update_neighbors(EmbeddedBody& body, bool must);
  void resample(EmbeddedBody& body, const PosedObstacles& obstacles);
  void treat_strays(EmbeddedBody& body);
  void refresh(EmbeddedBody& body);
  void push(EmbeddedBody& body);
  void touch(double time);
  /// Empty where nothing can stand between particles, or where the switch is off.
  StandsBetween sight_past(const Walls& walls) const;
  void kick_implicitly(EmbeddedBody& body, double time, double dt, StepReport& report);
  StepReport checked(StepReport report, double time) const;

  EmbeddingSettings settings_;
  RigidBodies rigid_;
  Walls start_walls_;  ///< where they stand in embedded space, too
  std::vector<EmbeddedBody> bodies_;
  EmbeddingCounters counters_;
  EmbeddingSpace embedding_space_;
  NonlinearSpace nonlinear_space_;
  PullSpace pulls_;
  ViscositySpace viscosity_space_;
  StageClock clock_;
};

}  // namespace froth

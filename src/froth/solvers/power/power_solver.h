// SPDX-License-Identifier: Apache-2.0
// Material points with volumes of their own: transfers to the grid by power weights, which a transport plan
// finds anew in every step so that each particle takes its volume, or by B-splines for comparison; forces
// explicit, or implicit by Gauss-Seidel over particles.
// Source: [Qu2023], section 6.1 (the algorithm). Differs from it: J of a particle is kept apart from its
// elastic strain, the MLS force has D^-1 next to the distance, and the implicit step is that of
// solvers/power/solve_impulses.h. Computes in double precision.
#pragma once

#include <froth/base/settling.h>
#include <froth/interface/solver.h>
#include <froth/obstacles/posed.h>
#include <froth/power/power_weights.h>
#include <froth/solvers/power/grid_rows.h>
#include <froth/solvers/power/implicit_sweeps.h>
#include <froth/solvers/power/rigid_meeting.h>
#include <froth/solvers/power/state.h>

namespace froth {

enum class WeightKind : unsigned char { Power, BSpline };
enum class Integration : unsigned char { Explicit, Implicit };

template <int Dim>
struct PowerSettings {
  double cell_size = 0;  ///< of the simulation grid [m]
  WeightKind weights = WeightKind::Power;
  int transport_cells = 4;  ///< of the transport grid, along the edge of a cell
  PlanSettings plan{};
  bool warm_start = true;  ///< plans start from the scalings of the last ones
  Integration integration = Integration::Implicit;
  ImplicitForm form = ImplicitForm::Impulses;
  int iterations = 10;  ///< of an implicit step
  double position_blend =
      0;                  ///< share of the way from the centroid back to its old place, alpha of section 7
  double cfl = 0.4;       ///< share of the longest stable step, and of a cell that particles may cross
  double most_cells = 1;  ///< that particles may cross in an implicit step
  Vec<Dim, double> gravity{};  ///< [m/s^2]
  Settling settling{};
  Obstacles obstacles{};
};

/// The nodes of one step.
template <int Dim>
struct PowerNodes {
  std::vector<double> mass;             ///< [kg]
  std::vector<Vec<Dim, double>> v;      ///< momentum before it is velocity
  std::vector<Vec<Dim, double>> force;  ///< explicit, of stresses [N]
};

template <int Dim>
class PowerSolver final : public Solver {
 public:
  explicit PowerSolver(PowerSettings<Dim> settings);

  /// A body of particles at rest strain; all bodies before start().
  void add_body(std::string name, const Law<Dim, double>& law, double density,
                const std::vector<PowerParticle<Dim>>& particles, std::optional<Emitter> emitter = {});
  /// Finds the first plan, so that the first step knows how long it may be. Throws InputError where volumes
  /// do not fit.
  void start(double time);

  int dim() const override { return Dim; }
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
  const PowerParticles<Dim>& particles() const { return particles_; }
  const std::vector<PowerBody<Dim>>& parts() const { return bodies_; }
  const PowerCounters& counters() const { return counters_; }
  const RigidBodies& rigid_bodies() const { return rigid_; }
  const PowerSettings<Dim>& settings() const { return settings_; }
  const TransportPlan<Dim, double>& plan() const { return plan_; }

 private:
  StepReport make_plan(const SolidDistance<Dim>* solids, double time);
  StepReport make_rows(const PosedObstacles& obstacles, double time);
  void scatter();
  NodeContacts<Dim> find_contacts(const PosedObstacles& obstacles);
  void load_rigid(double time, double dt);
  StepReport push_explicitly(const std::function<void()>& act_on_nodes, double dt);
  template <class Stress>
  void push_by(double dt, const Stress& stress);
  void push_by_viscosity(double dt);
  StepReport push_implicitly(const std::function<void()>& act_on_nodes, double dt);
  void gather();
  StepReport deform(double time, double dt);
  /// Ends the step of particles and of rigid bodies.
  void move(const PosedObstacles& obstacles, double time, double dt);
  void note_frequencies();
  void emit(double time);
  void remove_killed(double time);
  void insert(PowerBody<Dim>& body, const std::vector<PowerParticle<Dim>>& particles);
  void keep(const std::vector<std::uint32_t>& kept);
  StepReport checked(double time) const;
  double filled_volume() const;

  PowerSettings<Dim> settings_;
  PowerParticles<Dim> particles_;
  std::vector<PowerBody<Dim>> bodies_;
  PowerCounters counters_;
  RigidBodies rigid_;
  TransportPlan<Dim, double> plan_;
  bool has_planned_ = false;           ///< since the start or the last load()
  PowerWeights<Dim, double> weights_;  ///< memory of the last step's, for the next
  std::optional<GridRows<Dim>> grid_;
  PowerNodes<Dim> nodes_;
  StageClock clock_;
};

}  // namespace froth

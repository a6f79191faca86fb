// SPDX-License-Identifier: Apache-2.0
// A small solver without a grid: points joined by springs to the neighbours they start with. It is the test of
// the solver interface: everything above solvers/ must work for it as it does for the material point method.
// Source: Hooke's law along each spring; velocity Verlet [Verlet1967].
#pragma once

#include <froth/interface/solver.h>
#include <froth/obstacles/posed.h>

namespace froth::test {

struct SpringSettings {
  int dim = 3;
  Vec3<double> gravity{};  ///< [m/s^2]
  double cfl = 0.2;        ///< of the shortest period of a spring, 2 pi sqrt(m / k) [-]
  Obstacles obstacles;     ///< colliders only
};

/// Points of one kind, in a cubic lattice that is all joined up.
struct SpringBody {
  std::string name;
  double mass = 0;       ///< of a point [kg]
  double stiffness = 0;  ///< of a spring [N/m]
  double spacing = 0;    ///< of the lattice [m]
  std::vector<std::uint64_t> id;
  std::vector<Vec3<double>> x, v, force;
  std::vector<double> rest_length;  ///< of the springs [m]
  Topology topology;                ///< the springs are its segments
};

class SpringPoints final : public Solver {
 public:
  explicit SpringPoints(SpringSettings settings) : settings_(std::move(settings)) {}
  /// Points closer than 1.1 spacings are joined, at rest as they are.
  void add_body(std::string name, double point_mass, double stiffness, double spacing,
                const std::vector<Vec3<double>>& points, const std::vector<Vec3<double>>& velocities);

  int dim() const override { return settings_.dim; }
  std::vector<BodyView> bodies() const override;
  TimeStepLimit time_step_limit(double time) const override;
  StepReport advance(double time, double dt) override;
  Totals totals(double time) const override;
  void save(BinaryWriter& out) const override;
  void load(BinaryReader& in) override;
  StageClock& clock() override { return clock_; }
  const StageClock& clock() const override { return clock_; }
  std::size_t bytes() const override;

 private:
  void compute_forces(SpringBody& body) const;

  SpringSettings settings_;
  std::vector<SpringBody> bodies_;
  std::uint64_t next_id_ = 0;
  StageClock clock_;
};

}  // namespace froth::test

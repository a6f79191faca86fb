// SPDX-License-Identifier: Apache-2.0
// The explicit material point method. One step, in order; p2g and g2p are in transfer/, the sort in
// particles/, step.cpp calls them; the others are files of this folder:
//   emit_particles  sort_particles  activate_grid  p2g  update_grid (forces, contact)  g2p  update_material
//   remove_particles  resample_particles
// Source: [Sulsky1994] (the method); [Fei2021], section 3 (the transfers); [Hu2018] (the MLS form).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <froth/base/field.h>
#include <froth/foam/insert_particles.h>
#include <froth/geometry/emitter.h>
#include <froth/materials/law_list.h>
#include <froth/particles/sort.h>
#include <froth/solvers/solver.h>
#include <froth/transfer/scheme.h>
#include <froth/transfer/transfer.h>

namespace froth {

template <int Dim>
struct ExplicitMpmSettings {
  Lattice<Dim> lattice;
  TransferScheme scheme;
  GradientForm gradient = GradientForm::Mls;
  Vec<Dim, double> gravity{};       ///< [m/s^2]
  double cfl = 0.4;                 ///< cells that the fastest signal may cross in a step [-]
  std::vector<VectorField> forces;  ///< accelerations by place and time, beside gravity [m/s^2]
  std::vector<Collider> colliders;
  std::vector<HeldRegion> held;
  std::vector<KillZone> kill_zones;
};

/// The law of a body as a function of place.
template <class Real>
using LawAt = std::function<Law<Real>(const Vec3<double>&)>;

/// One body: particles of one law, whose numbers may vary from particle to particle.
template <int Dim, class Real>
struct MpmBody {
  std::string name;
  Law<Real> law;
  double density = 0;  ///< at rest [kg/m^3]
  ColumnTable particles;

  BlockRuns<Dim> runs;        ///< valid while is_sorted
  bool is_sorted = false;     ///< every particle is within reach of the block it is listed under
  double max_speed = 0;       ///< [m/s], of the current state
  double max_wave_speed = 0;  ///< [m/s]

  LawAt<Real> law_at = {};      ///< what the law is at a place, where it varies; else empty
  double max_viscosity = 0;     ///< [Pa s]
  double separation_ratio = 0;  ///< J^c in place of the law's own [-]; 0: the law's
  std::optional<Emitter> emitter = {};
  std::uint64_t next_batch = 0;  ///< of the emitter
  Index emitted = 0;             ///< particles so far
};

/// When and how the particles of some bodies, the layers of one thing, are resampled; lengths in units of r,
/// half a cell. Source: [Yue2015], section 6.
struct ResamplingSettings {
  std::int64_t every_steps = 50;  ///< at least so often; 0: not by number of steps
  double strain = 0.15;           ///< and as soon as so much strain has gathered [-]; 0: not by strain
  double coverage = 0.876;        ///< points further from all particles are in a void, alpha
  double depth = 2.2;             ///< of voids that are filled
  double merge_distance = 0.03;   ///< closer particles are merged
  NewFields fields = NewFields::Donors;
  std::optional<double> thin_ratio = {};  ///< torn particles in thinner neighbourhoods are removed
  std::uint64_t seed = 1;
};

/// Bodies that are resampled as one, and what has gathered since they last were.
struct ResampledGroup {
  std::vector<std::size_t> bodies;
  ResamplingSettings settings;
  std::int64_t steps = 0;
  double strain = 0;
  std::uint32_t events = 0;
};

/// What a new particle needs.
template <int Dim>
struct NewParticle {
  std::uint64_t id;
  Vec<Dim, double> x, v;
  Mat<Dim, double> grad_v;
  double volume;  ///< [m^Dim]
};

template <int Dim, class Real>
class ExplicitMpm final : public Solver {
 public:
  explicit ExplicitMpm(ExplicitMpmSettings<Dim> settings);

  /// Adds a body at rest strain. Where `law_at` is given, every particle keeps the law of the place where it
  /// starts; `law` then only says which law it is.
  void add_body(std::string name, const Law<Real>& law, double density,
                const std::vector<NewParticle<Dim>>& particles, LawAt<Real> law_at = {});
  /// J^c of [Fei2021], Eq. (5), for a body that has been added, in place of its law's own.
  void set_separation_ratio(std::size_t body, double ratio);
  /// Rest volumes of these bodies by the density of the grid, all bodies counted, in place of those that
  /// their particles came with: before the first step.
  void take_grid_volumes(const std::vector<std::size_t>& bodies);
  /// Makes a body that has been added, usually an empty one, grow. Material in the nozzle of a flow is held
  /// at the velocity of the flow while that lasts.
  void add_emitter(std::size_t body, Emitter emitter);

  /// Fills voids between the particles of these bodies, and merges what has come too close, from now on.
  void add_resampling(std::vector<std::size_t> bodies, const ResamplingSettings& settings);

  int dim() const override { return Dim; }
  std::vector<BodyView> bodies() const override;
  std::vector<Vec3<double>> positions(std::size_t body) const override;
  std::vector<Vec3<double>> velocities(std::size_t body) const override;
  TimeStepLimit time_step_limit(double time) const override;
  StepReport advance(double time, double dt) override;
  Totals totals(double time) const override;
  void save(BinaryWriter& out) const override;
  void load(BinaryReader& in) override;
  StageClock& clock() override { return clock_; }
  const StageClock& clock() const override { return clock_; }
  std::size_t bytes() const override;

  const ExplicitMpmSettings<Dim>& settings() const { return settings_; }
  MpmBody<Dim, Real>& body(std::size_t b) { return bodies_[b]; }
  const std::vector<ResampledGroup>& resampled() const { return resampled_; }
  const GridTopology<Dim>& topology() const { return topology_; }
  const GridFields<Dim, Real>& grid() const { return grid_; }

 private:
  // The stages, in order.
  StepReport emit_particles(double time);
  void sort_particles();
  void activate_grid();
  void update_grid(double time, double dt);
  StepReport gather(double time, double dt);
  StepReport update_material(double time, double dt);
  void remove_particles(double time);
  StepReport resample_particles(double time, double dt);

  TransferJob<Dim, Real> transfer_job(double dt);
  void wrap_cells(ColumnTable& particles) const;
  StepReport resample(ResampledGroup& group, std::uint32_t number, double time);
  void remove_thin(const ColumnTable& particles, const std::vector<std::uint32_t>& thin,
                   std::vector<std::uint32_t>& gone);
  StepReport append(std::size_t body, const std::vector<NewParticle<Dim>>& particles, double time);
  StepReport respond_from(std::size_t body, Index first, double time, double dt);
  StepReport lost_particle(std::size_t body, Index slot, double time, std::string_view what) const;
  Totals body_totals(const MpmBody<Dim, Real>& body, const std::vector<Pose>& poses) const;

  ExplicitMpmSettings<Dim> settings_;
  std::vector<MpmBody<Dim, Real>> bodies_;
  GridTopology<Dim> topology_;
  GridFields<Dim, Real> grid_;
  Obstacles obstacles_;  ///< at the end of the step being taken
  SourceRanges ranges_;
  std::vector<ParticleView<Dim, Real>> views_;
  std::uint64_t next_id_ = 0;
  Index removed_ = 0, inserted_ = 0, merged_ = 0;
  std::vector<ResampledGroup> resampled_;
  double boundary_work_ = 0, mass_emitted_ = 0, mass_removed_ = 0;
  StageClock clock_;
};

/// Every file of this folder defines some members; it ends with their instances, for which MEMBERS(Dim, Real)
/// is a macro of its own.
#define FROTH_FOR_EVERY_SOLVER(MEMBERS) \
  MEMBERS(2, float) MEMBERS(2, double) MEMBERS(3, float) MEMBERS(3, double)

/// Largest viscosity of a body's particles [Pa s]; of its law where that is one for all.
template <int Dim, class Real>
double largest_viscosity(const MpmBody<Dim, Real>& body);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// All that a material point method keeps from step to step: bodies, counters, groups that are resampled; and
// the grid, which is made anew in every step. Explicit and implicit solvers share it, and the stages of
// mpm/stages.h, which work on its parts.
// Source: [Sulsky1994] (the method); [Fei2021], section 3 (the transfers); [Hu2018] (the MLS form).
#pragma once

#include <functional>
#include <optional>
#include <type_traits>

#include <froth/base/field.h>
#include <froth/base/stage_clock.h>
#include <froth/foam/insert_particles.h>
#include <froth/geometry/emitter.h>
#include <froth/lagrangian/element_body.h>
#include <froth/materials/law_list.h>
#include <froth/obstacles/rigid_bodies.h>
#include <froth/particles/sort.h>
#include <froth/transfer/scheme.h>
#include <froth/transfer/transfer.h>

namespace froth {

/// A force on the particles of some bodies or of a region, beside gravity.
struct ParticleForce {
  VectorField acceleration;         ///< by place and time [m/s^2]
  std::vector<std::size_t> bodies;  ///< on which it acts; empty: on all
  std::optional<Shape> region;      ///< where it acts; without it everywhere
  std::string share;                ///< column of what each particle takes of it; "": all
};

/// What does not change while a simulation runs.
template <int Dim>
struct MpmSettings {
  Lattice<Dim> lattice;
  TransferScheme scheme;
  GradientForm gradient = GradientForm::Mls;
  Vec<Dim, double> gravity{};       ///< [m/s^2]
  double gravity_ramp = 0;          ///< time over which gravity rises from zero [s]
  double settle = 0;                ///< it rises in the first half of this, and motion is damped [s]
  bool tight_colliders = true;      ///< particles stop at the surfaces of colliders, as nodes do
  bool keeps_volume = true;         ///< of liquids, by comparing J with the fill of the grid
  double cfl = 0.4;                 ///< cells that the fastest signal may cross in a step [-]
  std::vector<VectorField> forces;  ///< on everything, by place and time, beside gravity [m/s^2]
  std::vector<ParticleForce> particle_forces;
  Obstacles obstacles;
};

/// The law of a body as a function of place.
template <int Dim, class Real>
using LawAt = std::function<Law<Dim, Real>(const Vec3<double>&)>;

/// One body: particles of one law, whose numbers may vary from particle to particle.
template <int Dim, class Real>
struct MpmBody {
  std::string name;
  Law<Dim, Real> law;
  double density = 0;  ///< at rest [kg/m^3]
  ColumnTable particles;

  BlockRuns<Dim> runs;        ///< valid while is_sorted
  bool is_sorted = false;     ///< every particle is within reach of the block it is listed under
  double max_speed = 0;       ///< [m/s], of the current state
  double max_wave_speed = 0;  ///< [m/s]

  LawAt<Dim, Real> law_at = {};  ///< what the law is at a place, where it varies; else empty
  double max_viscosity = 0;      ///< [Pa s]
  double separation_ratio = 0;   ///< J^c in place of the law's own [-]; 0: the law's
  std::optional<Emitter> emitter = {};
  std::uint64_t next_batch = 0;  ///< of the emitter
  Index emitted = 0;             ///< particles so far

  std::unique_ptr<ElementBody<Dim>> elements = {};  ///< between its particles, which then have no stress
};

template <int Dim, class Real>
using MpmBodies = std::vector<MpmBody<Dim, Real>>;

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

/// What has come and gone, and the work of what moves material, since the start.
struct MpmCounters {
  std::uint64_t next_id = 0;
  Index removed = 0, inserted = 0, merged = 0;  ///< particles
  Index passed = 0;                             ///< particles that came into a collider in spite of it
  double boundary_work = 0;                     ///< by moving colliders, held regions and nozzles [J]
  double load_work = 0;                         ///< by gravity and other forces [J]
  double mass_emitted = 0, mass_removed = 0;    ///< [kg]
  double energy_emitted = 0;                    ///< of particles when they came [J]
  double energy_removed = 0;                    ///< of particles when kill zones took them [J]
  double occupied_volume = 0;     ///< by the fill of the grid, when it was last looked at [m^Dim]
  double since_volumes = 0;       ///< time since volumes of liquids were last compared with the grid [s]
  Index steps_since_volumes = 0;  ///< the same in steps
};

/// The grid of one step: which blocks exist, which particles belong to them, what the nodes hold.
template <int Dim, class Real>
struct MpmGrid {
  GridTopology<Dim> topology;
  SourceRanges ranges;
  GridFields<Dim, Real> fields;
};

/// What a new particle needs.
template <int Dim>
struct NewParticle {
  std::uint64_t id;
  Vec<Dim, double> x, v;
  Mat<Dim, double> grad_v;
  double volume;  ///< [m^Dim]
};

/// New particles in order, made a part at a time: all of them at once would take as much memory as the body.
template <int Dim>
struct NewParticles {
  using Make = std::function<std::vector<NewParticle<Dim>>(Index begin, Index end)>;
  Index count;
  Make make;

  NewParticles(Index of, Make by) : count(of), make(std::move(by)) {}
};

template <int Dim, class Real>
struct MpmState {
  MpmSettings<Dim> settings;
  MpmBodies<Dim, Real> bodies;
  MpmCounters counters;
  std::vector<ResampledGroup> resampled;
  MpmGrid<Dim, Real> grid;
  StageClock clock;
  RigidBodies rigid;  ///< colliders that move by themselves

  explicit MpmState(MpmSettings<Dim> of);
};

/// Every file of this room ends with the instances of what it defines, for which INSTANCE(Dim, Real) is a
/// macro of its own.
#define FROTH_FOR_EVERY_MPM(INSTANCE) \
  INSTANCE(2, float) INSTANCE(2, double) INSTANCE(3, float) INSTANCE(3, double)

// --- Making a state -------------------------------------------------------------------------------------

/// Adds a body at rest strain. Where `law_at` is given, every particle keeps the law of the place where it
/// starts; `law` then only says which law it is.
template <int Dim, class Real>
void add_body(MpmState<Dim, Real>& state, std::string name, const std::type_identity_t<Law<Dim, Real>>& law,
              double density, const std::vector<NewParticle<Dim>>& particles,
              std::type_identity_t<LawAt<Dim, Real>> law_at = {});
template <int Dim, class Real>
void add_body(MpmState<Dim, Real>& state, std::string name, const std::type_identity_t<Law<Dim, Real>>& law,
              double density, const NewParticles<Dim>& particles,
              std::type_identity_t<LawAt<Dim, Real>> law_at = {});

/// J^c of [Fei2021], Eq. (5), for a body that has been added, in place of its law's own.
template <int Dim, class Real>
void set_separation_ratio(MpmState<Dim, Real>& state, std::size_t body, double ratio);

/// Makes a body that has been added, usually an empty one, grow. Material in the nozzle of a flow is held
/// at the velocity of the flow while that lasts.
template <int Dim, class Real>
void add_emitter(MpmState<Dim, Real>& state, std::size_t body, Emitter emitter);

/// Fills voids between the particles of these bodies, and merges what has come too close, from now on.
template <int Dim, class Real>
void add_resampling(MpmState<Dim, Real>& state, std::vector<std::size_t> bodies,
                    const ResamplingSettings& settings);

/// Adds a column of a body's particles, what `share` is where they are now; returns how many are not zero.
/// It is averaged by mass, so that resampling keeps the sum of mass times share.
template <int Dim, class Real>
Index add_share(MpmState<Dim, Real>& state, std::size_t body, const std::string& column,
                const std::string& unit, const std::function<double(const Vec3<double>&)>& share);

/// Makes particles of a body, added in the order of vertices, the vertices of elements; the body's law is
/// then that of the elements.
template <int Dim, class Real>
void add_elements(MpmState<Dim, Real>& state, std::size_t body, std::unique_ptr<ElementBody<Dim>> elements);

/// Rest volumes of these bodies by the density of the grid, all bodies counted, in place of those that
/// their particles came with: before the first step.
template <int Dim, class Real>
void take_grid_volumes(MpmState<Dim, Real>& state, const std::vector<std::size_t>& bodies);

// --- Saving it --------------------------------------------------------------------------------------------

template <int Dim, class Real>
void save(const MpmState<Dim, Real>& state, BinaryWriter& out);
/// Restores a saved state of the same scene; throws InputError where it is of another.
template <int Dim, class Real>
void load(MpmState<Dim, Real>& state, BinaryReader& in);
/// Memory held [bytes].
template <int Dim, class Real>
std::size_t bytes(const MpmState<Dim, Real>& state);

}  // namespace froth

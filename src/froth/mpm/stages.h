// SPDX-License-Identifier: Apache-2.0
// The stages of a step of a material point method, in order. What a stage reads and writes is its signature:
// const is read, the rest is written. p2g and g2p, and the same taken apart, are in transfer/.
//   emit_particles  push_particles  sort_particles  activate_grid  keep_volume  p2g  update_grid (forces,
//   contact)  g2p  update_material  remove_particles  remove_thin  resample_particles
// Where there are rigid bodies: load_rigid first, meet_rigid before and carry_rigid after update_grid, and
// move_rigid after g2p.
// Source: [Sulsky1994]; [Fei2021], section 3; each stage's file names its own.
#pragma once

#include <froth/interface/step_report.h>
#include <froth/mpm/state.h>

namespace froth {

/// Appends the batches of emitters that are due at `time`.
template <int Dim, class Real>
StepReport emit_particles(const MpmSettings<Dim>& settings, MpmBodies<Dim, Real>& bodies,
                          MpmCounters& counters, double time);

/// Adds the impulse of forces on single bodies and regions to the velocity of their particles, and their
/// work.
template <int Dim, class Real>
void push_particles(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                    MpmCounters& counters);

/// Puts bodies into canonical order; only where a particle has left the reach of its block's tile.
template <int Dim, class Real>
void sort_particles(const Lattice<Dim>& lattice, MpmBodies<Dim, Real>& bodies);

/// Finds the blocks that sorted bodies touch and which particles scatter from each.
template <int Dim, class Real>
void activate_grid(const Lattice<Dim>& lattice, const MpmBodies<Dim, Real>& bodies, MpmGrid<Dim, Real>& grid);

/// Colliders, held regions and flowing nozzles at the end of the step from `time` on.
template <int Dim, class Real>
PosedObstacles obstacles_at_end(const Obstacles& obstacles, const MpmBodies<Dim, Real>& bodies, double time,
                                double dt, const RigidBodies& rigid = {});

/// Lets J and places of liquids follow the fill of the active grid, every few steps; where a particle thereby
/// leaves the reach of its block, sorts and activates again.
template <int Dim, class Real>
void keep_volume(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                 MpmGrid<Dim, Real>& grid, MpmCounters& counters, const RigidBodies& rigid = {});

/// What the transfers of this step read; it points to grid and obstacles.
template <int Dim, class Real>
TransferJob<Dim, Real> transfer_job(const MpmSettings<Dim>& settings, MpmBodies<Dim, Real>& bodies,
                                    const MpmGrid<Dim, Real>& grid, const PosedObstacles& obstacles,
                                    double dt);

/// Momentum to velocity on all nodes, gravity and other forces, contact; adds the work that these and
/// obstacles did, and what rigid bodies get.
template <int Dim, class Real>
void update_grid(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double time, double dt,
                 MpmGrid<Dim, Real>& grid, MpmCounters& counters, std::span<RigidImpulse> impulses = {});

/// Moves the particles: g2p, and what it found out about each body.
template <int Dim, class Real>
StepReport move_particles(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid, double time,
                          MpmBodies<Dim, Real>& bodies, MpmCounters& counters);

/// Whether a body has elements.
template <int Dim, class Real>
bool has_elements(const MpmBodies<Dim, Real>& bodies);
/// Learns where vertices are; those in held regions get the velocity of these.
template <int Dim, class Real>
void hold_elements(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                   MpmCounters& counters);
/// The same, and finds the impulses of elements on their vertices.
template <int Dim, class Real>
void step_elements(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                   MpmCounters& counters);
/// Adds these impulses to the nodes, after p2g.
template <int Dim, class Real>
void scatter_elements(const MpmSettings<Dim>& settings, const TransferJob<Dim, Real>& job,
                      MpmBodies<Dim, Real>& bodies, MpmGrid<Dim, Real>& grid);
/// Counts the work of who holds vertices on what these leave on the nodes, before the gather.
template <int Dim, class Real>
void let_go_of_nodes(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double dt,
                     const MpmBodies<Dim, Real>& bodies, const MpmGrid<Dim, Real>& grid,
                     MpmCounters& counters);
/// Lets elements follow their vertices, after these have moved.
template <int Dim, class Real>
StepReport follow_elements(const MpmSettings<Dim>& settings, double time, double dt,
                           MpmBodies<Dim, Real>& bodies, MpmCounters& counters);
/// The volume ratio of vertices by the velocity gradient that they gathered.
template <int Dim, class Real>
void update_vertices(MpmBody<Dim, Real>& body, double dt);

/// Where the velocity gradient of a step comes from. A solve knows the strain that it ends with: a law whose
/// explicit update is only close to that (`solved`) takes the solve's.
enum class GradientOf : unsigned char { ExplicitStep, Solve };

/// Deforms every particle by the velocity gradient that it gathered, and lets its law respond.
template <int Dim, class Real>
StepReport update_material(MpmBodies<Dim, Real>& bodies, double time, double dt,
                           GradientOf gradient = GradientOf::ExplicitStep);

/// Removes what is in a kill zone at `time`.
template <int Dim, class Real>
void remove_particles(const MpmSettings<Dim>& settings, double time, MpmBodies<Dim, Real>& bodies,
                      MpmCounters& counters);

/// Whether a group asks for remove_thin.
bool removes_thin(const std::vector<ResampledGroup>& groups);
/// Removes torn particles whose neighbourhood the grid does not resolve, in groups that ask for it.
template <int Dim, class Real>
void remove_thin(const Lattice<Dim>& lattice, const std::vector<ResampledGroup>& groups,
                 MpmBodies<Dim, Real>& bodies, MpmCounters& counters);

/// Fills voids and merges, in groups where it is due.
template <int Dim, class Real>
StepReport resample_particles(const Lattice<Dim>& lattice, double time, double dt,
                              std::vector<ResampledGroup>& groups, MpmBodies<Dim, Real>& bodies,
                              MpmCounters& counters);

// --- Rigid bodies
// -----------------------------------------------------------------------------------------

/// Loads of the step on rigid bodies.
template <int Dim>
void load_rigid(const MpmSettings<Dim>& settings, double time, double dt, RigidBodies& rigid);

/// Lets rigid bodies collide, together with the material of the nodes that they touch, whose velocities after
/// the loads `grid` can tell. Poses the obstacles anew.
template <int Dim, class Real>
void meet_rigid(const MpmSettings<Dim>& settings, double time, double dt, const MpmGrid<Dim, Real>& grid,
                RigidBodies& rigid, PosedObstacles& obstacles, MpmCounters& counters);

/// Gives rigid bodies what nodes lost to them, and poses the obstacles anew, for good.
template <int Dim>
void carry_rigid(const MpmSettings<Dim>& settings, double time, double dt,
                 std::span<const RigidImpulse> impulses, RigidBodies& rigid, PosedObstacles& obstacles);

/// Moves rigid bodies, and gives them what particles lost to them on their way.
void move_rigid(double dt, std::span<const RigidImpulse> impulses, RigidBodies& rigid, MpmCounters& counters);

// --- What stages share
// --------------------------------------------------------------------------------------

/// New particles at rest strain, with the stress that the next scatter and the wave speed that the next step
/// need.
template <int Dim, class Real>
StepReport append_particles(const Lattice<Dim>& lattice, const std::vector<NewParticle<Dim>>& particles,
                            double time, MpmBody<Dim, Real>& body, MpmCounters& counters);

/// Particles from slot `first` on deform and respond, or with `dt` zero only respond.
template <int Dim, class Real>
StepReport respond_from(MpmBody<Dim, Real>& body, Index first, double time, double dt,
                        GradientOf gradient = GradientOf::ExplicitStep);

/// Removes the particles of these slots, given in order, and counts them. Those that stay keep their order,
/// so that the runs only shrink.
template <int Dim, class Real>
void remove_slots(const std::vector<std::uint32_t>& gone, MpmBody<Dim, Real>& body, MpmCounters& counters);
/// Takes these slots, given in order, out of a table.
void drop_slots(const std::vector<std::uint32_t>& gone, ColumnTable& particles);

/// Largest viscosity of a body's particles [Pa s]; of its law where that is one for all.
template <int Dim, class Real>
double largest_viscosity(const MpmBody<Dim, Real>& body);

/// The failure of a step because of one particle: `what` is what it did.
template <int Dim, class Real>
StepReport lost_particle(const MpmBody<Dim, Real>& body, Index slot, double time, std::string_view what);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Source: [Gast2015], section 5; each stage's file names its own.
#include <froth/solvers/implicit_mpm/implicit_mpm.h>

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include <froth/mpm/node_loads.h>
#include <froth/mpm/stages.h>
#include <froth/mpm/vertex_contact.h>
#include <froth/solvers/implicit_mpm/node_velocities.h>

namespace froth {

namespace {

/// Velocities of particles, to be put back where a step fails after forces have pushed them.
template <int Dim, class Real>
class KeptVelocities {
 public:
  explicit KeptVelocities(const MpmBodies<Dim, Real>& bodies) {
    for (const MpmBody<Dim, Real>& body : bodies)
      for (int d = 0; d < Dim; ++d) {
        const Real* v = body.particles.template plane<Real>("v", d);
        planes_.emplace_back(v, v + body.particles.count());
      }
  }
  void put_back(MpmBodies<Dim, Real>& bodies) const {
    auto plane = planes_.begin();
    for (MpmBody<Dim, Real>& body : bodies)
      for (int d = 0; d < Dim; ++d, ++plane)
        std::copy(plane->begin(), plane->end(), body.particles.template plane<Real>("v", d));
  }

 private:
  std::vector<std::vector<Real>> planes_;
};

/// Of the lightest particle [kg].
template <int Dim, class Real>
double least_mass(const MpmBodies<Dim, Real>& bodies) {
  double least = std::numeric_limits<double>::infinity();
  for (const MpmBody<Dim, Real>& body : bodies) {
    const Real* mass = body.particles.template plane<Real>("mass");
    least = ordered_reduce(
        body.particles.count(), least,
        [&](const Chunk& c) {
          double part = std::numeric_limits<double>::infinity();
          for (Index s = c.begin; s < c.end; ++s) part = std::min(part, double(mass[s]));
          return part;
        },
        [](double a, double b) { return std::min(a, b); });
  }
  return least;
}

}  // namespace

/// Where a scene has no gravity a solve finds a scale of its own.
template <int Dim, class Real>
double ImplicitMpm<Dim, Real>::tolerance(double dt) const {
  if (implicit_.tolerance > 0) return implicit_.tolerance;
  return implicit_.weight_share * norm(this->state_.settings.gravity) * dt;
}

template <int Dim, class Real>
StepReport ImplicitMpm<Dim, Real>::advance(double time, double dt) {
  auto& [settings, bodies, counters, resampled, grid, clock, rigid] = this->state_;
  const auto stage = [&clock = clock](const char* name, auto&& run) {
    const StageClock::Scope scope(clock, name);
    return run();
  };
  const Lattice<Dim>& lattice = settings.lattice;
  const double end = time + dt;
  is_kept_ = false;

  StepReport report = stage("emit", [&] { return emit_particles(settings, bodies, counters, time); });
  if (!report.ok()) return report;
  stage("sort", [&] { sort_particles(lattice, bodies); });
  stage("grid", [&] { activate_grid(lattice, bodies, grid); });
  const MpmCounters at_start = counters;
  if (time != volumes_kept_)  // not again where this step has failed and is tried once more
    stage("volume", [&] { keep_volume(settings, time, dt, bodies, grid, counters, rigid); });
  const bool kept_volumes = counters.steps_since_volumes < at_start.steps_since_volumes;
  const MpmCounters before = kept_volumes ? counters : at_start;
  const bool has_meshes = has_elements(bodies);
  std::optional<KeptVelocities<Dim, Real>> kept;
  if (has_meshes || !settings.particle_forces.empty()) kept.emplace(bodies);
  if (!settings.particle_forces.empty())
    stage("forces", [&] { push_particles(settings, time, dt, bodies, counters); });
  if (has_meshes) stage("elements", [&] { hold_elements(settings, time, dt, bodies, counters); });

  const bool has_rigid = !rigid.is_empty();
  const RigidBodies rigid_before = rigid;
  if (has_rigid) load_rigid(settings, time, dt, rigid);
  PosedObstacles obstacles = obstacles_at_end(settings.obstacles, bodies, time, dt, rigid);
  TransferJob<Dim, Real> job = transfer_job(settings, bodies, grid, obstacles, dt);
  stage("p2g", [&] { scatter_momentum(job, grid.fields); });
  std::vector<RigidImpulse> of_nodes(rigid.count()), of_particles(rigid.count());
  job.settings.impulses = of_particles;
  const StepReport solved = has_rigid ? solve_with_rigid(time, dt, obstacles, job, of_nodes)
                                      : solve(time, dt, obstacles, job, of_nodes);  // clocks of their own
  if (!solved.ok()) {
    counters = before;
    rigid = rigid_before;
    if (kept_volumes) volumes_kept_ = time;
    if (kept) kept->put_back(bodies);
    is_kept_ = true;
    return solved;
  }
  if (has_rigid) carry_rigid(settings, time, dt, of_nodes, rigid, obstacles);
  if (has_meshes)
    stage("elements", [&] { let_go_of_nodes(settings, obstacles, dt, bodies, grid, counters); });
  report = stage("g2p", [&] { return move_particles(job, grid.fields, time, bodies, counters); });
  if (!report.ok()) return report;
  if (has_rigid) move_rigid(dt, of_particles, rigid, counters);
  if (has_meshes) {
    report = stage("elements", [&] { return follow_elements(settings, end, dt, bodies, counters); });
    if (!report.ok()) return report;
  }
  report = stage("material", [&] { return update_material(bodies, time, dt, GradientOf::Solve); });
  if (!report.ok()) return report;
  if (!settings.obstacles.kill_zones.empty())
    stage("remove", [&] { remove_particles(settings, end, bodies, counters); });
  if (removes_thin(resampled)) stage("remove", [&] { remove_thin(lattice, resampled, bodies, counters); });
  if (!resampled.empty())
    report =
        stage("resample", [&] { return resample_particles(lattice, end, dt, resampled, bodies, counters); });
  report.iterations = solved.iterations, report.residual = solved.residual;
  return report;
}

template <int Dim, class Real>
StepReport ImplicitMpm<Dim, Real>::solve(double time, double dt, const PosedObstacles& obstacles,
                                         TransferJob<Dim, Real>& job, std::span<RigidImpulse> impulses) {
  auto& [settings, bodies, counters, resampled, grid, clock, rigid] = this->state_;
  NodeField<Dim, Real> before, free, v;
  start_velocities(settings, time, dt, grid, before, free);
  NodeContacts<Dim, Real> contacts(
      constrain_nodes(settings.lattice, obstacles, grid, settings.tight_colliders));
  std::vector<std::unique_ptr<BodyResponse<Dim, Real>>> responses;
  for (const MpmBody<Dim, Real>& body : bodies) responses.push_back(make_response(body, dt));
  ElementResponse<Dim, Real> elements(job, grid.fields, bodies);
  push_manifolds(job, bodies, free);
  elements.carry_held(dt * gravity_at(settings, time), free);
  StepProblem<Dim, Real> problem(job, grid.fields, free, responses, contacts, &elements);
  v = problem.make_field();

  const NewtonReport newton = minimise(problem, implicit_, tolerance(dt), before, v, clock);
  solves_.newton += newton.newton, solves_.cg += newton.cg, solves_.projections += newton.projections;
  if (!newton.converged())
    return reject(newton.rejection,
                  fmt::format("the implicit step from t = {:.6g} s of {:.3g} s was not solved: {}", time, dt,
                              newton.reason));
  const double lightest = least_mass(bodies);
  const double cells = most_cells(problem.open(), v, free, lightest, dt / settings.lattice.dx);
  if (cells > implicit_.most_cells)
    return reject(Rejection::TooFar,
                  fmt::format("material would move {:.3g} cells in the step from t = {:.6g} s of {:.3g} s, "
                              "more than solver.most_cells = {:g}",
                              cells, time, dt, implicit_.most_cells));
  // A particle that has its nodes to itself may go farther than that bound, since no weight is above its
  // share of a corner's 2^Dim nodes; and some schemes add a velocity of a particle's own. Neither is a fault.
  const double farthest = double(1 << Dim) * implicit_.most_cells + 1;
  job.settings.most_cells = std::max(job.settings.most_cells, farthest);
  const double reach = most_cells(problem.open(), v, free, lightest / (1 << Dim), dt / settings.lattice.dx);
  job.settings.reach = std::max(job.settings.reach, reach * settings.lattice.dx);
  if (contacts.has_motion()) {
    NodeField<Dim, Real> g = problem.make_field();
    problem.evaluate(v);
    problem.gradient(v, g);
    counters.boundary_work += contacts.work(g, impulses);
  }
  counters.boundary_work += elements.work_of_holders();
  solves_.inside_out += !newton.is_feasible;
  counters.load_work += finish_velocities(settings, time, dt, v, before, free, grid);
  return {.status = StepStatus::Done, .iterations = newton.cg, .residual = newton.residual, .reason = {}};
}

template <int Dim, class Real>
StepReport ImplicitMpm<Dim, Real>::reject(Rejection why, std::string reason) {
  solves_.infeasible += why == Rejection::Infeasible;
  solves_.unsolved += why == Rejection::Unsolved;
  solves_.too_far += why == Rejection::TooFar;
  return StepReport::failure(std::move(reason));
}

template <int Dim, class Real>
Totals ImplicitMpm<Dim, Real>::totals(double time) const {
  Totals totals = MpmSolver<Dim, Real>::totals(time);
  const auto add = [&](std::string_view name, std::int64_t count) {
    totals.add({name, "-", double(count), true});
  };
  add("newton_iterations", solves_.newton);  // since the start, as all of these
  add("cg_iterations", solves_.cg);
  add("cut_hessians", solves_.projections);
  add("rejected_infeasible", solves_.infeasible);
  add("rejected_unsolved", solves_.unsolved);
  add("rejected_too_far", solves_.too_far);
  if (!implicit_.keeps_feasible) add("accepted_infeasible", solves_.inside_out);
  return totals;
}

template <int Dim, class Real>
void ImplicitMpm<Dim, Real>::save(BinaryWriter& out) const {
  MpmSolver<Dim, Real>::save(out);
  out.section("solves", [&](BinaryWriter& to) { to.put(solves_); });
}

template <int Dim, class Real>
void ImplicitMpm<Dim, Real>::load(BinaryReader& in) {
  MpmSolver<Dim, Real>::load(in);
  in.section("solves", [&](BinaryReader& from) { solves_ = from.get<SolveCounters>(); });
}

template class ImplicitMpm<2, float>;
template class ImplicitMpm<2, double>;
template class ImplicitMpm<3, float>;
template class ImplicitMpm<3, double>;

}  // namespace froth

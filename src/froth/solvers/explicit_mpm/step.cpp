// SPDX-License-Identifier: Apache-2.0
// Source: [Fei2021], section 3; each stage's file names its own.
#include <froth/mpm/stages.h>
#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::advance(double time, double dt) {
  auto& [settings, bodies, counters, resampled, grid, clock, rigid] = this->state_;
  const auto stage = [&clock = clock](const char* name, auto&& run) {
    const StageClock::Scope scope(clock, name);
    return run();
  };
  const Lattice<Dim>& lattice = settings.lattice;
  const double end = time + dt;
  StepReport report;

  report = stage("emit", [&] { return emit_particles(settings, bodies, counters, time); });
  if (!report.ok()) return report;
  if (!settings.particle_forces.empty())
    stage("forces", [&] { push_particles(settings, time, dt, bodies, counters); });
  stage("sort", [&] { sort_particles(lattice, bodies); });
  stage("grid", [&] { activate_grid(lattice, bodies, grid); });
  stage("volume", [&] { keep_volume(settings, time, dt, bodies, grid, counters, rigid); });

  const bool has_rigid = !rigid.is_empty();
  if (has_rigid) load_rigid(settings, time, dt, rigid);
  PosedObstacles obstacles = obstacles_at_end(settings.obstacles, bodies, time, dt, rigid);
  TransferJob<Dim, Real> job = transfer_job(settings, bodies, grid, obstacles, dt);
  const bool has_meshes = has_elements(bodies);
  if (has_meshes) stage("elements", [&] { step_elements(settings, time, dt, bodies, counters); });
  stage("p2g", [&] { p2g(job, grid.fields); });
  if (has_meshes) stage("elements", [&] { scatter_elements(settings, job, bodies, grid); });
  std::vector<RigidImpulse> of_nodes(rigid.count()), of_particles(rigid.count());
  job.settings.impulses = of_particles;
  if (has_rigid) stage("rigid", [&] { meet_rigid(settings, time, dt, grid, rigid, obstacles, counters); });
  stage("grid", [&] { update_grid(settings, obstacles, time, dt, grid, counters, of_nodes); });
  if (has_rigid) stage("rigid", [&] { carry_rigid(settings, time, dt, of_nodes, rigid, obstacles); });
  if (has_meshes)
    stage("elements", [&] { let_go_of_nodes(settings, obstacles, dt, bodies, grid, counters); });
  report = stage("g2p", [&] { return move_particles(job, grid.fields, time, bodies, counters); });
  if (!report.ok()) return report;
  if (has_rigid) stage("rigid", [&] { move_rigid(dt, of_particles, rigid, counters); });
  if (has_meshes)
    report = stage("elements", [&] { return follow_elements(settings, end, dt, bodies, counters); });
  if (!report.ok()) return report;

  report = stage("material", [&] { return update_material(bodies, time, dt); });
  if (!report.ok()) return report;
  if (!settings.obstacles.kill_zones.empty())
    stage("remove", [&] { remove_particles(settings, end, bodies, counters); });
  if (resampled.empty()) return report;
  if (removes_thin(resampled)) stage("remove", [&] { remove_thin(lattice, resampled, bodies, counters); });
  return stage("resample", [&] { return resample_particles(lattice, end, dt, resampled, bodies, counters); });
}

template class ExplicitMpm<2, float>;
template class ExplicitMpm<2, double>;
template class ExplicitMpm<3, float>;
template class ExplicitMpm<3, double>;

}  // namespace froth

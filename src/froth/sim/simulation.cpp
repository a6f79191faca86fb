// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/simulation.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/scene/build.h>
#include <froth/scene/check_start.h>

namespace froth {

std::string describe(const TimeStepLimit& limit) {
  if (!limit.obstacle.empty()) return fmt::format("the {} of {}", limit.reason, limit.obstacle);
  if (limit.body.empty()) return limit.reason;
  return fmt::format("the {} of body \"{}\" ({})", limit.reason, limit.body, limit.law);
}

Simulation::Simulation(Scene scene) : scene_(std::move(scene)), solver_(build_solver(scene_)) {}

TimeStepLimit Simulation::next_step() const {
  TimeStepLimit limit = solver_->time_step_limit(progress_.time);
  if (scene_.solver.dt > 0)
    limit = {scene_.solver.dt, {}, {}, {}, "solver.dt"};
  else if (scene_.solver.max_dt > 0 && scene_.solver.max_dt < limit.dt)
    limit = {scene_.solver.max_dt, {}, {}, {}, "solver.max_dt"};
  const double remaining = frame_end() - progress_.time;
  if (!(limit.dt < remaining))
    return {remaining, {}, {}, {}, scene_.solver.dt > 0 ? limit.reason : "the frame rate"};
  // Equal steps to the end of the frame; the tolerance keeps rounding from adding a step.
  const double steps = std::ceil(remaining / limit.dt - 1e-6);
  limit.dt = remaining / steps;
  return limit;
}

std::vector<std::string> Simulation::warnings() const {
  std::vector<std::string> all = resampling_warnings(scene_);
  const TimeStepLimit stable = solver_->time_step_limit(progress_.time);
  if (next_step().dt > 1.01 * stable.dt)
    all.push_back(
        fmt::format("warning: {} allows only {:.4g} s; expect trouble", describe(stable), stable.dt));
  return all;
}

void Simulation::step() {
  const TimeStepLimit limit = next_step();
  const double end = frame_end();
  if (!(limit.dt > 1e-9 / scene_.frame_rate))
    throw SimulationError(fmt::format(
        "step {} would shrink to {:.3g} s at t = {:.6g} s, set by {}; it is too stiff, too fast or too "
        "small to go on",
        progress_.step + 1, limit.dt, progress_.time, describe(limit)));
  const StepReport report = solver_->advance(progress_.time, limit.dt);
  if (!report.ok())
    throw SimulationError(
        fmt::format("{}, in step {} of {:.3g} s set by {}; try a smaller solver.dt or solver.cfl",
                    report.reason, progress_.step + 1, limit.dt, describe(limit)));
  progress_.step += 1;
  progress_.dt = limit.dt;
  progress_.time += limit.dt;
  if (end - progress_.time < 0.5 * limit.dt) {
    progress_.frame += 1;
    progress_.time = progress_.frame / scene_.frame_rate;
  }
}

void Simulation::advance_frame() {
  for (const int frame = progress_.frame; progress_.frame == frame;) step();
}

void Simulation::save(BinaryWriter& out) const {
  out.put(progress_.frame);
  out.put(progress_.step);
  out.put(progress_.time);
  out.put(progress_.dt);
  solver_->save(out);
}

void Simulation::load(BinaryReader& in) {
  progress_.frame = in.get<int>();
  progress_.step = in.get<std::int64_t>();
  progress_.time = in.get<double>();
  progress_.dt = in.get<double>();
  solver_->load(in);
  if (!in.at_end()) throw InputError("the saved state goes on behind its end");
}

}  // namespace froth

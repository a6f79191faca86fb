// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/simulation.h>

#include <algorithm>
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

namespace {

/// The guard looks at least this often within a frame, because a run that goes wrong takes ever shorter
/// steps.
constexpr std::int64_t kStepsBetweenLooks = 1000;

/// Slower than a thousandth of the distance between particles in a frame, nothing is seen to move [m/s].
double stillness(const Scene& scene) {
  double spacing = 0;
  for (const BodySpec& body : scene.bodies)
    spacing = spacing > 0 ? std::min(spacing, body.spacing) : body.spacing;
  return 1e-3 * spacing * scene.frame_rate;
}

}  // namespace

Simulation::Simulation(Scene scene)
    : scene_(std::move(scene)), solver_(build_solver(scene_)), guard_(scene_.guard, stillness(scene_)) {}

Simulation::Simulation(Scene scene, std::unique_ptr<Solver> solver)
    : scene_(std::move(scene)), solver_(std::move(solver)), guard_(scene_.guard, stillness(scene_)) {}

/// A step that divides the frame, so many times halved.
TimeStepLimit Simulation::halved(TimeStepLimit limit) const {
  const double frame = 1 / scene_.frame_rate;
  const double steps = std::max(1.0, std::ceil(frame / limit.dt - 1e-6));
  limit.dt = std::ldexp(frame / steps, -progress_.halvings);
  return limit;
}

TimeStepLimit Simulation::next_step() const {
  TimeStepLimit limit = solver_->time_step_limit(progress_.time);
  if (scene_.solver.dt > 0)
    limit = {scene_.solver.dt, {}, {}, {}, "solver.dt"};
  else if (scene_.solver.max_dt > 0 && scene_.solver.max_dt < limit.dt)
    limit = {scene_.solver.max_dt, {}, {}, {}, "solver.max_dt"};
  if (progress_.halvings > 0) limit = halved(limit);
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
  for (std::string& warning : collider_warnings(scene_)) all.push_back(std::move(warning));
  const TimeStepLimit stable = solver_->time_step_limit(progress_.time);
  if (next_step().dt > 1.01 * stable.dt)
    all.push_back(
        fmt::format("warning: {} allows only {:.4g} s; expect trouble", describe(stable), stable.dt));
  return all;
}

StepReport Simulation::advance(const TimeStepLimit& next) {
  if (is_too_short(next.dt))
    return StepReport::failure(
        fmt::format("step {} would shrink to {:.3g} s at t = {:.6g} s, set by {}; it is too stiff, too fast "
                    "or too small to go on",
                    progress_.step + 1, next.dt, progress_.time, describe(next)));
  return solver_->advance(progress_.time, next.dt);
}

void Simulation::step(const TimeStepLimit& next) {
  begin_watch();
  if (keeps_frame_start_ && progress_.step == progress_.frame_step && progress_.halvings == 0)
    copy_frame_start();
  TimeStepLimit taken = next;
  tries_ = 0;
  report_ = advance(taken);
  if (!report_.ok() && solver_->after_failure() == AfterFailure::StateIsKept) retry_from_step(taken);
  if (!report_.ok()) {
    if (!go_back()) give_up(taken);
    return;
  }
  finish_step(taken.dt);
  watch();
}

/// The guard's reference is the state before the first step, whoever takes it.
void Simulation::begin_watch() {
  if (guard_.is_on() && !guard_.has_begun()) guard_.begin(totals());
  totals_.reset();
}

/// At every frame, and now and then within one.
void Simulation::watch() {
  const std::int64_t steps = progress_.step - progress_.frame_step;  // of the frame; 0 at its end
  if (guard_.is_on() && steps % kStepsBetweenLooks == 0) {
    totals_ = solver_->totals(progress_.time);
    const Guard::Verdict verdict = guard_.look(*totals_);
    const std::string when =
        fmt::format("at t = {:.6g} s (frame {}, step {}) ", progress_.time, progress_.frame, progress_.step);
    for (const std::string& warning : verdict.warnings) say("warning: " + when + warning);
    if (!verdict.stop.empty()) throw SimulationError(when + verdict.stop);
  }
  if (steps > 0 || (guard_.is_on() && guard_.has_warned())) return;
  progress_.sound_frame = progress_.frame;
  progress_.sound_step = progress_.step;
}

/// The solver has kept the state: the step that was shortened is this one alone.
void Simulation::retry_from_step(TimeStepLimit& next) {
  while (!report_.ok() && tries_ < scene_.solver.retries && !is_too_short(next.dt / 2)) {
    next.dt /= 2;
    progress_.retries += 1;
    say(fmt::format("step {} failed: {}; trying again with half the step ({} of {})", progress_.step + 1,
                    report_.reason, ++tries_, scene_.solver.retries));
    report_ = advance(next);
  }
}

/// The state is lost: back to the last frame, where somebody has kept it.
bool Simulation::go_back() {
  const bool is_kept = solver_->after_failure() == AfterFailure::StateIsKept;
  if (is_kept || (!load_frame_ && frame_start_.empty())) return false;
  if (progress_.halvings >= scene_.solver.retries) return false;
  const Progress failed = progress_;
  load_last_frame();
  FROTH_CHECK(progress_.frame == failed.frame && progress_.step == failed.frame_step,
              "a failed step went back to another frame");
  progress_.halvings = failed.halvings + 1;
  progress_.retries = failed.retries + 1;
  say(fmt::format("step {} failed: {}; going back to frame {} with half the step ({} of {})", failed.step + 1,
                  report_.reason, failed.frame, progress_.halvings, scene_.solver.retries));
  return true;
}

void Simulation::load_last_frame() {
  if (load_frame_) return load_frame_(*this);
  std::string copy;
  copy.swap(frame_start_);
  BinaryReader in(copy);
  load(in);
  frame_start_.swap(copy);
}

void Simulation::copy_frame_start() {
  struct Appending : ByteSink {
    explicit Appending(std::string& text) : to(text) {}
    void write(const void* data, std::size_t size) override {
      to.append(static_cast<const char*>(data), size);
    }
    std::string& to;
  };
  const bool is_first = progress_.frame == 0;
  frame_start_.clear();
  frame_start_.reserve(BinaryWriter::size_of([this](BinaryWriter& to) { save(to); }));
  Appending sink(frame_start_);
  BinaryWriter out(sink);
  save(out);
  if (is_first)
    say(fmt::format("keeping a copy of every frame's start, {} bytes, for steps that fail",
                    frame_start_.size()));
}

void Simulation::give_up(const TimeStepLimit& next) const {
  const int tries = 1 + tries_ + progress_.halvings;
  const std::string after = tries > 1 ? fmt::format(", after {} tries", tries) : std::string();
  if (is_too_short(next.dt)) throw SimulationError(report_.reason + after);
  throw SimulationError(
      fmt::format("{}, in step {} of {:.3g} s set by {}{}; try a smaller solver.dt or solver.cfl",
                  report_.reason, progress_.step + 1, next.dt, describe(next), after));
}

void Simulation::finish_step(double dt) {
  const double end = frame_end();
  progress_.step += 1;
  progress_.dt = dt;
  progress_.time += dt;
  if (end - progress_.time < 0.5 * dt) {
    progress_.frame += 1;
    progress_.time = progress_.frame / scene_.frame_rate;
    progress_.frame_step = progress_.step;
    progress_.halvings = 0;
  }
}

void Simulation::advance_frame() {
  for (const int frame = progress_.frame; progress_.frame == frame;) step();
}

void Simulation::save(BinaryWriter& out) const {
  out.section("progress", [&](BinaryWriter& to) {
    to.put(progress_.frame);
    to.put(progress_.step);
    to.put(progress_.time);
    to.put(progress_.dt);
    to.put(progress_.frame_step);
    to.put(progress_.halvings);
    to.put(progress_.retries);
    to.put(progress_.sound_frame);
    to.put(progress_.sound_step);
  });
  out.section("guard", [&](BinaryWriter& to) { guard_.save(to); });
  out.section("solver", [&](BinaryWriter& to) { solver_->save(to); });
}

void Simulation::load(BinaryReader& in) {
  frame_start_.clear();
  totals_.reset();
  in.section("progress", [&](BinaryReader& from) {
    progress_.frame = from.get<int>();
    progress_.step = from.get<std::int64_t>();
    progress_.time = from.get<double>();
    progress_.dt = from.get<double>();
    progress_.frame_step = from.get<std::int64_t>();
    progress_.halvings = from.get<int>();
    progress_.retries = from.get<std::int64_t>();
    progress_.sound_frame = from.get<int>();
    progress_.sound_step = from.get<std::int64_t>();
  });
  in.section("guard", [&](BinaryReader& from) { guard_.load(from); });
  in.section("solver", [&](BinaryReader& from) {
    solver_->load(from);
    from.refuse_more();
  });
  in.refuse_more();
}

}  // namespace froth

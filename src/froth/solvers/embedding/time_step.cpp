// SPDX-License-Identifier: Apache-2.0
// The longest step: two over the fastest frequency bounds kick, drift, kick; damping of stress is explicit,
// and colliders are asked where particles are, so that none may jump over another.
// Source: [Verlet1967], the linear stability of the Verlet scheme.
#include <limits>

#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

/// Iterations of the estimate, and the share by which it may be too low after so many.
constexpr int kPowerIterations = 16;
constexpr double kEstimateMargin = 1.1;
/// Share of list entries that change before the estimate is made anew.
constexpr double kChangedShare = 0.1;

}  // namespace

void EmbeddingSolver::update_frequency(EmbeddedBody& body) {
  const double entries = double(body.near.back.size());
  if (body.frequency > 0 && double(body.changes) < kChangedShare * entries) return;
  const StageClock::Scope scope(clock_, "step length");
  body.frequency = kEstimateMargin * largest_frequency(body, settings_.residual_stiffness, kPowerIterations);
  body.changes = 0;
}

TimeStepLimit EmbeddingSolver::time_step_limit(double) const {
  TimeStepLimit limit{
      .dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .obstacle = {}, .reason = {}};
  const auto take = [&](double dt, const EmbeddedBody& body, const char* reason) {
    if (dt < limit.dt) limit = {dt, body.name, EmbeddedLaw::name, {}, reason};
  };
  for (const EmbeddedBody& body : bodies_) {
    if (!(body.frequency > 0)) continue;
    take(settings_.cfl * 2 / body.frequency, body, "wave speed");
    double time = body.law.damping_time;
    for (const EmbeddedLaw& law : body.laws) time = std::max(time, law.damping_time);
    // Explicit damping of a mode takes time * frequency^2 off its velocity per second.
    if (time > 0) take(settings_.cfl * 2 / (time * body.frequency * body.frequency), body, "damping_time");
  }
  return limit;
}

}  // namespace froth

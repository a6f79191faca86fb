// SPDX-License-Identifier: Apache-2.0
// A solver whose every number is known in closed form and which fails on demand: one point in free fall,
// integrated exactly, that refuses steps which are too long from a given time on.
#pragma once

#include <froth/interface/solver.h>

namespace froth::test {

struct FailureRule {
  double from = 0, until = 0;  ///< steps that begin in here fail [s] ...
  double longest = 0;          ///< ... where they are longer than this [s]
  AfterFailure after = AfterFailure::StateIsLost;
};

class FallingPoint final : public Solver {
 public:
  FallingPoint(double dt, const FailureRule& rule) : dt_(dt), rule_(rule) {}

  int dim() const override { return 3; }
  std::vector<BodyView> bodies() const override {
    const auto component = [](const double value) {
      return [value](int k, std::span<double> values) { values[0] = k == 1 ? value : 0; };
    };
    const auto radius = [](int, std::span<double> values) { values[0] = 0.1; };
    return {{.name = "point",
             .law = {},
             .id = {&id_, 1},
             .fields = {{std::string(kPosition), "m", 3, component(y_)},
                        {std::string(kVelocity), "m/s", 3, component(v_)},
                        {std::string(kRadius), "m", 1, radius}}}};
  }
  TimeStepLimit time_step_limit(double) const override { return {dt_, {}, {}, {}, "a test"}; }

  /// Exact for constant acceleration; every step counts, so that abandoned ones would show.
  StepReport advance(double time, double dt) override {
    const bool fails = time >= rule_.from && time < rule_.until && dt > rule_.longest;
    if (fails && rule_.after == AfterFailure::StateIsKept) return StepReport::failure("the point refuses");
    y_ += dt * v_ - 0.5 * kGravity * dt * dt;
    v_ -= kGravity * dt;
    steps_ += 1;
    if (fails) y_ = 1e30;  // the state is lost
    if (fails) return StepReport::failure("the point refuses");
    return {.status = StepStatus::Done, .iterations = 3, .residual = dt, .reason = {}};
  }
  AfterFailure after_failure() const override { return rule_.after; }
  Totals totals(double) const override {
    return Totals({{"height", "m", y_}, {"speed", "m/s", v_}, {"kept_steps", "-", double(steps_), true}});
  }
  void save(BinaryWriter& out) const override {
    out.section("point", [&](BinaryWriter& to) { to.put(y_), to.put(v_), to.put(steps_); });
  }
  void load(BinaryReader& in) override {
    in.section("point", [&](BinaryReader& from) {
      y_ = from.get<double>(), v_ = from.get<double>(), steps_ = from.get<std::int64_t>();
    });
  }
  StageClock& clock() override { return clock_; }
  const StageClock& clock() const override { return clock_; }
  std::size_t bytes() const override { return sizeof(*this); }

  static constexpr double kGravity = 9.81;  ///< [m/s^2]

 private:
  double dt_;
  FailureRule rule_;
  std::uint64_t id_ = 0;
  double y_ = 0, v_ = 0;
  std::int64_t steps_ = 0;
  StageClock clock_;
};

}  // namespace froth::test

// SPDX-License-Identifier: Apache-2.0
#include <froth/rheometry/rheometer.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

#include <froth/base/error.h>
#include <froth/materials/respond.h>
#include <froth/rheometry/rheometer_forms.h>

namespace froth {

namespace {

constexpr int kCycles = 2;        // of an oscillation
constexpr int kRampShare = 4;     // one step in so many of a relaxation is for the shear
constexpr double kMaxStep = 0.5;  // strain of a step; beyond, (I + A) may turn inside out

double angular(const RheometerMotion& motion) { return 2 * std::numbers::pi * motion.frequency; }

struct Instant {
  double time, strain;
};

Instant instant(const RheometerMotion& motion, int k) {
  const double share = double(k) / motion.steps;
  if (motion.test == RheometerTest::Oscillation) {
    const double time = kCycles / motion.frequency * share;
    return {time, motion.strain * std::sin(angular(motion) * time)};
  }
  const double ramp_time = motion.strain / motion.rate;
  if (motion.test != RheometerTest::Relaxation) return {ramp_time * share, motion.strain * share};
  const int ramp = std::max(1, motion.steps / kRampShare);
  const double done = double(std::min(k, ramp)) / ramp;
  const double held = k > ramp ? double(k - ramp) / (motion.steps - ramp) : 0;
  return {ramp_time * done + motion.hold * held, motion.strain * done};
}

/// Velocity gradient for a unit of strain rate.
Mat3<double> direction(RheometerTest test) {
  Mat3<double> L{};
  if (test == RheometerTest::Extension)
    L(0, 0) = 1, L(1, 1) = L(2, 2) = -0.5;
  else if (test == RheometerTest::Compression)
    L(0, 0) = -1;
  else
    L(0, 1) = 1;
  return L;
}

double stress_of(RheometerTest test, const Sym3<double>& tau) {
  if (test == RheometerTest::Extension) return tau.xx - tau.yy;
  return test == RheometerTest::Compression ? -tau.xx : tau.xy;
}

/// A point of one law in the rheometer.
template <class L>
class Specimen {
 public:
  Specimen(const Law<3, double>& law, const RheometerMotion& motion)
      : any_(law), law_(std::get<L>(law)), motion_(motion), state_(L::rest()) {
    if (motion.pressure > 0) confine();
    log_J_ = std::log(law_.volume_ratio(state_));
  }

  std::vector<RheometerSample> measure() {
    std::vector<RheometerSample> samples;
    samples.push_back(sample({0, 0}, 0, law_.kirchhoff(state_, Mat3<double>{})));
    for (int k = 1; k <= motion_.steps; ++k) {
      const Instant from = instant(motion_, k - 1), to = instant(motion_, k);
      const double dt = to.time - from.time, rate = rate_between(from, to);
      const Mat3<double> grad_v = direction(motion_.test) * rate;
      const auto response = respond(law_, state_, grad_v * dt, grad_v, dt);
      state_ = response.state;
      samples.push_back(sample(to, rate, response.tau));
    }
    return samples;
  }

 private:
  /// Free of the rounding of differences where the rate is given.
  double rate_between(const Instant& from, const Instant& to) const {
    if (motion_.test == RheometerTest::Oscillation) return (to.strain - from.strain) / (to.time - from.time);
    return to.strain > from.strain ? motion_.rate : 0;
  }

  RheometerSample sample(const Instant& at, double rate, const Sym3<double>& tau) const {
    const bool turns = motion_.test == RheometerTest::Oscillation;
    const FormPoint point{at.strain, rate, log_J_, turns, motion_.strain, at.time, motion_};
    const RheometerSample s{at.time,
                            at.strain,
                            rate,
                            stress_of(motion_.test, tau),
                            closed_form(any_, motion_.test, point),
                            tau,
                            law_.volume_ratio(state_),
                            law_.energy(state_)};
    if (!std::isfinite(trace(tau) + dot(tau, tau) + s.J + s.energy))
      throw SimulationError(
          fmt::format("the stress of {} is not a number at a strain of {:.4g} (time {:.4g} s); take smaller "
                      "strains or more steps",
                      L::name, at.strain, at.time));
    return s;
  }

  /// Presses all round until the pressure is reached. The pressure of every law rises with compression, so
  /// that halving finds it.
  void confine() {
    double low = -4, high = 0;  // log J
    const auto pressure = [&](double log_J) {
      state_ = pressed(log_J);
      return -trace(law_.kirchhoff(state_, Mat3<double>{})) / (3 * law_.volume_ratio(state_));
    };
    if (!(pressure(low) >= motion_.pressure))
      throw InputError(fmt::format("{} cannot be pressed to {:g} Pa; choose a smaller pressure", L::name,
                                   motion_.pressure));
    for (int k = 0; k < 200 && low < high; ++k) {
      const double middle = (low + high) / 2;
      (pressure(middle) >= motion_.pressure ? low : high) = middle;
    }
    state_ = pressed(low);
  }
  typename L::State pressed(double log_J) const {
    const double instantly = 1e-9;  // no law has time to flow
    const int steps = 64;           // a law that hardens does so on the way
    typename L::State s = L::rest();
    for (int k = 0; k < steps; ++k)
      s = law_.deform(s, Mat3<double>::identity() * std::expm1(log_J / 3 / steps), instantly);
    return s;
  }

  const Law<3, double>& any_;
  L law_;
  RheometerMotion motion_;
  typename L::State state_;
  double log_J_ = 0;
};

struct TestInfo {
  std::string name, stress;
  double strain, rate;  ///< customary
};

const std::vector<TestInfo>& tests() {
  static const std::vector<TestInfo> all = {{"shear", "tau_xy", 1, 1},
                                            {"extension", "tau_xx - tau_yy", 0.5, 1},
                                            {"relaxation", "tau_xy", 0.5, 10},
                                            {"oscillation", "tau_xy", 0.1, 1},
                                            {"compression", "-tau_xx", 0.1, 1}};
  return all;
}

}  // namespace

const std::vector<std::string>& rheometer_test_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const TestInfo& test : tests()) list.push_back(test.name);
    return list;
  }();
  return names;
}

RheometerMotion customary_motion(const std::string& test) {
  for (std::size_t k = 0; k < tests().size(); ++k)
    if (tests()[k].name == test) {
      RheometerMotion motion;
      motion.test = static_cast<RheometerTest>(k);
      motion.strain = tests()[k].strain, motion.rate = tests()[k].rate;
      return motion;
    }
  throw InputError(fmt::format("there is no test \"{}\"; choose one of {}", test,
                               fmt::join(rheometer_test_names(), ", ")));
}

std::string stress_name(RheometerTest test) { return tests()[static_cast<std::size_t>(test)].stress; }

void check_motion(const RheometerMotion& motion) {
  const auto need_positive = [](const char* what, double value) {
    if (!(value > 0) || !std::isfinite(value))
      throw InputError(fmt::format("the {} must be a positive number, not {:g}", what, value));
  };
  need_positive("rate", motion.rate);
  need_positive("strain", motion.strain);
  need_positive("frequency", motion.frequency);
  need_positive("time", motion.hold);
  if (!(motion.pressure >= 0) || !std::isfinite(motion.pressure))
    throw InputError(fmt::format("the pressure must be zero or positive, not {:g}", motion.pressure));
  if (motion.steps < 2 || motion.steps > 10'000'000)
    throw InputError(fmt::format("a test takes 2 to 10000000 steps, not {}", motion.steps));
  double most = 0;
  for (int k = 1; k <= motion.steps; ++k)
    most = std::max(most, std::abs(instant(motion, k).strain - instant(motion, k - 1).strain));
  if (most > kMaxStep)
    throw InputError(fmt::format("{} steps are too few: one would strain by {:.3g}, more than {}",
                                 motion.steps, most, kMaxStep));
}

std::vector<RheometerSample> measure(const Law<3, double>& law, const RheometerMotion& motion) {
  check_motion(motion);
  return std::visit([&]<class L>(const L&) { return Specimen<L>(law, motion).measure(); }, law);
}

DynamicModuli dynamic_moduli(const std::vector<RheometerSample>& samples, const RheometerMotion& motion) {
  const std::size_t cycle = samples.size() / kCycles;
  double in_phase = 0, out_of_phase = 0;
  for (std::size_t k = samples.size() - cycle; k < samples.size(); ++k) {
    const double angle = angular(motion) * samples[k].time;
    in_phase += samples[k].stress * std::sin(angle);
    out_of_phase += samples[k].stress * std::cos(angle);
  }
  const double scale = 2 / (motion.strain * double(cycle));
  return {scale * in_phase, scale * out_of_phase};
}

std::string rheometer_csv(const std::vector<RheometerSample>& samples) {
  std::string out =
      "time,strain,rate,stress,closed_form,tau_xx,tau_yy,tau_zz,tau_xy,tau_xz,tau_yz,J,energy\n";
  for (const RheometerSample& s : samples)
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", s.time, s.strain, s.rate, s.stress,
                       s.closed_form.value_or(std::numeric_limits<double>::quiet_NaN()), s.tau.xx, s.tau.yy,
                       s.tau.zz, s.tau.xy, s.tau.xz, s.tau.yz, s.J, s.energy);
  return out;
}

}  // namespace froth

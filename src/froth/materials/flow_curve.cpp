// SPDX-License-Identifier: Apache-2.0
#include <froth/materials/flow_curve.h>

#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

constexpr int kPerDecade = 5;
constexpr double kMostDecades = 20;

/// Stress of simple shear at which the law begins to flow, whatever its pressure.
template <class L>
std::optional<double> shear_yield(const L& law) {
  if constexpr (requires { law.yield_stress; })
    return law.yield_stress / std::sqrt(3.0);
  else
    return std::nullopt;
}

double magnitude(const Sym3<double>& tau) {
  const double mean = trace(tau) / 3;
  Sym3<double> dev = tau;
  dev.xx -= mean, dev.yy -= mean, dev.zz -= mean;
  return std::sqrt(dot(dev, dev) / 2);
}

FlowPoint flow_point(const Law<double>& law, const RheometerMotion& motion) {
  const RheometerSample end = measure(law, motion).back();
  FlowPoint point{motion.rate, end.stress, end.closed_form, magnitude(end.tau), end.stress / motion.rate, {}};
  if (const auto yield = std::visit([](const auto& l) { return shear_yield(l); }, law))
    point.above_yield = std::max(point.magnitude - *yield, 0.0) / motion.rate;
  return point;
}

double number(const std::string& word, const std::string& all, const std::string& option) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size())
    throw InputError(fmt::format("{} needs a number, or a range like 0.01:100, not \"{}\"", option, all));
  return value;
}

}  // namespace

RheometerMotion flow_curve_motion() {
  RheometerMotion motion = customary_motion("shear");
  motion.strain = 10, motion.steps = 10000;
  return motion;
}

std::vector<FlowPoint> flow_curve(Law<double> law, RheometerMotion motion, const std::vector<double>& rates) {
  if (auto* foam = std::get_if<HerschelBulkley<double>>(&law)) foam->tears = false;
  std::vector<FlowPoint> curve;
  for (const double rate : rates) {
    motion.rate = rate;
    curve.push_back(flow_point(law, motion));
  }
  return curve;
}

std::vector<double> numbers_and_ranges(const std::vector<std::string>& words, const std::string& option) {
  std::vector<double> all;
  for (const std::string& word : words) {
    const auto colon = word.find(':');
    if (colon == std::string::npos) {
      all.push_back(number(word, word, option));
      continue;
    }
    const double low = number(word.substr(0, colon), word, option),
                 high = number(word.substr(colon + 1), word, option);
    const double decades = std::log10(high / low);
    if (!(low > 0) || !(decades > 0) || !(decades <= kMostDecades))
      throw InputError(fmt::format(
          "the range \"{}\" of {} must go from a positive number up to a larger one, by at most {} decades",
          word, option, kMostDecades));
    const int parts = std::max(1, static_cast<int>(std::lround(decades * kPerDecade)));
    for (int k = 0; k <= parts; ++k)
      all.push_back(k == parts ? high : low * std::pow(10.0, decades * k / parts));
  }
  return all;
}

}  // namespace froth

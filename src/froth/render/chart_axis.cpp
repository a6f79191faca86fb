// SPDX-License-Identifier: Apache-2.0
#include <froth/render/chart_axis.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace froth {

namespace {

// Below this, powers of ten lose their digits.
constexpr double kTiny = 1e-280;

bool can_take(double value, bool is_log) { return std::isfinite(value) && (!is_log || value > 0); }

/// A range of one value, or so narrow that ticks would need more digits than a double has, is opened.
void open_narrow_range(double& low, double& high) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (size > kTiny && high - low > 1e-10 * size) return;
  const double middle = low + (high - low) / 2, half = size > kTiny ? 0.1 * size : 1;
  low = middle - half, high = middle + half;
}

/// A step of 1, 2 or 5 times a power of ten.
struct Step {
  int digit, exponent;
  double size() const { return digit * std::pow(10.0, exponent); }
};

Step round_step(double least) {
  const int exponent = static_cast<int>(std::floor(std::log10(least)));
  const double rest = least / std::pow(10.0, exponent);
  for (const int digit : {1, 2, 5})
    if (rest <= digit * (1 + 1e-9)) return {digit, exponent};
  return {1, exponent + 1};
}

std::vector<Tick> linear_ticks(double low, double high, int count) {
  const Step step = round_step((high - low) / std::max(count, 1));
  const double size = step.size(), slack = 1e-9;
  std::vector<Tick> ticks;
  const auto first = static_cast<long long>(std::ceil(low / size - slack));
  const auto last = static_cast<long long>(std::floor(high / size + slack));
  for (long long k = first; k <= last; ++k)
    ticks.push_back({double(k) * size, decimal_text(k * step.digit, step.exponent)});
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int count) {
  const double decades = std::log10(high / low), slack = 1e-9;
  if (decades < 1) return linear_ticks(low, high, count);
  const auto first = static_cast<int>(std::floor(std::log10(low)));
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / (count + 1))));
  std::vector<Tick> ticks;
  for (int e = first; e <= last; ++e)
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10.0, e);
      const bool is_wanted = digit == 1 ? e % stride == 0 : decades <= 2;
      if (is_wanted && value >= low * (1 - slack) && value <= high * (1 + slack))
        ticks.push_back({value, decimal_text(digit, e)});
    }
  return ticks;
}

}  // namespace

bool Axis::takes(double value) const { return can_take(value, is_log); }

double Axis::share(double value) const {
  if (is_log) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

Axis make_axis(const std::vector<double>& values, bool is_log, double margin, int tick_count) {
  // A quarter of the greatest double leaves room for differences and margins.
  const double limit = std::numeric_limits<double>::max() / 4;
  double low = limit, high = -limit;
  for (const double value : values)
    if (can_take(value, is_log)) low = std::min(low, value), high = std::max(high, value);
  if (low > high) low = is_log ? 1 : 0, high = is_log ? 10 : 1;
  low = std::clamp(low, -limit, limit), high = std::clamp(high, -limit, limit);
  Axis axis{is_log, low, high, {}};
  if (is_log) {
    axis.low = low = std::max(low, kTiny), axis.high = high = std::max(high, kTiny);
    if (!(std::log10(high) - std::log10(low) > 1e-6)) axis.low = low / 2, axis.high = high * 2;
    const double room = std::pow(axis.high / axis.low, margin);
    axis.low /= room, axis.high *= room;
  } else {
    open_narrow_range(axis.low, axis.high);
    const double room = margin * (axis.high - axis.low);
    axis.low -= room, axis.high += room;
  }
  axis.ticks =
      is_log ? log_ticks(axis.low, axis.high, tick_count) : linear_ticks(axis.low, axis.high, tick_count);
  return axis;
}

std::string decimal_text(long long count, int exponent) {
  if (count == 0) return "0";
  while (count % 10 == 0) count /= 10, ++exponent;
  const std::string digits = std::to_string(std::llabs(count)), sign = count < 0 ? "-" : "";
  const int length = static_cast<int>(digits.size()), leading = length + exponent - 1;
  if (leading < -4 || leading > 4)
    return fmt::format("{}{}{}{}e{}", sign, digits.substr(0, 1), length > 1 ? "." : "", digits.substr(1),
                       leading);
  if (exponent >= 0) return fmt::format("{}{}{:0<{}}", sign, digits, "", exponent);
  if (leading < 0) return fmt::format("{}0.{:0>{}}", sign, digits, -exponent);
  const std::size_t whole = std::size_t(leading + 1);
  return fmt::format("{}{}.{}", sign, digits.substr(0, whole), digits.substr(whole));
}

}  // namespace froth

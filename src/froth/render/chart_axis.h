// SPDX-License-Identifier: Apache-2.0
// The axis of a chart: its range, its ticks at 1, 2 or 5 times powers of ten, and where a value lies on it.
#pragma once

#include <string>
#include <vector>

namespace froth {

struct Tick {
  double value;
  std::string text;
};

struct Axis {
  bool is_log = false;
  double low = 0, high = 1;  ///< low < high, finite; positive on a logarithmic axis
  std::vector<Tick> ticks;

  /// Can this value be drawn?
  bool takes(double value) const;
  /// 0 at the low end, 1 at the high one.
  double share(double value) const;
};

/// The axis that holds all drawable values, with `margin` (a share of its length) free at both ends and about
/// `tick_count` ticks. Without values it goes from 0 to 1, or from 1 to 10.
Axis make_axis(const std::vector<double>& values, bool is_log, double margin, int tick_count);

/// The number count * 10^exponent, written exactly: "0.25", "1500", "2.5e7".
std::string decimal_text(long long count, int exponent);

}  // namespace froth

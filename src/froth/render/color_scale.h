// SPDX-License-Identifier: Apache-2.0
// Numbers as colours: the range that colours stand for, robust against a few wild values, and the legend that
// says so.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <froth/render/picture.h>

namespace froth {

/// Values that colours stand for, and those that there are.
struct ScalarRange {
  double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
  double least = lo, most = hi;  ///< of all values, also those beyond the range

  bool is_empty() const { return !(lo <= hi); }
  bool is_cut_below() const { return least < lo; }
  bool is_cut_above() const { return most > hi; }
};

/// Of finite values: all of them where they lie close together, else from the 1 % to the 99 % quantile, so
/// that a wild one does not take the colours from the others.
ScalarRange robust_range(std::vector<double> values);

ScalarRange join(const ScalarRange& a, const ScalarRange& b);

/// Linear colour of a value; grey where it is not a number.
Vec3<float> color_in(const ScalarRange& range, double value);

/// A number with three digits that tell, as in "0.25" or "1.3e+06".
std::string number_label(double value);

/// Draws a bar of all colours with its range into the upper right corner. Ends beyond which there are values
/// say "<" and ">". Pictures that are too low for letters are left as they are.
void draw_legend(Image& image, const std::string& name, const std::string& unit, const ScalarRange& range);

}  // namespace froth

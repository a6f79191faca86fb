// SPDX-License-Identifier: Apache-2.0
// A chart after layout: marks in the order in which they are drawn, in units from the upper left corner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <froth/base/vec.h>
#include <froth/render/chart.h>

namespace froth {

struct Mark {
  enum class Kind { Path, Dots, Text };
  enum class Align { Left, Middle, Right };
  Kind kind = Kind::Path;
  std::vector<Vec2<double>> points = {};  ///< of a text: the end or middle of its base line
  std::uint32_t color = 0;                ///< 0xRRGGBB
  double size = 1;                        ///< width of a path, diameter of dots, height of capitals
  bool is_dashed = false;
  std::string text = {};
  Align align = Align::Left;  ///< which end of the text its point is
};

inline constexpr double kDashLength = 6, kDashGap = 4;

struct MarkedPage {
  double width = 0, height = 0;
  std::vector<Mark> marks;
};

MarkedPage lay_out(const std::vector<Chart>& charts, int columns);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Charts: curves over labelled axes, several panels in a grid, as SVG text or as a picture. Colours are those
// of Okabe and Ito, which the colour-blind can tell apart. Values that are not finite, and values that are
// not positive on a logarithmic axis, leave gaps. The same charts give the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <froth/render/picture.h>

namespace froth {

enum class SeriesStyle { Line, Dashed, Points };

/// So many series have colours of their own; then the colours start over.
inline constexpr std::size_t kChartColors = 8;

struct Series {
  std::string name;  ///< for the legend; empty: not in it
  std::vector<double> x, y;
  SeriesStyle style = SeriesStyle::Line;
  int color = -1;  ///< number of a colour; -1: the place in the list of series
};

struct Chart {
  std::string title, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};

/// All charts in rows of `columns`; 0 chooses. One legend serves all where all have the same one.
std::string chart_svg(const std::vector<Chart>& charts, int columns = 0);

/// The same as a picture, `scale` pixels for each unit of the SVG.
Image chart_picture(const std::vector<Chart>& charts, int columns = 0, double scale = 1.5);

/// Throws InputError unless write_charts can write that file: its name ends in .png or .svg.
void check_chart_path(const std::string& path);

/// Writes a .png or .svg file, whole or not at all.
void write_charts(const std::string& path, const std::vector<Chart>& charts, int columns = 0);

}  // namespace froth

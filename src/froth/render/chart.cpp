// SPDX-License-Identifier: Apache-2.0
// Layout of charts. A panel has, from top to bottom: title, label of the y axis, its legend, the plot, ticks
// of the x axis, label of the x axis. Legends stand outside of plots, so that they never hide a curve.
#include <froth/render/chart.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/render/chart_axis.h>
#include <froth/render/chart_marks.h>
#include <froth/render/text.h>

namespace froth {

namespace {

constexpr double kPanelWidth = 480, kPanelHeight = 330, kLetter = 10, kRow = 1.9 * kLetter;
constexpr double kPad = 14;     // around a panel
constexpr double kSample = 26;  // length of a line in a legend
constexpr double kCurve = 1.8, kDot = 6;
constexpr std::uint32_t kText = 0x222222, kFrame = 0x888888, kGrid = 0xE4E4E4;
constexpr std::array<std::uint32_t, kChartColors> kColors = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                                             0xE69F00, 0x56B4E9, 0x000000, 0x8C6D31};

struct Box {
  double left, top, right, bottom;
};

std::uint32_t color_of(const Chart& chart, std::size_t k) {
  const int own = chart.series[k].color;
  return kColors[(own < 0 ? k : std::size_t(own)) % kColors.size()];
}

void add_line(MarkedPage& page, Vec2<double> a, Vec2<double> b, std::uint32_t color) {
  page.marks.push_back({.points = {a, b}, .color = color});
}

using Align = Mark::Align;

void add_text(MarkedPage& page, const std::string& text, Vec2<double> at, double size, Align align) {
  if (!text.empty()) page.marks.push_back({Mark::Kind::Text, {at}, kText, size, false, text, align});
}

/// A mark in the style of a series, without points.
Mark mark_of(SeriesStyle style, std::uint32_t color) {
  if (style == SeriesStyle::Points) return {.kind = Mark::Kind::Dots, .color = color, .size = kDot};
  return {.color = color, .size = kCurve, .is_dashed = style == SeriesStyle::Dashed};
}

/// What a legend shows of a series.
struct Entry {
  std::string name;
  std::uint32_t color;
  SeriesStyle style;
  bool operator==(const Entry&) const = default;
};

std::vector<Entry> legend_of(const Chart& chart) {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < chart.series.size(); ++k) {
    const Series& series = chart.series[k];
    const std::string name = fitted(drawable_text(series.name), kLetter, kPanelWidth / 2);
    const Entry entry{name, color_of(chart, k), series.style};
    if (!name.empty() && std::find(entries.begin(), entries.end(), entry) == entries.end())
      entries.push_back(entry);
  }
  return entries;
}

double width_of(const Entry& entry) { return kSample + 8 + text_width(entry.name, kLetter) + 16; }

/// Places entries in rows from the upper left corner and returns the height that they take. Without a page
/// it only measures.
double place_legend(MarkedPage* page, const std::vector<Entry>& entries, Vec2<double> corner, double width) {
  double x = 0, rows = entries.empty() ? 0 : 1;
  for (const Entry& entry : entries) {
    if (x > 0 && x + width_of(entry) > width) x = 0, ++rows;
    const Vec2<double> at{corner[0] + x, corner[1] + rows * kRow - 0.6 * kLetter};
    x += width_of(entry);
    if (!page) continue;
    const double middle = at[1] - kLetter / 2;
    Mark sample = mark_of(entry.style, entry.color);
    if (entry.style == SeriesStyle::Points)
      sample.points = {{at[0] + kSample / 2, middle}};
    else
      sample.points = {{at[0], middle}, {at[0] + kSample, middle}};
    page->marks.push_back(std::move(sample));
    add_text(*page, entry.name, {at[0] + kSample + 8, at[1]}, kLetter, Align::Left);
  }
  return rows * kRow;
}

/// Draws points of one stretch without gaps. Of consecutive points in the same half unit of width only the
/// first, lowest, highest and last are kept: more could not be seen.
void add_stretch(MarkedPage& page, const std::vector<Vec2<double>>& points, Mark mark) {
  if (points.empty()) return;
  if (mark.kind == Mark::Kind::Path && points.size() == 1) mark.kind = Mark::Kind::Dots;
  const auto column = [&](std::size_t k) { return std::floor(2 * points[k][0]); };
  for (std::size_t first = 0, end = 0; first < points.size(); first = end) {
    std::size_t low = first, high = first;
    for (end = first; end < points.size() && column(end) == column(first); ++end) {
      if (points[end][1] < points[low][1]) low = end;
      if (points[end][1] > points[high][1]) high = end;
    }
    std::array<std::size_t, 4> kept = {first, low, high, end - 1};
    std::sort(kept.begin(), kept.end());
    const auto kept_end = std::unique(kept.begin(), kept.end());
    for (auto k = kept.begin(); k != kept_end; ++k) mark.points.push_back(points[*k]);
  }
  page.marks.push_back(std::move(mark));
}

void add_series(MarkedPage& page, const Series& series, std::uint32_t color, const Axis& x, const Axis& y,
                const Box& box) {
  const Mark mark = mark_of(series.style, color);
  std::vector<Vec2<double>> stretch;
  for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k) {
    if (!x.takes(series.x[k]) || !y.takes(series.y[k])) {
      add_stretch(page, stretch, mark);
      stretch.clear();
      continue;
    }
    stretch.push_back({box.left + x.share(series.x[k]) * (box.right - box.left),
                       box.bottom - y.share(series.y[k]) * (box.bottom - box.top)});
  }
  add_stretch(page, stretch, mark);
}

/// Values of points that can be drawn on both axes.
struct Drawable {
  std::vector<double> x, y;
};

Drawable drawable_values(const Chart& chart) {
  const Axis x{.is_log = chart.log_x, .ticks = {}}, y{.is_log = chart.log_y, .ticks = {}};
  Drawable values;
  for (const Series& series : chart.series)
    for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k)
      if (x.takes(series.x[k]) && y.takes(series.y[k])) {
        values.x.push_back(series.x[k]);
        values.y.push_back(series.y[k]);
      }
  return values;
}

void add_axes(MarkedPage& page, const Axis& x, const Axis& y, const Box& box) {
  double free_from = box.left - 2 * kLetter;  // labels of x never touch each other
  for (const Tick& tick : x.ticks) {
    const double at = box.left + x.share(tick.value) * (box.right - box.left);
    add_line(page, {at, box.top}, {at, box.bottom}, kGrid);
    add_line(page, {at, box.bottom}, {at, box.bottom + 4}, kFrame);
    const double half = text_width(tick.text, kLetter) / 2;
    if (at - half < free_from) continue;
    add_text(page, tick.text, {at, box.bottom + 6 + kLetter}, kLetter, Align::Middle);
    free_from = at + half + 6;
  }
  for (const Tick& tick : y.ticks) {
    const double at = box.bottom - y.share(tick.value) * (box.bottom - box.top);
    add_line(page, {box.left, at}, {box.right, at}, kGrid);
    add_line(page, {box.left - 4, at}, {box.left, at}, kFrame);
    add_text(page, tick.text, {box.left - 7, at + kLetter / 2}, kLetter, Align::Right);
  }
  add_line(page, {box.left, box.top}, {box.left, box.bottom}, kFrame);
  add_line(page, {box.left, box.bottom}, {box.right, box.bottom}, kFrame);
}

void add_panel(MarkedPage& page, const Chart& chart, Vec2<double> corner, bool has_own_legend) {
  const double width = kPanelWidth - 2 * kPad, left = corner[0] + kPad;
  double top = corner[1] + kPad;
  const auto add_row = [&](const std::string& text, double size) {
    if (text.empty()) return;
    add_text(page, fitted(drawable_text(text), size, width), {left, top + size}, size, Align::Left);
    top += size + 0.8 * kLetter;
  };
  add_row(chart.title, 1.25 * kLetter);
  if (has_own_legend) top += place_legend(&page, legend_of(chart), {left, top}, width);
  add_row(chart.y_label, kLetter);

  const Drawable values = drawable_values(chart);
  const auto is_points = [](const Series& s) { return s.style == SeriesStyle::Points; };
  const bool has_points = std::any_of(chart.series.begin(), chart.series.end(), is_points);
  const Axis x = make_axis(values.x, chart.log_x, has_points ? 0.03 : 0, 7);
  const Axis y = make_axis(values.y, chart.log_y, 0.05, 7);
  double labels = 0;
  for (const Tick& tick : y.ticks) labels = std::max(labels, text_width(tick.text, kLetter));
  const double below = 6 + kLetter + (chart.x_label.empty() ? 4 : kRow);
  const Box box{left + std::min(labels + 7, width / 2), top + 4, left + width - kLetter,
                corner[1] + kPanelHeight - kPad - below};
  add_axes(page, x, y, box);
  const double middle = (box.left + box.right) / 2;
  add_text(page, fitted(drawable_text(chart.x_label), kLetter, width),
           {middle, corner[1] + kPanelHeight - kPad - 2}, kLetter, Align::Middle);
  for (const bool draws_points : {false, true})  // points over lines
    for (std::size_t k = 0; k < chart.series.size(); ++k)
      if (is_points(chart.series[k]) == draws_points)
        add_series(page, chart.series[k], color_of(chart, k), x, y, box);
  if (values.x.empty())
    add_text(page, "no data", {middle, (box.top + box.bottom) / 2}, kLetter, Align::Middle);
}

/// The legend of all charts, where there are several and all have the same one.
std::optional<std::vector<Entry>> shared_legend(const std::vector<Chart>& charts) {
  if (charts.size() < 2) return std::nullopt;
  const std::vector<Entry> first = legend_of(charts[0]);
  for (const Chart& chart : charts)
    if (legend_of(chart) != first) return std::nullopt;
  return first;
}

}  // namespace

MarkedPage lay_out(const std::vector<Chart>& charts, int columns) {
  const int count = std::max(1, static_cast<int>(charts.size()));
  if (columns <= 0) columns = count < 2 ? 1 : count < 5 ? 2 : 3;
  columns = std::min(columns, count);
  const int rows = (count + columns - 1) / columns;
  MarkedPage page{columns * kPanelWidth, rows * kPanelHeight, {}};
  const auto shared = shared_legend(charts);
  for (int k = 0; k < static_cast<int>(charts.size()); ++k) {
    const int column = k % columns, row = k / columns;
    add_panel(page, charts[std::size_t(k)], {column * kPanelWidth, row * kPanelHeight}, !shared);
  }
  if (shared && !shared->empty())
    page.height += place_legend(&page, *shared, {kPad, page.height}, page.width - 2 * kPad) + kPad;
  return page;
}

namespace {
bool ends_in(const std::string& path, const std::string& ending) {
  return path.size() > ending.size() && path.ends_with(ending);
}
}  // namespace

void check_chart_path(const std::string& path) {
  if (!ends_in(path, ".png") && !ends_in(path, ".svg"))
    throw InputError("a chart is a .png or .svg file, not \"" + path + "\"");
}

void write_charts(const std::string& path, const std::vector<Chart>& charts, int columns) {
  check_chart_path(path);
  if (ends_in(path, ".svg"))
    write_file(path, chart_svg(charts, columns));
  else
    write_png(path, chart_picture(charts, columns));
}

}  // namespace froth

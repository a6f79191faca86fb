// SPDX-License-Identifier: Apache-2.0
// Charts as SVG 1.1: paths, circles and text, nothing that needs a style sheet.
#include <cmath>
#include <fmt/format.h>

#include <froth/render/chart_marks.h>

namespace froth {

namespace {

/// Hundredths of a unit are enough; adding zero turns -0 into 0.
std::string number(double value) { return fmt::format("{}", std::round(100 * value) / 100 + 0.0); }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string path_element(const Mark& mark) {
  std::string points;
  for (const Vec2<double>& point : mark.points)
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(point[0]), number(point[1]));
  const std::string dashes =
      mark.is_dashed ? fmt::format(" stroke-dasharray=\"{} {}\"", kDashLength, kDashGap) : "";
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"#{:06X}\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\"{}/>\n",
      points, mark.color, number(mark.size), dashes);
}

std::string dot_elements(const Mark& mark) {
  std::string out;
  for (const Vec2<double>& point : mark.points)
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#{:06X}\"/>\n", number(point[0]),
                       number(point[1]), number(mark.size / 2), mark.color);
  return out;
}

std::string text_element(const Mark& mark) {
  const char* anchor = mark.align == Mark::Align::Left     ? "start"
                       : mark.align == Mark::Align::Middle ? "middle"
                                                           : "end";
  // Capitals of common typefaces are 0.72 of the size that SVG asks for.
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#{:06X}\" text-anchor=\"{}\">{}</text>\n",
      number(mark.points[0][0]), number(mark.points[0][1]), number(mark.size / 0.72), mark.color, anchor,
      escaped(mark.text));
}

}  // namespace

std::string chart_svg(const std::vector<Chart>& charts, int columns) {
  const MarkedPage page = lay_out(charts, columns);
  const std::string width = number(page.width), height = number(page.height);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#FFFFFF\"/>\n",
      width, height);
  for (const Mark& mark : page.marks)
    out += mark.kind == Mark::Kind::Path   ? path_element(mark)
           : mark.kind == Mark::Kind::Dots ? dot_elements(mark)
                                           : text_element(mark);
  return out + "</svg>\n";
}

}  // namespace froth

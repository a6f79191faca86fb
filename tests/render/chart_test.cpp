// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/render/chart.h>
#include <froth/render/chart_axis.h>
#include <froth/render/chart_marks.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> out;
  for (const Tick& tick : axis.ticks) out.push_back(tick.text);
  return out;
}

Chart chart_of(std::vector<Series> series) { return {"title", "x", "y", false, false, std::move(series)}; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Coloured paths of a page, without legend and axes: those wider than a hair.
std::vector<Mark> curves(const Chart& chart) {
  std::vector<Mark> out;
  for (const Mark& mark : lay_out({chart}, 1).marks)
    if (mark.kind != Mark::Kind::Text && mark.size > 1) out.push_back(mark);
  return out;
}

}  // namespace

// Oracle: ticks chosen by hand.
TEST_CASE("ticks are round numbers, written exactly") {
  using Texts = std::vector<std::string>;
  CHECK(texts(make_axis({0, 1}, false, 0, 5)) == Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"});
  CHECK(texts(make_axis({-3, 4}, false, 0, 5)) == Texts{"-2", "0", "2", "4"});
  CHECK(texts(make_axis({0, 2.2e7}, false, 0, 5)) == Texts{"0", "5e6", "1e7", "1.5e7", "2e7"});
  CHECK(texts(make_axis({0, 2e-6}, false, 0, 5)) == Texts{"0", "5e-7", "1e-6", "1.5e-6", "2e-6"});
  CHECK(texts(make_axis({1000.1, 1000.3}, false, 0, 4)) ==
        Texts{"1000.1", "1000.15", "1000.2", "1000.25", "1000.3"});
  CHECK(texts(make_axis({1e-3, 1e3}, true, 0, 6)) == Texts{"0.001", "0.01", "0.1", "1", "10", "100", "1000"});
  CHECK(texts(make_axis({1, 60}, true, 0, 6)) == Texts{"1", "2", "5", "10", "20", "50"});
  CHECK(decimal_text(-25, -2) == "-0.25");
  CHECK(decimal_text(150, 1) == "1500");
}

// Oracle: bounds that hold for any axis, over ranges of every size, narrow, huge, tiny and broken ones.
TEST_CASE("any values make an axis with a few ticks inside") {
  const double largest = std::numeric_limits<double>::max(),
               least = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> cases = {{},
                                                  {kNan},
                                                  {0, 0},
                                                  {5, 5},
                                                  {1, 1 + 1e-15},
                                                  {-largest, largest},
                                                  {0, least},
                                                  {least, 1e-9},
                                                  {-1e-300, 1e-300},
                                                  {3e8, INFINITY},
                                                  {1e-12, 1e12},
                                                  {7.3, 7.30001}};
  for (const bool is_log : {false, true})
    for (const auto& values : cases) {
      const Axis axis = make_axis(values, is_log, 0.05, 5);
      CHECK(axis.low < axis.high);
      CHECK(std::isfinite(axis.high - axis.low));
      CHECK(axis.ticks.size() >= 1);
      CHECK(axis.ticks.size() <= 12);
      for (const Tick& tick : axis.ticks) {
        CHECK(axis.share(tick.value) > -1e-6);
        CHECK(axis.share(tick.value) < 1 + 1e-6);
        CHECK(std::abs(std::stod(tick.text) - tick.value) <= 1e-9 * (axis.high - axis.low));
      }
    }
}

// Oracle: points counted by hand. A value that is not a number parts a curve; one point alone is a dot.
TEST_CASE("values that cannot be drawn leave gaps") {
  const auto parts = curves(chart_of({{"", {0, 1, 2, 3, 4, 5}, {1, 2, kNan, 2, kNan, 1}}}));
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].points.size() == 2);
  CHECK(parts[1].kind == Mark::Kind::Dots);
  CHECK(parts[2].kind == Mark::Kind::Dots);
  Chart log = chart_of({{"", {1, 10, 100, 1000}, {1, -1, 1, 1}}});
  log.log_x = log.log_y = true;
  CHECK(curves(log).size() == 2);
  CHECK(curves(chart_of({{"", {1, 2, 3}, {1}}})).size() == 1);  // the shorter list counts
}

// Oracle: a straight line stays one, and its extremes are where the data has them: the ends of the plot.
TEST_CASE("long curves are thinned without losing their extremes") {
  Series noisy{"", {}, {}};
  for (int k = 0; k <= 200000; ++k) {
    noisy.x.push_back(k);
    noisy.y.push_back(k == 77777 ? 5 : k % 2);
  }
  const auto parts = curves(chart_of({noisy}));
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].points.size() < 4000);
  double top = 1e9, bottom = 0;
  for (const Vec2<double>& p : parts[0].points) top = std::min(top, p[1]), bottom = std::max(bottom, p[1]);
  const auto plain = curves(chart_of({{"", {0, 77777, 200000}, {0, 5, 0}}}));
  CHECK(top == doctest::Approx(plain[0].points[1][1]));
  CHECK(bottom == doctest::Approx(plain[0].points[0][1]));
}

// Oracle: elements counted by hand: every name once where panels share a legend, twice where they differ.
TEST_CASE("panels with the same series share a legend") {
  const Chart a = chart_of({{"run & one", {0, 1}, {0, 1}}, {"two", {0, 1}, {1, 0}, SeriesStyle::Dashed}});
  const std::string shared = chart_svg({a, a}, 2);
  CHECK(count(shared, ">run &amp; one<") == 1);
  CHECK(count(shared, ">two<") == 1);
  CHECK(count(shared, "stroke-dasharray") == 3);
  Chart b = a;
  b.series[1].name = "three";
  CHECK(count(chart_svg({a, b}, 2), ">run &amp; one<") == 2);
  CHECK(shared == chart_svg({a, a}, 2));
  CHECK(count(shared, "<") == count(shared, ">"));
  CHECK(chart_svg({}, 0).find("</svg>") != std::string::npos);
  CHECK(count(chart_svg({chart_of({})}), ">no data<") == 1);
}

// Oracle: the colours that were asked for, in the middle of a thick horizontal curve; white elsewhere.
TEST_CASE("the picture has the size and the colours of the page") {
  const Chart flat = chart_of({{"", {0, 1}, {3, 3}}});
  const Image image = chart_picture({flat, flat}, 1, 2);
  CHECK(image.width == 2 * 480);
  CHECK(image.height == 2 * 2 * 330);
  CHECK(image.at(1, 1)[0] == 1.0f);
  const Vec2<double> a = curves(flat)[0].points[0], b = curves(flat)[0].points[1];
  const Vec3<float> seen = image.at(int(a[0] + b[0]), int(2 * a[1]));
  CHECK(seen[0] < 0.05f);  // 0072B2 has no red
  CHECK(seen[2] > 0.3f);
}

// Oracle: the first bytes of the two formats.
TEST_CASE("the name of the file says its format") {
  const TemporaryFolder folder;
  const Chart chart = chart_of({{"a", {0, 1}, {0, 1}}});
  write_charts(folder / "a.svg", {chart});
  write_charts(folder / "a.png", {chart});
  CHECK(read_file(folder / "a.svg").substr(0, 4) == "<svg");
  CHECK(read_file(folder / "a.png").substr(1, 3) == "PNG");
  CHECK_THROWS_WITH_AS(write_charts(folder / "a.jpg", {chart}), doctest::Contains(".png or .svg"),
                       InputError);
}

}  // namespace froth

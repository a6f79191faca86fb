// SPDX-License-Identifier: Apache-2.0
#include "render_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <froth/base/error.h>
#include <froth/geometry/cut_plane.h>

namespace froth::cli {

namespace {

constexpr std::array<const char*, 6> kForms{"auto", "surface", "carried", "particles", "both", "cells"};
constexpr double kWidestAngle = 170;  // as of the scene's key [degrees]

/// Numbers between separators; nothing where one is none.
std::vector<double> numbers_of(const std::string& text, char separator) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    double number = 0;
    const auto [stop, problem] = std::from_chars(text.data() + begin, text.data() + end, number);
    if (problem != std::errc() || stop != text.data() + end || !std::isfinite(number)) return {};
    numbers.push_back(number);
    begin = end + 1;
  }
  return numbers;
}

std::string place(const std::string& option, const std::string& text) {
  const std::vector<double> x = numbers_of(text, ',');
  if (x.size() != 3)
    throw InputError(
        fmt::format("{} {}: give three numbers with commas, as in {} 0.5,0.2,1", option, text, option));
  return fmt::format("[{}]", fmt::join(x, ", "));
}

}  // namespace

bool has_automatic_camera(const RenderCommand& command) { return command.eye == "auto"; }

std::vector<std::string> render_assignments(const RenderCommand& command) {
  std::vector<std::string> all;
  if (!command.as.empty()) {
    if (std::ranges::find(kForms, command.as) == kForms.end())
      throw InputError(fmt::format("--as {}: choose one of {}", command.as, fmt::join(kForms, ", ")));
    all.push_back("render.as=" + command.as);
  }
  if (!command.cut.empty()) {
    cut_plane(command.cut);
    all.push_back("render.cut=\"" + command.cut + "\"");
  }
  if (!command.eye.empty() && !has_automatic_camera(command))
    all.push_back("render.eye=" + place("--eye", command.eye));
  if (!command.target.empty()) all.push_back("render.target=" + place("--target", command.target));
  if (!command.fov.empty()) {
    const std::vector<double> angle = numbers_of(command.fov, ',');
    if (angle.size() != 1 || !(angle[0] > 0 && angle[0] <= kWidestAngle))
      throw InputError(fmt::format("--fov {}: give an angle above 0 and at most {:g} degrees, as in --fov 35",
                                   command.fov, kWidestAngle));
    all.push_back("render.field_of_view=" + command.fov);
  }
  if (!command.range.empty()) {
    const std::vector<double> ends = numbers_of(command.range, ':');
    if (ends.size() != 2 || !(ends[0] < ends[1]))
      throw InputError("--range " + command.range + ": give a number and a larger one, as in --range 0:2.5");
    all.push_back(fmt::format("render.color_range=[{}, {}]", ends[0], ends[1]));
  }
  if (command.has_no_filter) all.push_back("render.filter=false");
  all.insert(all.end(), command.sets.begin(), command.sets.end());
  return all;
}

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/cut_plane.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <froth/base/error.h>

namespace froth {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<double> number(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_good = problem == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return is_good ? std::optional(value) : std::nullopt;
}

/// An axis by its letter, or three numbers with commas, of unit length.
std::optional<Vec3<double>> direction(std::string_view text) {
  text = trimmed(text);
  if (text == "x") return Vec3<double>{1, 0, 0};
  if (text == "y") return Vec3<double>{0, 1, 0};
  if (text == "z") return Vec3<double>{0, 0, 1};
  Vec3<double> n{};
  for (int d = 0; d < 3; ++d) {
    const std::size_t comma = d < 2 ? text.find(',') : text.size();
    if (comma == std::string_view::npos) return std::nullopt;
    const std::optional<double> part = number(text.substr(0, comma));
    if (!part) return std::nullopt;
    n[d] = *part;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  const double length = norm(n);
  return length > 0 ? std::optional(n / length) : std::nullopt;
}

}  // namespace

Plane cut_plane(const std::string& text) {
  const std::size_t sign = text.find_first_of("<>=");
  if (sign != std::string::npos) {
    const auto n = direction(std::string_view(text).substr(0, sign));
    const auto offset = number(std::string_view(text).substr(sign + 1));
    if (n && offset) return {*offset * *n, text[sign] == '<' ? -*n : *n};
  }
  throw InputError("\"" + text +
                   "\" is no plane to cut at; write z=0.1 or \"z>0.1\" to cut off what is above 0.1 m, "
                   "\"z<0.1\" for what is below, or \"1,0,1>0.1\" for another direction");
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/polygon.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {
namespace {

using Corner = Vec2<double>;

std::string text(const Corner& x) { return fmt::format("({:g}, {:g})", x[0], x[1]); }

/// Twice the area of the triangle a b c, positive where it turns left.
double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Whether c, known to be on the line through a and b, lies between them.
bool is_between(const Corner& a, const Corner& b, const Corner& c) {
  for (int k = 0; k < 2; ++k)
    if (c[k] < std::min(a[k], b[k]) || c[k] > std::max(a[k], b[k])) return false;
  return true;
}

/// Whether the closed segments a b and c d share a point.
bool do_meet(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  const double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
  const bool is_crossing = (abc > 0) != (abd > 0) && (cda > 0) != (cdb > 0);
  if (is_crossing && abc != 0 && abd != 0 && cda != 0 && cdb != 0) return true;
  return (abc == 0 && is_between(a, b, c)) || (abd == 0 && is_between(a, b, d)) ||
         (cda == 0 && is_between(c, d, a)) || (cdb == 0 && is_between(c, d, b));
}

void check_corners(const std::vector<Corner>& corners) {
  const std::size_t n = corners.size();
  if (n < 3) throw InputError(fmt::format("a polygon has {} points; give at least three", n));
  if (n > std::size_t(kMostCorners))
    throw InputError(fmt::format("a polygon has {} points, but {} is the most", n, kMostCorners));
  for (std::size_t i = 0; i < n; ++i) {
    const Corner &here = corners[i], &next = corners[(i + 1) % n];
    if (!std::isfinite(here[0]) || !std::isfinite(here[1]))
      throw InputError(fmt::format("a polygon has the point {}; give finite numbers", text(here)));
    if (here == next)
      throw InputError(fmt::format("a polygon has the point {} twice in a row; leave one out{}", text(here),
                                   i + 1 == n ? " (the last point is joined to the first without it)" : ""));
  }
}

/// An edge that runs back along the one before it.
void check_spike(const Corner& before, const Corner& here, const Corner& after) {
  const double ahead =
      (here[0] - before[0]) * (after[0] - here[0]) + (here[1] - before[1]) * (after[1] - here[1]);
  if (turn(before, here, after) == 0 && ahead < 0)
    throw InputError(fmt::format("a polygon runs back on itself at {}; move that point", text(here)));
}

}  // namespace

void check_polygon(const std::vector<Corner>& corners) {
  check_corners(corners);
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    check_spike(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j + 1 == n) continue;  // neighbours share a corner
      if (do_meet(corners[i], corners[i + 1], corners[j], corners[(j + 1) % n]))
        throw InputError(fmt::format(
            "a polygon crosses or touches itself: its edge from {} to {} meets the one from {} to {}; "
            "give the points in order around it",
            text(corners[i]), text(corners[i + 1]), text(corners[j]), text(corners[(j + 1) % n])));
    }
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/power/spread.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/base/error.h>

namespace froth {

namespace {

/// A kernel that ends at 3 sqrt(eps) holds a ball of this radius at most [dx]: 4.2 of 4.24 where eps = 2
/// dx^2.
double largest_radius(double least) { return 2.97 * std::sqrt(least); }

template <class Real>
std::size_t checked_smallest(std::span<const Real> volume, std::span<const std::uint64_t> id) {
  for (std::size_t p = 0; p < volume.size(); ++p)
    if (!(volume[p] > 0) || !std::isfinite(volume[p]))
      throw InputError(fmt::format(
          "particle {} has a volume of {:g}; a power particle needs a positive volume to fill cells with",
          id.empty() ? p : id[p], static_cast<double>(volume[p])));
  return static_cast<std::size_t>(std::min_element(volume.begin(), volume.end()) - volume.begin());
}

void check_radius(std::uint64_t particle, double radius, double cell, Spread spread, double least) {
  if (2 * radius < cell)
    throw InputError(
        fmt::format("particle {} is {:g} m wide, less than a cell of the t-grid ({:g} m); choose t-cells of "
                    "at most {:g} m or larger particles",
                    particle, 2 * radius, cell, 2 * radius));
  if (spread == Spread::RadiusRatio && radius > largest_radius(least) * cell)
    throw InputError(fmt::format(
        "the smallest particle, {}, has a radius of {:g} m, {:.3g} t-cells of {:g} m, and does not "
        "fit into kernels that end at {:.3g} of them; choose t-cells of at least {:g} m, or the "
        "spread by own radius",
        particle, radius, radius / cell, cell, largest_radius(least), radius / largest_radius(least)));
}

}  // namespace

double ball_radius(int dim, double volume) {
  return dim == 2 ? std::sqrt(volume / std::numbers::pi) : std::cbrt(0.75 * volume / std::numbers::pi);
}

template <class Real>
std::vector<Real> particle_spreads(int dim, std::span<const Real> volume, double cell, Spread spread,
                                   double least, std::span<const std::uint64_t> id) {
  std::vector<Real> eps(volume.size());
  if (volume.empty()) return eps;
  const std::size_t smallest = checked_smallest(volume, id);
  const double R_min = ball_radius(dim, static_cast<double>(volume[smallest])), base = least * cell * cell;
  check_radius(id.empty() ? smallest : id[smallest], R_min, cell, spread, least);
  for (std::size_t p = 0; p < volume.size(); ++p) {
    if (spread == Spread::Uniform) {
      eps[p] = static_cast<Real>(base);
      continue;
    }
    const double radius = ball_radius(dim, static_cast<double>(volume[p]));
    eps[p] = static_cast<Real>(spread == Spread::RadiusRatio ? base * (radius / R_min) * (radius / R_min)
                                                             : std::max(base, 0.5 * radius * radius));
  }
  return eps;
}

template std::vector<float> particle_spreads(int, std::span<const float>, double, Spread, double,
                                             std::span<const std::uint64_t>);
template std::vector<double> particle_spreads(int, std::span<const double>, double, Spread, double,
                                              std::span<const std::uint64_t>);

}  // namespace froth

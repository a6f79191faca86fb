// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/thin_particles.h>

#include <algorithm>
#include <cmath>

#include <froth/base/parallel.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/materials/tearing.h>
#include <froth/transfer/bspline.h>

namespace froth {

namespace {

/// Variances along the principal axes, smallest and largest; in the plane those of the plane.
template <int Dim>
std::pair<double, double> extremes(const Sym3<double>& v) {
  if constexpr (Dim == 2) {
    const double mean = (v.xx + v.yy) / 2, apart = std::hypot((v.xx - v.yy) / 2, v.xy);
    return {mean - apart, mean + apart};
  } else {
    const Vec3<double> e = eigen_sym(v).values;
    return {std::min({e[0], e[1], e[2]}), std::max({e[0], e[1], e[2]})};
  }
}

template <int Dim>
bool is_thin(const Sym3<double>& covariance, const ThinSettings& settings) {
  const auto [smallest, largest] = extremes<Dim>(covariance);
  return largest < settings.size || smallest < settings.ratio * largest;
}

}  // namespace

template <int Dim>
Sym3<double> neighbourhood_covariance(const PointCells<Dim>& points,
                                      const std::vector<std::vector<double>>& mass, std::size_t block,
                                      std::size_t point) {
  using Place = Vec<Dim, float>;
  constexpr std::int32_t reach = 4;  // of the kernel, in half cells
  const Around<Dim> around = points.list().around(points.blocks()[block]);
  const Place here = points.place(point);
  Vec<Dim, std::int32_t> low{}, high{};
  for (int d = 0; d < Dim; ++d) {
    low[d] = static_cast<std::int32_t>(std::floor(here[d])) - reach;
    high[d] = static_cast<std::int32_t>(std::floor(here[d])) + reach;
  }
  const auto each = [&](auto&& use) {
    points.visit(around, low, high, [&](std::size_t other, const Place& x) {
      Vec3<double> from{};
      double w = mass[static_cast<std::size_t>(points.body(other))][points.slot(other)];
      for (int d = 0; d < Dim; ++d) {
        from[d] = 0.5 * (double(x[d]) - double(here[d]));
        w *= BSpline<3, double>::at(from[d]);
      }
      if (w > 0) use(from, w);
    });
  };
  Vec3<double> mean{};
  double sum = 0;
  each([&](const Vec3<double>& x, double w) { mean += w * x, sum += w; });
  mean = mean / sum;  // a point is its own neighbour: the sum is not zero
  Sym3<double> spread{0, 0, 0, 0, 0, 0};
  sum = 0;
  each([&](const Vec3<double>& x, double w) {
    const Vec3<double> y = x - mean;
    spread =
        spread +
        Sym3<double>{y[0] * y[0], y[1] * y[1], y[2] * y[2], y[0] * y[1], y[0] * y[2], y[1] * y[2]} * (w * w);
    sum += w * w;
  });
  return spread * (1 / sum);
}

template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> thin_particles(const PointCells<Dim>& points,
                                                       const std::vector<ColumnTable*>& bodies,
                                                       const ThinSettings& settings) {
  std::vector<std::vector<double>> mass;
  std::vector<const Real*> is_torn;
  for (ColumnTable* set : bodies) {
    const Real* m = set->plane<Real>("mass");
    mass.emplace_back(m, m + set->count());
    is_torn.push_back(set->has(kTornAttribute.name) ? set->plane<Real>(kTornAttribute.name) : nullptr);
  }
  std::vector<std::uint8_t> goes(points.count(), 0);
  parallel_tasks(static_cast<Index>(points.blocks().size()), [&](Index b) {
    const auto block = static_cast<std::size_t>(b);
    for (std::size_t k = points.begin(block); k < points.end(block); ++k) {
      const Real* torn = is_torn[static_cast<std::size_t>(points.body(k))];
      if (torn == nullptr || !(torn[points.slot(k)] > Real(0.5))) continue;
      goes[k] = is_thin<Dim>(neighbourhood_covariance(points, mass, block, k), settings) ? 1 : 0;
    }
  });
  std::vector<std::vector<std::uint32_t>> gone(bodies.size());
  for (std::size_t k = 0; k < goes.size(); ++k)
    if (goes[k] != 0) gone[static_cast<std::size_t>(points.body(k))].push_back(points.slot(k));
  for (auto& slots : gone) std::sort(slots.begin(), slots.end());
  return gone;
}

#define FROTH_THIN(Dim, Real)                                                 \
  template std::vector<std::vector<std::uint32_t>> thin_particles<Dim, Real>( \
      const PointCells<Dim>&, const std::vector<ColumnTable*>&, const ThinSettings&);
FROTH_THIN(2, float)
FROTH_THIN(2, double)
FROTH_THIN(3, float)
FROTH_THIN(3, double)
#undef FROTH_THIN
template Sym3<double> neighbourhood_covariance(const PointCells<2>&, const std::vector<std::vector<double>>&,
                                               std::size_t, std::size_t);
template Sym3<double> neighbourhood_covariance(const PointCells<3>&, const std::vector<std::vector<double>>&,
                                               std::size_t, std::size_t);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/merge_particles.h>

#include <algorithm>
#include <cmath>

#include <froth/foam/average_columns.h>

namespace froth {

namespace {

constexpr std::uint32_t kNobody = ~0u;

/// The nearest other point of the same body, where one is closer than `distance`; else kNobody.
template <int Dim>
std::vector<std::uint32_t> nearest_points(const PointCells<Dim>& points, float distance) {
  using Place = Vec<Dim, float>;
  std::vector<std::uint32_t> nearest(points.count(), kNobody);
  parallel_tasks(static_cast<Index>(points.blocks().size()), [&](Index b) {
    const auto block = static_cast<std::size_t>(b);
    const Around<Dim> around = points.list().around(points.blocks()[block]);
    for (std::size_t k = points.begin(block); k < points.end(block); ++k) {
      const Place here = points.place(k);
      Vec<Dim, std::int32_t> low{}, high{};
      for (int d = 0; d < Dim; ++d) {
        low[d] = static_cast<std::int32_t>(std::floor(here[d] - distance));
        high[d] = static_cast<std::int32_t>(std::floor(here[d] + distance));
      }
      float least = distance * distance;
      points.visit(around, low, high, [&](std::size_t other, const Place& x) {
        const float square = dot(x - here, x - here);
        if (other == k || points.body(other) != points.body(k) || !(square < least)) return;
        least = square;
        nearest[k] = static_cast<std::uint32_t>(other);
      });
    }
  });
  return nearest;
}

/// One body whose particles are merged.
template <int Dim, class Real>
class Merger {
 public:
  Merger(ColumnTable& particles, const Vec<Dim, std::int32_t>& periodic_cells)
      : averages_(particles),
        periodic_(periodic_cells),
        mass_(particles.plane<Real>("mass")),
        V0_(particles.plane<Real>("V0")) {
    for (int d = 0; d < Dim; ++d) {
      cell_[d] = particles.plane<std::int32_t>("cell", d);
      offset_[d] = particles.plane<Stored>("offset", d);
    }
  }

  /// Makes p of p and q; false where their strains have no average.
  bool merge(std::uint32_t p, std::uint32_t q) {
    const double m_p = double(mass_[p]), m_q = double(mass_[q]);
    shares_ = {{p, m_p, double(V0_[p])}, {q, m_q, double(V0_[q])}};
    if (!averages_.average(shares_)) return false;
    averages_.store(p);
    for (int d = 0; d < Dim; ++d) {
      std::int32_t cells = cell_[d][q] - cell_[d][p];
      if (const std::int32_t n = periodic_[d]; n > 0)
        cells -= n * static_cast<std::int32_t>(std::lround(double(cells) / n));
      const double apart = cells + (Offset<Real>::exact(offset_[d][q]) - Offset<Real>::exact(offset_[d][p]));
      Offset<Real>::advance(cell_[d][p], offset_[d][p], Real(apart * m_q / (m_p + m_q)));
    }
    mass_[p] = Real(m_p + m_q);
    V0_[p] = Real(double(V0_[p]) + double(V0_[q]));
    return true;
  }

 private:
  using Stored = typename Offset<Real>::Stored;
  ColumnAverages<Real> averages_;
  Vec<Dim, std::int32_t> periodic_;
  Real *mass_, *V0_;
  std::int32_t* cell_[Dim];
  Stored* offset_[Dim];
  std::vector<Share> shares_;
};

}  // namespace

template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> merge_particles(const PointCells<Dim>& points,
                                                        const std::vector<ColumnTable*>& bodies,
                                                        double distance,
                                                        const Vec<Dim, std::int32_t>& periodic_cells) {
  const std::vector<std::uint32_t> nearest = nearest_points(points, static_cast<float>(distance));
  std::vector<Merger<Dim, Real>> mergers;
  for (ColumnTable* body : bodies) mergers.emplace_back(*body, periodic_cells);
  std::vector<std::vector<std::uint32_t>> gone(bodies.size());
  std::vector<bool> is_selected(points.count(), false);
  for (std::size_t p = 0; p < nearest.size(); ++p) {
    const std::uint32_t q = nearest[p];
    if (q == kNobody || is_selected[p] || is_selected[q]) continue;
    const auto body = static_cast<std::size_t>(points.body(p));
    if (!mergers[body].merge(points.slot(p), points.slot(q))) continue;
    is_selected[p] = is_selected[q] = true;
    gone[body].push_back(points.slot(q));
  }
  for (auto& slots : gone) std::sort(slots.begin(), slots.end());
  return gone;
}

template std::vector<std::vector<std::uint32_t>> merge_particles<2, float>(const PointCells<2>&,
                                                                           const std::vector<ColumnTable*>&,
                                                                           double,
                                                                           const Vec<2, std::int32_t>&);
template std::vector<std::vector<std::uint32_t>> merge_particles<2, double>(const PointCells<2>&,
                                                                            const std::vector<ColumnTable*>&,
                                                                            double,
                                                                            const Vec<2, std::int32_t>&);
template std::vector<std::vector<std::uint32_t>> merge_particles<3, float>(const PointCells<3>&,
                                                                           const std::vector<ColumnTable*>&,
                                                                           double,
                                                                           const Vec<3, std::int32_t>&);
template std::vector<std::vector<std::uint32_t>> merge_particles<3, double>(const PointCells<3>&,
                                                                            const std::vector<ColumnTable*>&,
                                                                            double,
                                                                            const Vec<3, std::int32_t>&);

}  // namespace froth

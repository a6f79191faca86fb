// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/power_diagram.h>

#include <array>
#include <numbers>

#include <froth/base/parallel.h>
#include <froth/power_cells/disc_pieces.h>
#include <froth/power_cells/side_plane.h>

namespace froth {

namespace {

/// Neighbours that are listed beforehand; a cell of a foam has 14 on average.
constexpr std::size_t kListed = 40;
constexpr double kRoom = 1.001;  // of the box around a ball, over the ball: its sides must not touch it
constexpr Index kCellsPerTask = 32;

template <int Dim>
double typical_distance(const std::vector<Vec<Dim, double>>& x) {
  if (x.empty()) return 1;
  Vec<Dim, double> low = x[0], high = x[0];
  for (const auto& place : x)
    for (int d = 0; d < Dim; ++d) low[d] = std::min(low[d], place[d]), high[d] = std::max(high[d], place[d]);
  double width = 0;
  for (int d = 0; d < Dim; ++d) width = std::max(width, high[d] - low[d]);
  return width > 0 ? width / std::pow(double(x.size()), 1.0 / Dim) : 1;
}

/// Solid angle of the triangle between the foot of the origin in a plane, p and q, at height h
/// [VanOosterom1983].
double solid_angle(const Vec2<double>& p, const Vec2<double>& q, double h) {
  const double lp = std::sqrt(dot(p, p) + h * h), lq = std::sqrt(dot(q, q) + h * h);
  return 2 * std::atan2(cross2(p, q), lp * lq + h * (lp + lq) + dot(p, q) + h * h);
}

struct FacePart {
  double area = 0, angle = 0;  ///< within the ball, and as the centre sees it
};

FacePart face_part(const ConvexCell<3>& cell, const ConvexCell<3>::Face& face, const Vec3<double>& n,
                   double h, double w) {
  const PlaneAxes axes(n);
  const double rho_square = w - h * h, height = std::abs(h), radius = std::sqrt(w);
  FacePart part;
  if (rho_square <= 0) return part;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vec2<double> p = axes.flat(cell.corner(face.corners[k]).x),
                       q = axes.flat(cell.corner(face.corners[k + 1 == face.corners.size() ? 0 : k + 1]).x);
    if (!std::isfinite(w)) {
      part.area += cross2(p, q) / 2;
      continue;
    }
    split_by_disc(
        p, q, rho_square,
        [&](const Vec2<double>& a, const Vec2<double>& b) {
          part.area += cross2(a, b) / 2;
          part.angle += solid_angle(a, b, height);
        },
        [&](double angle) {
          part.area += rho_square * angle / 2;
          part.angle += angle * (1 - height / radius);
        });
  }
  return part;
}

CellMeasure measure_cell(const PowerSites<3>& sites, std::size_t bubble, std::span<const double> w,
                         const ConvexCell<3>& cell) {
  CellMeasure measure;
  if (cell.is_empty()) return measure;
  const double ball = sites.has_free_surface ? w[bubble] : PowerSites<3>::kNoWall;
  double seen = 0;
  bool is_within = true;
  for (const ConvexCell<3>::Face& face : cell.faces()) {
    if (is_beyond(face.tag)) continue;
    const SidePlane<3> plane = side_plane(sites, bubble, w, face.tag);
    const FacePart part = face_part(cell, face, plane.normal, plane.height, ball);
    is_within = is_within && plane.height >= 0;
    seen += plane.height >= 0 ? part.angle : -part.angle;
    measure.volume += plane.height * part.area / 3;
    if (part.area > 0) measure.sides.push_back({face.tag, part.area, plane.distance});
  }
  if (!sites.has_free_surface) return measure;
  const double open = std::max(0.0, (is_within ? 4 * std::numbers::pi : 0) - seen);
  measure.cap = open * ball;
  measure.volume += open * ball * std::sqrt(ball) / 3;
  return measure;
}

CellMeasure measure_cell(const PowerSites<2>& sites, std::size_t bubble, std::span<const double> w,
                         const ConvexCell<2>& cell) {
  CellMeasure measure;
  const double ball = sites.has_free_surface ? w[bubble] : PowerSites<2>::kNoWall;
  for (std::size_t k = 0; k < cell.side_count(); ++k) {
    const auto [p, q] = cell.side(k);
    double length = 0;
    const auto inside = [&](const Vec2<double>& a, const Vec2<double>& b) {
      measure.volume += cross2(a, b) / 2;
      length += norm(b - a);
    };
    if (!sites.has_free_surface)
      inside(p, q);
    else
      split_by_disc(p, q, ball, inside, [&](double angle) {
        measure.volume += ball * angle / 2;
        measure.cap += std::sqrt(ball) * angle;
      });
    if (length <= 0 || is_beyond(cell.tag(k))) continue;
    measure.sides.push_back({cell.tag(k), length, side_plane(sites, bubble, w, cell.tag(k)).distance});
  }
  measure.cap = std::max(0.0, measure.cap);
  return measure;
}

}  // namespace

double CellMeasure::surface() const {
  double sum = cap;
  for (const SideMeasure& side : sides) sum += side.area;
  return sum;
}

double largest_of(std::span<const double> w) {
  double most = -std::numeric_limits<double>::infinity();
  for (const double value : w) most = std::max(most, value);
  return most;
}

template <int Dim>
PowerSites<Dim> PowerSites<Dim>::from(std::vector<Place> centers) {
  PowerSites sites;
  sites.bubbles = centers.size();
  sites.x = std::move(centers);
  for (std::uint32_t k = 0; k < sites.bubbles; ++k) sites.of.push_back(k);
  return sites;
}

template <int Dim>
PowerDiagram<Dim>::PowerDiagram(const PowerSites<Dim>& sites)
    : sites_(sites), search_(sites.x, typical_distance<Dim>(sites.x)), near_(search_.all_nearest(kListed)) {}

template <int Dim>
void PowerDiagram<Dim>::cut(std::size_t bubble, std::span<const double> w, double largest_w,
                            Workspace& work) const {
  const Place& x = sites_.x[bubble];
  const double own = w[bubble];
  const double radius = !sites_.has_free_surface ? PowerSites<Dim>::kNoWall : own > 0 ? std::sqrt(own) : 0.0;
  Place low{}, high{};
  std::array<PlaneTag, 2 * Dim> tags{};
  for (int d = 0; d < Dim; ++d) {
    const double to_low = sites_.low[d] - x[d], to_high = sites_.high[d] - x[d];
    const bool low_far = to_low<-radius, high_far = to_high> radius;
    low[d] = low_far ? -kRoom * radius : to_low;
    high[d] = high_far ? kRoom * radius : to_high;
    tags[std::size_t(2 * d)] = low_far ? kBeyond - 2 * d : side_tag(d, false);
    tags[std::size_t(2 * d + 1)] = high_far ? kBeyond - 2 * d - 1 : side_tag(d, true);
  }
  work.cell.start(low, high, tags);
  bool has_room = radius > 0;
  for (int d = 0; d < Dim; ++d) has_room = has_room && low[d] < high[d];
  if (!has_room) {
    Place up{};
    up[0] = 1;
    work.cell.cut(up, -std::numeric_limits<double>::max(), kBeyond);
    return;
  }
  double reach = std::sqrt(std::min(radius * radius, work.cell.farthest_square()));
  std::span<const Neighbor> list = near_.of(bubble);
  std::size_t others =
      sites_.x.size() - 1;  // as many as a list may have; those made here have the bubble too
  for (std::size_t k = 0;; ++k) {
    if (k == list.size()) {
      if (list.size() >= others) return;
      if (others < sites_.x.size())
        ++k;  // a plane must not cut twice: lists have the bubble itself from now on
      others = sites_.x.size();
      search_.nearest(x, 2 * list.size(), work.near);
      list = {work.near.data(), work.near.size()};
    }
    const Neighbor& near = list[k];
    const double d = std::sqrt(near.square);
    if (near.square + own - largest_w >= 2 * d * reach) return;
    const double offset = (near.square + own - w[sites_.of[near.point]]) / (2 * d);
    if (offset >= reach) continue;
    if (!work.cell.cut((sites_.x[near.point] - x) / d, offset, static_cast<PlaneTag>(near.point))) continue;
    if (work.cell.is_empty()) return;
    reach = std::sqrt(std::min(radius * radius, work.cell.farthest_square()));
  }
}

template <int Dim>
CellMeasure PowerDiagram<Dim>::measure(std::size_t bubble, std::span<const double> w, double largest_w,
                                       Workspace& work) const {
  cut(bubble, w, largest_w, work);
  return measure_cell(sites_, bubble, w, work.cell);
}

template <int Dim>
std::vector<CellMeasure> PowerDiagram<Dim>::measure_all(std::span<const double> w) const {
  std::vector<CellMeasure> all(sites_.bubbles);
  const double most = largest_of(w);
  parallel_chunks(static_cast<Index>(all.size()), kCellsPerTask, [&](const Chunk& chunk) {
    Workspace work;
    for (auto k = static_cast<std::size_t>(chunk.begin); k < static_cast<std::size_t>(chunk.end); ++k)
      all[k] = measure(k, w, most, work);
  });
  return all;
}

template struct PowerSites<2>;
template struct PowerSites<3>;
template class PowerDiagram<2>;
template class PowerDiagram<3>;

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/flat_films.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/base/parallel.h>
#include <froth/power_cells/disc_pieces.h>
#include <froth/power_cells/side_plane.h>

namespace froth {

namespace {

constexpr Index kBubblesPerTask = 32;
constexpr double kWidestChord = std::numbers::pi / 4;  // angle of a chord at most
constexpr double kTurn = 2 * std::numbers::pi;

/// Cuts the faces of one cell at its ball and turns them into films.
class FilmCutter {
 public:
  FilmCutter(const PowerSites<3>& sites, std::size_t bubble, std::span<const double> w, double detail)
      : sites_(sites), bubble_(bubble), w_(w), detail_(detail), x_(sites.x[bubble]) {}

  FlatFilm film(const ConvexCell<3>& cell, const ConvexCell<3>::Face& face) {
    film_ = {static_cast<std::uint32_t>(bubble_), face.tag, {}};
    plane_ = side_plane(sites_, bubble_, w_, face.tag);
    axes_ = PlaneAxes(plane_.normal);
    rho_square_ =
        sites_.has_free_surface ? w_[bubble_] - plane_.height * plane_.height : PowerSites<3>::kNoWall;
    if (rho_square_ <= 0) return std::move(film_);
    places_.clear();
    for (const std::uint32_t k : face.corners) places_.push_back(axes_.flat(cell.corner(k).x));
    opened_ = false;
    for (std::size_t k = 0; k < places_.size(); ++k) add_edge(cell, face, k);
    if (opened_) add_arc(open_at_, first_entry_);
    if (film_.corners.empty() && is_foot_inside()) add_circle();
    if (film_.corners.size() < 3) film_.corners.clear();
    return std::move(film_);
  }

 private:
  void add_edge(const ConvexCell<3>& cell, const ConvexCell<3>::Face& face, std::size_t k) {
    const Vec2<double>&p = places_[k], &q = places_[k + 1 == places_.size() ? 0 : k + 1];
    const bool is_in = dot(p, p) <= rho_square_, goes_in = dot(q, q) <= rho_square_;
    if (is_in) add_corner(cell.corner(face.corners[k]));
    if (is_in && goes_in) return;
    const InsideRange range = inside_range(p, q, rho_square_);
    if (!is_in && !goes_in && !(range.from < range.to)) return;
    if (!is_in) enter(p + range.from * (q - p), face.across[k]);
    if (!goes_in) leave(p + range.to * (q - p), face.across[k]);
  }

  Vec3<double> lifted(const Vec2<double>& p) const {
    return plane_.height * plane_.normal + p[0] * axes_.a + p[1] * axes_.b;
  }

  void add_corner(const ConvexCell<3>::Corner& corner) {
    CornerName name;
    name.of = {corner.planes[0], corner.planes[1], corner.planes[2], static_cast<PlaneTag>(bubble_)};
    std::ranges::sort(name.of);
    film_.corners.push_back({name, x_ + corner.x});
  }

  void enter(const Vec2<double>& p, PlaneTag across) {
    if (film_.corners.empty())
      first_entry_ = p;
    else if (opened_)
      add_arc(open_at_, p);
    opened_ = false;
    add_crossing(p, across);
  }
  void leave(const Vec2<double>& p, PlaneTag across) {
    add_crossing(p, across);
    opened_ = true, open_at_ = p;
  }

  void add_crossing(const Vec2<double>& p, PlaneTag across) {
    const Vec3<double> arm = lifted(p);
    std::array<PlaneTag, 3> three = {static_cast<PlaneTag>(bubble_), film_.beyond, across};
    std::ranges::sort(three);
    CornerName name;
    name.of = {kOpenAir, three[0], three[1], three[2]};
    name.which = dot(arm, line_of(three)) > 0 ? 2 : 1;
    film_.corners.push_back({name, x_ + arm});
  }

  /// Direction of the line in which three cells meet, the same for all of them; sides of the box come first.
  Vec3<double> line_of(const std::array<PlaneTag, 3>& three) const {
    const auto place = [&](int k) { return sites_.x[static_cast<std::size_t>(three[std::size_t(k)])]; };
    const auto normal = [&](int k) { return side_plane(sites_, bubble_, w_, three[std::size_t(k)]).normal; };
    if (three[1] < 0) return cross(normal(0), normal(1));
    if (three[0] < 0) return cross(normal(0), place(2) - place(1));
    return cross(place(1) - place(0), place(2) - place(0));
  }

  int chords(double angle) const {
    double ball = w_[bubble_];
    if (film_.beyond >= 0) ball = std::min(ball, w_[sites_.of[static_cast<std::size_t>(film_.beyond)]]);
    const double length = detail_ * std::sqrt(ball);
    return std::max(1,
                    int(std::ceil(std::max(angle * std::sqrt(rho_square_) / length, angle / kWidestChord))));
  }

  void add_arc_corner(double angle) {
    const double rho = std::sqrt(rho_square_);
    film_.corners.push_back({{}, x_ + lifted({rho * std::cos(angle), rho * std::sin(angle)})});
  }

  /// Turning left from where the film's outline leaves the ball to where it comes back.
  void add_arc(const Vec2<double>& from, const Vec2<double>& to) {
    const double start = std::atan2(from[1], from[0]);
    double angle = angle_between(from, to);
    if (angle <= 0) angle += kTurn;
    const int count = chords(angle);
    for (int k = 1; k < count; ++k) add_arc_corner(start + angle * k / count);
  }

  bool is_foot_inside() const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (cross2(places_[k], places_[k + 1 == places_.size() ? 0 : k + 1]) <= 0) return false;
    return true;
  }

  void add_circle() {
    const int count = std::max(6, chords(kTurn));
    for (int k = 0; k < count; ++k) add_arc_corner(kTurn * k / count);
  }

  const PowerSites<3>& sites_;
  std::size_t bubble_;
  std::span<const double> w_;
  double detail_;
  Vec3<double> x_;
  FlatFilm film_;
  SidePlane<3> plane_;
  PlaneAxes axes_{Vec3<double>{0, 0, 1}};
  double rho_square_ = 0;
  std::vector<Vec2<double>> places_;  ///< of the face's corners around the foot of the site
  bool opened_ = false;               ///< an arc has begun
  Vec2<double> open_at_{}, first_entry_{};
};

}  // namespace

std::vector<FlatFilm> flat_films(const PowerDiagram<3>& diagram, std::span<const double> w, double detail) {
  const PowerSites<3>& sites = diagram.sites();
  const auto count = static_cast<Index>(sites.bubbles);
  std::vector<std::vector<FlatFilm>> parts(static_cast<std::size_t>(chunk_count(count, kBubblesPerTask)));
  const double most = largest_of(w);
  parallel_chunks(count, kBubblesPerTask, [&](const Chunk& chunk) {
    PowerDiagram<3>::Workspace work;
    auto& part = parts[static_cast<std::size_t>(chunk.number)];
    for (auto i = static_cast<std::size_t>(chunk.begin); i < static_cast<std::size_t>(chunk.end); ++i) {
      diagram.cut(i, w, most, work);
      FilmCutter cutter(sites, i, w, detail);
      for (const ConvexCell<3>::Face& face : work.cell.faces()) {
        const bool is_bubble = face.tag >= 0 && static_cast<std::size_t>(face.tag) < sites.bubbles;
        if (is_beyond(face.tag) || (is_bubble && static_cast<std::size_t>(face.tag) < i)) continue;
        FlatFilm film = cutter.film(work.cell, face);
        if (!film.corners.empty()) part.push_back(std::move(film));
      }
    }
  });
  std::vector<FlatFilm> all;
  for (auto& part : parts) std::ranges::move(part, std::back_inserter(all));
  return all;
}

}  // namespace froth

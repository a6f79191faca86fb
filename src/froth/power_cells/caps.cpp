// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/caps.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/power_cells/sphere_hull.h>

namespace froth {

namespace {

constexpr double kFromRim = 0.6;  // distance of samples from the rim, over that of samples
constexpr double kMostSwelling = 0.1;
constexpr int kSwellings = 12;

using Edge = std::array<std::uint32_t, 2>;

/// Points spread evenly over the unit sphere, along a spiral.
std::vector<Vec3<double>> spiral_points(int count) {
  std::vector<Vec3<double>> points;
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0));
  for (int k = 0; k < count; ++k) {
    const double y = 1 - (2 * k + 1) / double(count), r = std::sqrt(1 - y * y);
    points.push_back({r * std::cos(turn * k), y, r * std::sin(turn * k)});
  }
  return points;
}

/// The closed lines that a rim consists of, as numbers of its edges.
std::vector<std::vector<std::size_t>> loops_of(std::span<const Edge> rim) {
  std::vector<std::vector<std::size_t>> loops;
  std::vector<bool> is_used(rim.size(), false);
  for (std::size_t start = 0; start < rim.size(); ++start) {
    if (is_used[start]) continue;
    auto& loop = loops.emplace_back();
    for (std::size_t at = start; at < rim.size();) {
      is_used[at] = true;
      loop.push_back(at);
      std::size_t next = 0;
      while (next < rim.size() && (rim[next][0] != rim[at][1] || is_used[next])) ++next;
      at = next;
    }
  }
  return loops;
}

/// The middle of a closed line, moved onto the ball.
Vec3<double> middle_of(const OpenBubble& bubble, std::span<const Edge> rim,
                       std::span<const std::size_t> loop) {
  Vec3<double> sum{};
  double length = 0;
  for (const std::size_t k : loop) {
    const Vec3<double>&a = bubble.x[rim[k][0]], &b = bubble.x[rim[k][1]];
    sum += (norm(b - a) / 2) * (a + b);
    length += norm(b - a);
  }
  const double far = norm(sum);
  return far > 1e-6 * length * bubble.radius ? (bubble.radius / far) * sum : sum / length;
}

class Sampler {
 public:
  Sampler(const OpenBubble& bubble, std::span<const Edge> rim, double spacing)
      : bubble_(bubble), spacing_(spacing) {
    for (const Edge& edge : rim) near_.push_back(bubble.x[edge[0]]);
  }

  std::vector<Vec3<double>> samples(std::span<const Edge> rim) {
    std::vector<Vec3<double>> all;
    const double share = spacing_ / bubble_.radius;
    const int count = std::max(32, int(4 * std::numbers::pi / (std::sqrt(0.75) * share * share)));
    for (const Vec3<double>& u : spiral_points(count))
      if (const Vec3<double> x = bubble_.radius * u; is_open(x) && is_free(x, kFromRim * spacing_))
        all.push_back(x);
    // A small cap still bulges: its middle.
    for (const auto& loop : loops_of(rim))
      if (const Vec3<double> x = middle_of(bubble_, rim, loop);
          is_open(x) && is_free(x, 1e-4 * bubble_.radius) && !is_beside(all, x))
        all.push_back(x);
    return all;
  }

 private:
  bool is_open(const Vec3<double>& x) const {
    for (std::size_t f = 0; f < bubble_.films.size(); ++f)
      if (dot(bubble_.normal[f], x) >= bubble_.height[f] - 1e-5 * bubble_.radius) return false;
    return true;
  }
  bool is_free(const Vec3<double>& x, double distance) const {
    return std::ranges::all_of(near_, [&](const Vec3<double>& p) { return norm(p - x) >= distance; });
  }
  bool is_beside(const std::vector<Vec3<double>>& all, const Vec3<double>& x) const {
    return std::ranges::any_of(all, [&](const Vec3<double>& p) { return norm(p - x) < kFromRim * spacing_; });
  }

  const OpenBubble& bubble_;
  double spacing_;
  std::vector<Vec3<double>> near_;
};

bool share_a_film(const std::vector<std::vector<std::uint32_t>>& films_at,
                  const std::array<std::uint32_t, 3>& corners) {
  for (const std::uint32_t corner : corners)
    if (corner >= films_at.size()) return false;
  return std::ranges::any_of(films_at[corners[0]], [&](std::uint32_t film) {
    return std::ranges::count(films_at[corners[1]], film) > 0 &&
           std::ranges::count(films_at[corners[2]], film) > 0;
  });
}

/// Whether the edges that a cap has once are the rim, each once.
bool fits(const Cap& cap, std::span<const Edge> rim) {
  std::vector<Edge> edges;
  for (const auto& t : cap.triangles)
    for (std::size_t k = 0; k < 3; ++k) edges.push_back({t[k], t[(k + 1) % 3]});
  std::ranges::sort(edges);
  if (std::ranges::adjacent_find(edges) != edges.end()) return false;
  std::size_t open = 0;
  for (const Edge& edge : edges)
    if (!std::ranges::binary_search(edges, Edge{edge[1], edge[0]})) ++open;
  if (open != rim.size()) return false;
  return std::ranges::all_of(rim, [&](const Edge& edge) {
    return std::ranges::binary_search(edges, edge) &&
           !std::ranges::binary_search(edges, Edge{edge[1], edge[0]});
  });
}

/// A corner in the middle of each closed line, joined to all of it: for caps too small for whole numbers.
Cap fan_cap(const OpenBubble& bubble, std::span<const Edge> rim) {
  Cap cap;
  for (const auto& loop : loops_of(rim)) {
    const auto middle = static_cast<std::uint32_t>(bubble.x.size() + cap.x.size());
    cap.x.push_back(middle_of(bubble, rim, loop));
    for (const std::size_t k : loop) cap.triangles.push_back({rim[k][0], rim[k][1], middle});
  }
  cap.is_whole = fits(cap, rim);
  return cap;
}

double cone(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return dot(a, cross(b, c)) / 6;
}

}  // namespace

std::vector<Edge> open_edges(const OpenBubble& bubble) {
  std::vector<Edge> edges, open;
  for (const auto& film : bubble.films)
    for (std::size_t k = 0; k < film.size(); ++k)
      edges.push_back({film[k], film[k + 1 == film.size() ? 0 : k + 1]});
  std::ranges::sort(edges);
  for (const Edge& edge : edges)
    if (!std::ranges::binary_search(edges, Edge{edge[1], edge[0]})) open.push_back({edge[1], edge[0]});
  return open;
}

Cap make_cap(const OpenBubble& bubble, std::span<const Edge> rim, double detail) {
  std::vector<std::vector<std::uint32_t>> films_at(bubble.x.size());
  for (std::uint32_t f = 0; f < bubble.films.size(); ++f)
    for (const std::uint32_t corner : bubble.films[f]) films_at[corner].push_back(f);
  Cap cap;
  // Where samples come to lie badly, others do not.
  for (const double finer : {1.0, 0.83, 1.21, 0.61, 1.6}) {
    const double spacing = finer * detail * bubble.radius;
    cap.x = Sampler(bubble, rim, spacing).samples(rim);
    std::vector<Vec3<double>> points = bubble.x;
    points.insert(points.end(), cap.x.begin(), cap.x.end());
    cap.triangles.clear();
    for (const auto& triangle : sphere_hull(points, bubble.radius))
      if (!share_a_film(films_at, triangle)) cap.triangles.push_back(triangle);
    cap.is_whole = !cap.triangles.empty() && fits(cap, rim);
    if (cap.is_whole) return cap;
  }
  return fan_cap(bubble, rim);
}

void fill_to_volume(const OpenBubble& bubble, Cap& cap, double volume) {
  if (cap.x.empty()) return;
  double flat = 0;
  for (const auto& film : bubble.films)
    for (std::size_t k = 1; k + 1 < film.size(); ++k)
      flat += cone(bubble.x[film[0]], bubble.x[film[k]], bubble.x[film[k + 1]]);
  const auto place = [&](std::uint32_t k, double scale) {
    return k < bubble.x.size() ? bubble.x[k] : scale * cap.x[k - bubble.x.size()];
  };
  const auto held = [&](double scale) {
    double sum = flat;
    for (const auto& t : cap.triangles)
      sum += cone(place(t[0], scale), place(t[1], scale), place(t[2], scale));
    return sum;
  };
  // The secant method; volume rises with the scale.
  double scale = 1, before = 1.01, error = held(scale) - volume, error_before = held(before) - volume;
  for (int k = 0; k < kSwellings && std::abs(error) > 1e-12 * volume && error != error_before; ++k) {
    const double next = scale - error * (scale - before) / (error - error_before);
    before = scale, error_before = error;
    scale = std::clamp(next, 1 - kMostSwelling, 1 + kMostSwelling);
    error = held(scale) - volume;
  }
  for (Vec3<double>& x : cap.x) x *= scale;
}

}  // namespace froth

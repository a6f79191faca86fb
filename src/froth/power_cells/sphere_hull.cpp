// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/sphere_hull.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

using Whole = Vec3<std::int64_t>;
__extension__ using Wide = __int128;

constexpr double kSteps = 268435456;  // 2^28 to a radius: determinants then have less than 2^92
// Beyond this, a determinant of whole numbers below 2^30 has the right sign in double precision too.
constexpr double kSure = 7.0e13;

/// Above 0 where d is seen from the side to which a, b, c turn left.
int side_of(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
  const Whole u = b - a, v = c - a, w = d - a;
  const auto approx = [](std::int64_t value) { return static_cast<double>(value); };
  const double guess = approx(w[0]) * (approx(u[1]) * approx(v[2]) - approx(u[2]) * approx(v[1])) +
                       approx(w[1]) * (approx(u[2]) * approx(v[0]) - approx(u[0]) * approx(v[2])) +
                       approx(w[2]) * (approx(u[0]) * approx(v[1]) - approx(u[1]) * approx(v[0]));
  if (std::abs(guess) > kSure) return guess > 0 ? 1 : -1;
  const Wide exact = Wide(w[0]) * (Wide(u[1]) * v[2] - Wide(u[2]) * v[1]) +
                     Wide(w[1]) * (Wide(u[2]) * v[0] - Wide(u[0]) * v[2]) +
                     Wide(w[2]) * (Wide(u[0]) * v[1] - Wide(u[1]) * v[0]);
  return exact > 0 ? 1 : exact < 0 ? -1 : 0;
}

class Hull {
 public:
  using Triangle = std::array<std::uint32_t, 3>;

  Hull(std::span<const Vec3<double>> points, double radius) {
    for (const Vec3<double>& p : points) {
      Whole at{};
      for (int d = 0; d < 3; ++d) at[d] = std::llround(p[d] / radius * kSteps);
      at_.push_back(at);
    }
  }

  std::vector<Triangle> run() {
    if (!start()) return {};
    for (std::uint32_t k = 0; k < at_.size(); ++k)
      if (std::ranges::find(first_, k) == first_.end()) add(k);
    return std::move(triangles_);
  }

 private:
  /// Four points that are in no plane.
  bool start() {
    if (at_.size() < 4) return false;
    const auto square = [](const Vec3<double>& v) { return dot(v, v); };
    const auto arm = [&](std::size_t k) { return (at_[k] - at_[0]).cast<double>(); };
    std::uint32_t b = 0, c = 0, d = 0;
    double most = 0;
    for (std::uint32_t k = 1; k < at_.size(); ++k)
      if (const double s = square(arm(k)); s > most) most = s, b = k;
    most = 0;
    for (std::uint32_t k = 1; k < at_.size(); ++k)
      if (const double s = square(cross(arm(b), arm(k))); s > most) most = s, c = k;
    most = 0;
    const Vec3<double> normal = cross(arm(b), arm(c));
    for (std::uint32_t k = 1; k < at_.size(); ++k)
      if (const double s = std::abs(dot(normal, arm(k))); s > most) most = s, d = k;
    if (b == 0 || c == 0 || d == 0) return false;
    const int side = side_of(at_[0], at_[b], at_[c], at_[d]);
    if (side == 0) return false;
    if (side > 0) std::swap(b, c);
    first_ = {0, b, c, d};
    triangles_ = {{0, b, c}, {0, c, d}, {0, d, b}, {b, d, c}};
    return true;
  }

  void add(std::uint32_t point) {
    rim_.clear();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < triangles_.size(); ++k) {
      const Triangle t = triangles_[k];
      if (side_of(at_[t[0]], at_[t[1]], at_[t[2]], at_[point]) <= 0) {
        triangles_[kept++] = t;
        continue;
      }
      for (std::size_t e = 0; e < 3; ++e) cross_off(t[e], t[(e + 1) % 3]);
    }
    triangles_.resize(kept);
    for (const auto& [from, to] : rim_) triangles_.push_back({from, to, point});
  }

  /// An edge of two triangles that go is inside of the hole.
  void cross_off(std::uint32_t from, std::uint32_t to) {
    const auto other = std::ranges::find(rim_, std::pair(to, from));
    if (other == rim_.end())
      rim_.emplace_back(from, to);
    else
      rim_.erase(other);
  }

  std::vector<Whole> at_;
  std::array<std::uint32_t, 4> first_{};
  std::vector<Triangle> triangles_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rim_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> sphere_hull(std::span<const Vec3<double>> points, double radius) {
  return Hull(points, radius).run();
}

}  // namespace froth

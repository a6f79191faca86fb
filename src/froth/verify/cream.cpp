// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/cream.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <froth/geometry/pieces.h>
#include <froth/verify/trial.h>
#include <froth/transfer/bspline.h>

namespace froth::verify {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kStepsPerCell = 4;
constexpr int kReach = 2 * kStepsPerCell;  ///< of a cubic spline

/// Replaces squares of distances along a line by the least of f(q) + (p - q)^2, in steps: the lower envelope
/// of parabolas, which makes a distance in the plane or in space out of passes along the axes.
class LineDistance {
 public:
  explicit LineDistance(int longest) : f_(std::size_t(longest)), at_(f_.size()), from_(f_.size() + 1) {}

  void operator()(double* line, int n, std::size_t stride) {
    for (int p = 0; p < n; ++p) f_[std::size_t(p)] = line[std::size_t(p) * stride];
    std::size_t last = 0;
    at_[0] = 0, from_[0] = -1e300, from_[1] = 1e300;
    for (int q = 1; q < n; ++q) {
      double s = crossing(at_[last], q);
      while (s <= from_[last]) s = crossing(at_[--last], q);
      at_[++last] = q;
      from_[last] = s, from_[last + 1] = 1e300;
    }
    last = 0;
    for (int p = 0; p < n; ++p) {
      while (from_[last + 1] < p) ++last;
      const double away = p - at_[last];
      line[std::size_t(p) * stride] = away * away + f_[std::size_t(at_[last])];
    }
  }

 private:
  double crossing(int p, int q) const {
    return (f_[std::size_t(q)] + double(q) * q - f_[std::size_t(p)] - double(p) * p) / (2.0 * (q - p));
  }
  std::vector<double> f_;
  std::vector<int> at_;
  std::vector<double> from_;
};

}  // namespace

double Cloud::total_mass() const { return std::accumulate(mass.begin(), mass.end(), 0.0); }

double Cloud::torn_mass() const {
  double sum = 0;
  for (std::size_t k = 0; k < mass.size(); ++k) sum += is_torn[k] ? mass[k] : 0;
  return sum;
}

Cloud cloud_of(const Simulation& simulation, double density) {
  Cloud cloud{points_of(simulation).x,
              attribute_of(simulation, "mass"),
              {},
              simulation.scene().solver.cell_size,
              density};
  for (const double value : attribute_of(simulation, "is_weak")) cloud.is_torn.push_back(value > 0.5);
  return cloud;
}

std::vector<double> slice_diameters(const Cloud& cloud, double bottom, double top) {
  const int count = std::max(1, static_cast<int>(std::ceil((top - bottom) / cloud.cell))) + 1;
  std::vector<double> area(std::size_t(count), 0.0);
  for (std::size_t k = 0; k < cloud.x.size(); ++k) {
    const double place = (top - cloud.x[k][1]) / cloud.cell, below = std::floor(place);
    const double share = cloud.mass[k] / cloud.density / cloud.cell;
    for (const double slice : {below, below + 1})
      if (slice >= 0 && slice < count) area[std::size_t(slice)] += share * (1 - std::abs(place - slice));
  }
  for (double& a : area) a = 2 * std::sqrt(a / kPi);
  return area;
}

double neck_width(const Cloud& cloud, double root) {
  double mass = 0, moment = 0;
  for (std::size_t k = 0; k < cloud.x.size(); ++k)
    if (cloud.x[k][1] < root) mass += cloud.mass[k], moment += cloud.mass[k] * cloud.x[k][1];
  if (mass == 0) return 0;
  const std::vector<double> widths = slice_diameters(cloud, moment / mass, root);
  return *std::min_element(widths.begin(), widths.end());
}

bool is_joined(const Cloud& cloud, double bottom, double top) {
  std::vector<Vec3<double>> x;
  for (std::size_t k = 0; k < cloud.x.size(); ++k)
    if (!cloud.is_torn[k]) x.push_back(cloud.x[k]);
  const Pieces pieces = connected_pieces(x, cloud.cell);
  std::vector<bool> is_above(pieces.count()), is_below(pieces.count());
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k][1] >= top) is_above[pieces.of[k]] = true;
    if (x[k][1] <= bottom) is_below[pieces.of[k]] = true;
  }
  for (std::size_t n = 0; n < pieces.count(); ++n)
    if (is_above[n] && is_below[n]) return true;
  return false;
}

Skin::Skin(const Cloud& cloud) : step_(cloud.cell / kStepsPerCell) {
  Vec3<double> low = cloud.x.at(0), high = low;
  for (const Vec3<double>& x : cloud.x)
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
  // Two cells for the splines, and a step that is certainly outside.
  for (int d = 0; d < 3; ++d) {
    first_[d] = static_cast<int>(std::floor(low[d] / step_)) - kReach - 1;
    count_[d] = static_cast<int>(std::ceil(high[d] / step_)) + kReach + 2 - first_[d];
  }
  density_.assign(std::size_t(count_[0]) * std::size_t(count_[1]) * std::size_t(count_[2]), 0.0);
  const double full = cloud.density * cloud.cell * cloud.cell * cloud.cell;
  for (std::size_t p = 0; p < cloud.x.size(); ++p) spread(cloud.x[p], cloud.mass[p] / full);
}

void Skin::spread(const Vec3<double>& x, double share) {
  int low[3];
  double weight[3][2 * kReach + 1];
  for (int d = 0; d < 3; ++d) {
    low[d] = static_cast<int>(std::lround(x[d] / step_)) - first_[d] - kReach;
    for (int n = 0; n <= 2 * kReach; ++n)
      weight[d][n] = BSpline<3, double>::at((low[d] + n + first_[d] - x[d] / step_) / kStepsPerCell);
  }
  for (int i = 0; i <= 2 * kReach; ++i)
    for (int j = 0; j <= 2 * kReach; ++j)
      for (int k = 0; k <= 2 * kReach; ++k)
        density_[index(low[0] + i, low[1] + j, low[2] + k)] +=
            share * weight[0][i] * weight[1][j] * weight[2][k];
}

void Skin::measure_depths(double level) {
  squares_.resize(density_.size());
  for (std::size_t n = 0; n < density_.size(); ++n) squares_[n] = density_[n] > level ? 1e12 : 0;
  LineDistance pass(std::max({count_[0], count_[1], count_[2]}));
  for (int i = 0; i < count_[0]; ++i)
    for (int j = 0; j < count_[1]; ++j) pass(&squares_[index(i, j, 0)], count_[2], 1);
  for (int i = 0; i < count_[0]; ++i)
    for (int k = 0; k < count_[2]; ++k) pass(&squares_[index(i, 0, k)], count_[1], std::size_t(count_[2]));
  for (int j = 0; j < count_[1]; ++j)
    for (int k = 0; k < count_[2]; ++k)
      pass(&squares_[index(0, j, k)], count_[0], std::size_t(count_[1]) * std::size_t(count_[2]));
}

double Skin::level_of_volume(double volume) const {
  double low = 0, high = 2;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = 0.5 * (low + high);
    (this->volume(middle) > volume ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Upright lines, each from where the density passes the level: whole nodes would see a flat face that shakes,
// such as that of the block, jump from one layer of them to the next.
double Skin::volume(double level) const {
  double steps = 0;
  const auto part_above = [&](double from, double to) {
    if (from > level && to > level) return 1.0;
    if (from <= level && to <= level) return 0.0;
    return (std::max(from, to) - level) / std::abs(from - to);
  };
  for (int i = 0; i < count_[0]; ++i)
    for (int j = 0; j + 1 < count_[1]; ++j)
      for (int k = 0; k < count_[2]; ++k)
        steps += part_above(density_[index(i, j, k)], density_[index(i, j + 1, k)]);
  return steps * step_ * step_ * step_;
}

double Skin::depth_at(const Vec3<double>& x) const {
  int at[3];
  for (int d = 0; d < 3; ++d) {
    at[d] = static_cast<int>(std::lround(x[d] / step_)) - first_[d];
    if (at[d] < 0 || at[d] >= count_[d]) return 0;
  }
  return std::sqrt(squares_[index(at[0], at[1], at[2])]) * step_;
}

std::vector<double> Skin::densities_below(double depth) const {
  std::vector<double> densities;
  const double least = depth * depth / (step_ * step_);
  const auto is_node = [&](int n, int d) { return (n + first_[d]) % kStepsPerCell == 0; };
  for (int i = 0; i < count_[0]; ++i)
    for (int j = 0; j < count_[1]; ++j)
      for (int k = 0; k < count_[2]; ++k)
        if (is_node(i, 0) && is_node(j, 1) && is_node(k, 2) && squares_[index(i, j, k)] >= least)
          densities.push_back(density_[index(i, j, k)]);
  return densities;
}

}  // namespace froth::verify

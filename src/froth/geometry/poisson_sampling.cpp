// SPDX-License-Identifier: Apache-2.0
// Dart throwing on a grid whose cells hold one point at most, as in [Ebeida2012]: every empty cell throws one
// dart, then cells that one disc covers are dropped and the others cut into halves along each axis, and so
// on. Differs from it: darts of a round are thrown in the order of random priorities, and both dart and
// priority are a function of place and round, so that nothing depends on the order of work. One thread does
// it all.
#include <froth/geometry/poisson_sampling.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/morton.h>
#include <froth/base/random.h>
#include <froth/geometry/dart_pieces.h>

namespace froth {
namespace {

/// Cells of the box around a shape, 4 bytes each; some seven of them belong to a point.
constexpr double kMostCells = 268435456.0;
/// After this many halvings no gap is left that would hold a visible share of points.
constexpr int kRounds = 7;
/// Priorities are compared to this precision; darts of equal priority are mostly far from each other.
constexpr int kPriorities = 64;
constexpr std::int32_t kEmpty = -1;

[[noreturn]] void refuse_count(double spacing) {
  throw InputError(fmt::format(
      "filling a shape at a spacing of {:g} m would take too many points for sampling = \"poisson\"; use "
      "\"lattice\", a larger cell_size or fewer particles_per_cell",
      spacing));
}

template <int Dim>
class DiscPacking {
 public:
  using Cell = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, double>;

  DiscPacking(const Shape& shape, const PoissonSampling& sampling)
      : shape_(shape),
        sampling_(sampling),
        radius_(poisson_radius(sampling.spacing, Dim)),
        edge_(radius_ / std::sqrt(double(Dim))) {}

  std::vector<Vec3<double>> fill();

 private:
  static constexpr int kReach = 2;  ///< a disc of radius sqrt(Dim) cells reaches into the second next cell
  static constexpr int kGroup = 8;  ///< edge of a group of cells that one distance may settle

  /// A cube inside a cell, of edge 2^-round of it, that may still hold a point.
  struct Gap {
    std::int32_t cell;
    PiecePart<Dim> part;
    std::uint8_t priority;
  };
  friend class DartPieces<Dim, Gap>;

  void make_cells(const Bounds& bounds);
  void list_neighbours();
  void list_gaps();
  void list_group(const Cell& first);
  double distance_of(const Cell& first, int edge) const;
  std::int32_t number_of(const Cell& cell) const;
  Cell cell_of(std::int32_t number) const;
  Place low_corner(const Gap& gap, int round) const;
  Vec<4, double> draw(const Gap& gap, int round) const;
  std::vector<Gap> by_priority(int round, std::vector<Gap>& gaps) const;
  void throw_at(int round, std::vector<Gap>& gaps);
  bool is_free(std::int32_t cell, const Place& x) const;
  void gather_points(std::int32_t number);
  bool is_covered(const Gap& gap, int round);
  std::vector<Vec3<double>> inside_points() const;

  const Shape& shape_;
  const PoissonSampling& sampling_;
  double radius_, edge_;
  Cell first_{}, count_{};  ///< lowest cell and number of cells along each axis, with a rim of kReach
  std::vector<std::int32_t> point_of_;  ///< by cell, x fastest: number of its point, or kEmpty
  std::vector<Place> points_;
  std::vector<std::int32_t> neighbours_;  ///< steps to the cells within reach, nearest first
  DartPieces<Dim, Gap> gaps_;             ///< those of a cell side by side
  std::vector<Place> gathered_;           ///< points around a cell whose gaps are being cut
  std::int32_t gathered_for_ = kEmpty;    ///< that cell
};

template <int Dim>
void DiscPacking<Dim>::make_cells(const Bounds& bounds) {
  // Morton codes end here, and so do the numbers that places are drawn by.
  const double limit = std::ldexp(1.0, Dim == 3 ? 20 : 30);
  double total = 1;
  for (int d = 0; d < Dim; ++d) {
    const double low = std::floor((bounds.min[d] - radius_) / edge_) - kReach;
    const double high = std::floor((bounds.max[d] + radius_) / edge_) + kReach;
    if (!(low > -limit && high < limit)) refuse_count(sampling_.spacing);
    first_[d] = static_cast<std::int32_t>(low);
    count_[d] = static_cast<std::int32_t>(high - low) + 1;
    total *= double(count_[d]);
  }
  if (total > kMostCells) refuse_count(sampling_.spacing);
  point_of_.assign(static_cast<std::size_t>(total), kEmpty);
}

template <int Dim>
void DiscPacking<Dim>::list_neighbours() {
  std::vector<std::pair<int, std::int32_t>> found;
  int total = 1;
  for (int d = 0; d < Dim; ++d) total *= 2 * kReach + 1;
  for (int n = 0; n < total; ++n) {
    int gap = 0, away = 0;  // squared distance of the cells' nearest corners, and of their centres
    std::int32_t step = 0, stride = 1;
    for (int d = 0, rest = n; d < Dim; stride *= count_[d++], rest /= 2 * kReach + 1) {
      const int offset = rest % (2 * kReach + 1) - kReach, apart = std::max(std::abs(offset) - 1, 0);
      gap += apart * apart;
      away += offset * offset;
      step += offset * stride;
    }
    if (gap < Dim) found.push_back({away, step});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& each : found) neighbours_.push_back(each.second);
}

/// Distance of the middle of a cube of cells from the shape.
template <int Dim>
double DiscPacking<Dim>::distance_of(const Cell& first, int edge) const {
  Vec3<double> middle{};
  for (int d = 0; d < Dim; ++d) middle[d] = (first[d] + 0.5 * edge) * edge_;
  return shape_.signed_distance(middle);
}

template <int Dim>
std::int32_t DiscPacking<Dim>::number_of(const Cell& cell) const {
  std::int32_t number = 0;
  for (int d = Dim - 1; d >= 0; --d) number = number * count_[d] + (cell[d] - first_[d]);
  return number;
}

template <int Dim>
Vec<Dim, std::int32_t> DiscPacking<Dim>::cell_of(std::int32_t number) const {
  Cell cell{};
  for (int d = 0; d < Dim; number /= count_[d++]) cell[d] = first_[d] + number % count_[d];
  return cell;
}

/// The cells of a group that are within a radius of the shape, and not on the rim of the array.
template <int Dim>
void DiscPacking<Dim>::list_group(const Cell& first) {
  const double half = 0.5 * radius_ * (1 + 1e-9), slack = shape_.view().slack();
  const double distance = distance_of(first, kGroup);
  if (distance > radius_ + kGroup * half + slack) return;
  const bool is_settled = distance < radius_ - kGroup * half - slack;
  int total = 1;
  for (int d = 0; d < Dim; ++d) total *= kGroup;
  for (int n = 0; n < total; ++n) {
    Cell cell = first;
    bool is_there = true;
    for (int d = 0, rest = n; d < Dim; ++d, rest /= kGroup) {
      cell[d] += rest % kGroup;
      const std::int32_t at = cell[d] - first_[d];
      is_there = is_there && at >= kReach && at < count_[d] - kReach;
    }
    if (is_there && (is_settled || distance_of(cell, 1) <= radius_ + half + slack))
      gaps_.list().push_back({number_of(cell), {}, 0});
  }
}

template <int Dim>
void DiscPacking<Dim>::list_gaps() {
  std::int64_t total = 1;
  for (int d = 0; d < Dim; ++d) total *= (count_[d] + kGroup - 1) / kGroup;
  for (std::int64_t n = 0; n < total; ++n) {
    Cell first = first_;
    std::int64_t rest = n;
    for (int d = 0; d < Dim; ++d) {
      const std::int32_t groups = (count_[d] + kGroup - 1) / kGroup;
      first[d] += static_cast<std::int32_t>(rest % groups) * kGroup;
      rest /= groups;
    }
    list_group(first);
  }
}

template <int Dim>
Vec<Dim, double> DiscPacking<Dim>::low_corner(const Gap& gap, int round) const {
  const Cell cell = cell_of(gap.cell);
  const double part = std::ldexp(1.0, -round);
  Place x{};
  for (int d = 0; d < Dim; ++d) x[d] = (cell[d] + part * gap.part[d]) * edge_;
  return x;
}

/// A gap's own numbers: a place and, last, a priority. They depend on where it is in the world, not on its
/// number here.
template <int Dim>
Vec<4, double> DiscPacking<Dim>::draw(const Gap& gap, int round) const {
  const auto index = (static_cast<std::uint32_t>(round) << 24) | piece_key<Dim>(gap.part, kRounds);
  const Cell cell = cell_of(gap.cell) + Cell::constant(Dim == 3 ? 1 << 20 : 1 << 30);
  return uniform4({sampling_.seed, Purpose::PoissonDisc}, cell_key(cell), sampling_.body, index);
}

/// The gaps in the order of their priorities; the sort counts, and keeps the order of equals.
template <int Dim>
auto DiscPacking<Dim>::by_priority(int round, std::vector<Gap>& gaps) const -> std::vector<Gap> {
  std::size_t begin[kPriorities + 1] = {};
  for (Gap& gap : gaps) {
    gap.priority = static_cast<std::uint8_t>(draw(gap, round)[3] * kPriorities);
    ++begin[gap.priority + 1];
  }
  for (int p = 0; p < kPriorities; ++p) begin[p + 1] += begin[p];
  std::vector<Gap> sorted(gaps.size());
  for (const Gap& gap : gaps) sorted[begin[gap.priority]++] = gap;
  return sorted;
}

template <int Dim>
bool DiscPacking<Dim>::is_free(std::int32_t cell, const Place& x) const {
  for (const std::int32_t step : neighbours_) {
    const std::int32_t point = point_of_[static_cast<std::size_t>(cell + step)];
    if (point == kEmpty) continue;
    const Place arm = x - points_[static_cast<std::size_t>(point)];
    if (dot(arm, arm) < radius_ * radius_) return false;
  }
  return true;
}

template <int Dim>
void DiscPacking<Dim>::throw_at(int round, std::vector<Gap>& gaps) {
  const double size = std::ldexp(edge_, -round);
  for (const Gap& gap : by_priority(round, gaps)) {
    std::int32_t& point = point_of_[static_cast<std::size_t>(gap.cell)];
    if (point != kEmpty) continue;
    const Vec<4, double> u = draw(gap, round);
    Place x = low_corner(gap, round);
    for (int d = 0; d < Dim; ++d) x[d] += size * u[d];
    if (!is_free(gap.cell, x)) continue;
    point = static_cast<std::int32_t>(points_.size());
    points_.push_back(x);
  }
  gathered_for_ = kEmpty;
}

/// Points around a cell, as seen from its lowest corner and in units of its edge.
template <int Dim>
void DiscPacking<Dim>::gather_points(std::int32_t number) {
  gathered_.clear();
  const Cell cell = cell_of(number);
  for (const std::int32_t step : neighbours_) {
    const std::int32_t point = point_of_[static_cast<std::size_t>(number + step)];
    if (point != kEmpty)
      gathered_.push_back(points_[static_cast<std::size_t>(point)] / edge_ - cell.template cast<double>());
  }
}

/// Whether its cell has its point, or the disc of one point around covers the whole cube: the cube's furthest
/// corner is within the radius.
template <int Dim>
bool DiscPacking<Dim>::is_covered(const Gap& gap, int round) {
  if (point_of_[static_cast<std::size_t>(gap.cell)] != kEmpty) return true;
  if (gap.cell != gathered_for_) gather_points(gathered_for_ = gap.cell);
  const double size = std::ldexp(1.0, -round);
  const Place middle = middle_of_piece<Dim, double>(gap.part, round);
  for (const Place& point : gathered_) {
    double square = 0;
    for (int d = 0; d < Dim; ++d) {
      const double far = std::abs(middle[d] - point[d]) + 0.5 * size;
      square += far * far;
    }
    if (square <= double(Dim)) return true;
  }
  return false;
}

template <int Dim>
std::vector<Vec3<double>> DiscPacking<Dim>::inside_points() const {
  std::vector<std::pair<std::uint64_t, Vec3<double>>> kept;
  for (const Place& place : points_) {
    const Vec3<double> x = lift(place);
    if (!(shape_.signed_distance(x) < 0)) continue;
    Cell cell{};
    for (int d = 0; d < Dim; ++d) cell[d] = static_cast<std::int32_t>(std::floor(x[d] / sampling_.spacing));
    kept.push_back({morton(cell), x});
  }
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Vec3<double>> points;
  points.reserve(kept.size());
  for (const auto& each : kept) points.push_back(each.second);
  return points;
}

template <int Dim>
std::vector<Vec3<double>> DiscPacking<Dim>::fill() {
  const Bounds bounds = shape_.bounds();
  if (!bounds.is_finite(Dim))
    throw InputError("a shape to be filled with points is unbounded; cut it down to a finite solid");
  if (bounds.min[0] > bounds.max[0]) return {};  // the empty shape
  make_cells(bounds);
  list_neighbours();
  list_gaps();
  gaps_.fill(*this, 0, kRounds - 1);
  return inside_points();
}

}  // namespace

double poisson_radius(double spacing, int dim) {
  // Covered share over the size of a disc of diameter 1, pi/4 and pi/6.
  return spacing * (dim == 2 ? std::sqrt(0.5471 / 0.785398) : std::cbrt(0.3841 / 0.523599));
}

std::vector<Vec3<double>> sample_poisson(const Shape& shape, const PoissonSampling& sampling) {
  if (!(sampling.spacing > 0) || !std::isfinite(sampling.spacing))
    throw InputError(
        fmt::format("points have a spacing of {:g} m; give a positive, finite one", sampling.spacing));
  FROTH_CHECK(sampling.dim == 2 || sampling.dim == 3, "points are sampled in the plane or in space");
  return sampling.dim == 2 ? DiscPacking<2>(shape, sampling).fill() : DiscPacking<3>(shape, sampling).fill();
}

}  // namespace froth

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

namespace froth {
namespace {

/// Blocks of cells around a shape that are looked at; 2^27 take some seconds and half a gigabyte.
constexpr double kMostBlocks = 134217728.0;
/// Cells are numbered by 31 bits, of which some seven belong to a point.
constexpr std::size_t kMostCells = std::size_t(1) << 31;
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
  static constexpr int kBlockEdge = Dim == 3 ? 8 : 16;
  static constexpr int kBlockSize = Dim == 3 ? 512 : 256;
  static constexpr int kReach = 2;  ///< a disc of radius sqrt(Dim) cells reaches into the second next cell

  /// A cube inside a cell, of edge 2^-round of it, that may still hold a point.
  struct Gap {
    std::int32_t cell;
    Vec<Dim, std::uint8_t> part;  ///< which of the 2^round cubes along each axis
    std::uint8_t priority;
  };

  void make_blocks(const Bounds& bounds);
  void list_neighbours();
  /// Number of a cell, or kEmpty where no block is.
  std::int32_t number_of(const Cell& cell) const;
  Cell cell_of(std::int32_t number) const;
  std::int32_t point_near(std::int32_t number, const Cell& cell, const Cell& offset) const;
  Place low_corner(const Gap& gap, int round) const;
  void draw_priorities(int round);
  Vec<4, double> draw(const Gap& gap, int round) const;
  void throw_darts(int round);
  bool is_free(const Gap& gap, const Place& x) const;
  bool is_covered(const Gap& gap, int round) const;
  void cut_gaps(int round);
  std::vector<Vec3<double>> inside_points() const;

  const Shape& shape_;
  const PoissonSampling& sampling_;
  double radius_, edge_;
  Cell first_{};                           ///< lowest cell of the first block
  Vec<Dim, std::int64_t> blocks_{};        ///< blocks along each axis
  std::vector<std::int32_t> block_index_;  ///< number of a block that exists, or kEmpty
  std::vector<std::int64_t> block_place_;  ///< of every block that exists
  std::vector<std::int32_t> point_of_;     ///< by cell: number of its point, or kEmpty
  std::vector<Place> points_;
  std::vector<Cell> neighbours_;  ///< offsets of cells within reach, nearest first
  std::vector<Gap> gaps_;
};

template <int Dim>
void DiscPacking<Dim>::make_blocks(const Bounds& bounds) {
  const double block = kBlockEdge * edge_, limit = std::ldexp(1.0, Dim == 3 ? 20 : 30);
  double total = 1;
  for (int d = 0; d < Dim; ++d) {
    const double low = std::floor((bounds.min[d] - radius_) / block),
                 high = std::floor((bounds.max[d] + radius_) / block);
    if (!(std::abs(low) * kBlockEdge < limit && std::abs(high) * kBlockEdge < limit))
      refuse_count(sampling_.spacing);
    first_[d] = static_cast<std::int32_t>(low) * kBlockEdge;
    blocks_[d] = static_cast<std::int64_t>(high - low) + 1;
    total *= double(blocks_[d]);
  }
  if (total > kMostBlocks) refuse_count(sampling_.spacing);
  block_index_.assign(static_cast<std::size_t>(total), kEmpty);
  const double reach = 0.5 * block * std::sqrt(double(Dim)) * (1 + 1e-9) + shape_.view().slack();
  for (std::int64_t b = 0; b < static_cast<std::int64_t>(total); ++b) {
    std::int64_t rest = b;
    Vec3<double> center{};
    for (int d = 0; d < Dim; ++d, rest /= blocks_[d - 1])
      center[d] = (first_[d] + (double(rest % blocks_[d]) + 0.5) * kBlockEdge) * edge_;
    if (shape_.signed_distance(center) > radius_ + reach) continue;
    block_index_[static_cast<std::size_t>(b)] = static_cast<std::int32_t>(block_place_.size());
    block_place_.push_back(b);
    if (block_place_.size() * kBlockSize >= kMostCells) refuse_count(sampling_.spacing);
  }
  point_of_.assign(block_place_.size() * kBlockSize, kEmpty);
}

template <int Dim>
void DiscPacking<Dim>::list_neighbours() {
  std::vector<std::pair<int, Cell>> found;
  int total = 1;
  for (int d = 0; d < Dim; ++d) total *= 2 * kReach + 1;
  for (int n = 0; n < total; ++n) {
    Cell offset{};
    int gap = 0, away = 0;  // squared distance of the cells' nearest corners, and of their centres
    for (int d = 0, rest = n; d < Dim; ++d, rest /= 2 * kReach + 1) {
      offset[d] = rest % (2 * kReach + 1) - kReach;
      const int steps = std::max(std::abs(offset[d]) - 1, 0);
      gap += steps * steps;
      away += offset[d] * offset[d];
    }
    if (gap < Dim) found.push_back({away, offset});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& each : found) neighbours_.push_back(each.second);
}

template <int Dim>
std::int32_t DiscPacking<Dim>::number_of(const Cell& cell) const {
  std::int64_t block = 0;
  std::int32_t inner = 0;
  for (int d = Dim - 1; d >= 0; --d) {
    const std::int32_t at = cell[d] - first_[d];
    if (at < 0 || at / kBlockEdge >= blocks_[d]) return kEmpty;
    block = block * blocks_[d] + at / kBlockEdge;
    inner = inner * kBlockEdge + at % kBlockEdge;
  }
  const std::int32_t index = block_index_[static_cast<std::size_t>(block)];
  return index == kEmpty ? kEmpty : index * kBlockSize + inner;
}

template <int Dim>
Vec<Dim, std::int32_t> DiscPacking<Dim>::cell_of(std::int32_t number) const {
  std::int64_t block = block_place_[static_cast<std::size_t>(number / kBlockSize)];
  std::int32_t inner = number % kBlockSize;
  Cell cell{};
  for (int d = 0; d < Dim; ++d) {
    cell[d] = first_[d] + static_cast<std::int32_t>(block % blocks_[d]) * kBlockEdge + inner % kBlockEdge;
    block /= blocks_[d];
    inner /= kBlockEdge;
  }
  return cell;
}

/// The point of a neighbouring cell; neighbours in the same block are found without asking where it is.
template <int Dim>
std::int32_t DiscPacking<Dim>::point_near(std::int32_t number, const Cell& cell, const Cell& offset) const {
  std::int32_t shift = 0;
  bool is_same_block = true;
  for (int d = Dim - 1; d >= 0; --d) {
    const std::int32_t at = (cell[d] - first_[d]) % kBlockEdge + offset[d];
    is_same_block = is_same_block && at >= 0 && at < kBlockEdge;
    shift = shift * kBlockEdge + offset[d];
  }
  const std::int32_t other = is_same_block ? number + shift : number_of(cell + offset);
  return other == kEmpty ? kEmpty : point_of_[static_cast<std::size_t>(other)];
}

template <int Dim>
Vec<Dim, double> DiscPacking<Dim>::low_corner(const Gap& gap, int round) const {
  const Cell cell = cell_of(gap.cell);
  Place x{};
  for (int d = 0; d < Dim; ++d) x[d] = (cell[d] + std::ldexp(double(gap.part[d]), -round)) * edge_;
  return x;
}

/// A gap's own numbers: a priority and a place. Its place in the world, not its number here, is what they
/// depend on.
template <int Dim>
Vec<4, double> DiscPacking<Dim>::draw(const Gap& gap, int round) const {
  std::uint32_t part = 0;
  for (int d = 0; d < Dim; ++d) part = (part << kRounds) | gap.part[d];
  const auto index = (static_cast<std::uint32_t>(round) << 24) | part;
  return uniform4({sampling_.seed, Purpose::PoissonDisc}, morton(cell_of(gap.cell)), sampling_.body, index);
}

/// Puts the gaps into the order of their priorities; the sort counts, and keeps the order of equals.
template <int Dim>
void DiscPacking<Dim>::draw_priorities(int round) {
  std::size_t begin[kPriorities + 1] = {};
  for (Gap& gap : gaps_) {
    gap.priority = static_cast<std::uint8_t>(draw(gap, round)[3] * kPriorities);
    ++begin[gap.priority + 1];
  }
  for (int p = 0; p < kPriorities; ++p) begin[p + 1] += begin[p];
  std::vector<Gap> sorted(gaps_.size());
  for (const Gap& gap : gaps_) sorted[begin[gap.priority]++] = gap;
  gaps_ = std::move(sorted);
}

template <int Dim>
bool DiscPacking<Dim>::is_free(const Gap& gap, const Place& x) const {
  const Cell cell = cell_of(gap.cell);
  for (const Cell& offset : neighbours_) {
    const std::int32_t point = point_near(gap.cell, cell, offset);
    if (point == kEmpty) continue;
    const Place arm = x - points_[static_cast<std::size_t>(point)];
    if (dot(arm, arm) < radius_ * radius_) return false;
  }
  return true;
}

template <int Dim>
void DiscPacking<Dim>::throw_darts(int round) {
  const double size = std::ldexp(edge_, -round);
  for (const Gap& gap : gaps_) {
    if (point_of_[static_cast<std::size_t>(gap.cell)] != kEmpty) continue;
    const Vec<4, double> u = draw(gap, round);
    Place x = low_corner(gap, round);
    for (int d = 0; d < Dim; ++d) x[d] += size * u[d];
    if (!is_free(gap, x)) continue;
    point_of_[static_cast<std::size_t>(gap.cell)] = static_cast<std::int32_t>(points_.size());
    points_.push_back(x);
  }
}

/// Whether one disc covers the whole cube: its furthest corner is within the radius.
template <int Dim>
bool DiscPacking<Dim>::is_covered(const Gap& gap, int round) const {
  const double half = 0.5 * std::ldexp(edge_, -round);
  const Place center = low_corner(gap, round) + Place::constant(half);
  const Cell cell = cell_of(gap.cell);
  for (const Cell& offset : neighbours_) {
    const std::int32_t point = point_near(gap.cell, cell, offset);
    if (point == kEmpty) continue;
    double square = 0;
    for (int d = 0; d < Dim; ++d) {
      const double far = std::abs(center[d] - points_[static_cast<std::size_t>(point)][d]) + half;
      square += far * far;
    }
    if (square <= radius_ * radius_) return true;
  }
  return false;
}

template <int Dim>
void DiscPacking<Dim>::cut_gaps(int round) {
  std::vector<Gap> smaller;
  for (const Gap& gap : gaps_) {
    if (point_of_[static_cast<std::size_t>(gap.cell)] != kEmpty || is_covered(gap, round)) continue;
    for (int child = 0; child < (1 << Dim); ++child) {
      Gap part{gap.cell, {}, 0};
      for (int d = 0; d < Dim; ++d)
        part.part[d] = static_cast<std::uint8_t>(2 * gap.part[d] + ((child >> d) & 1));
      if (!is_covered(part, round + 1)) smaller.push_back(part);
    }
  }
  gaps_ = std::move(smaller);
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
  make_blocks(bounds);
  list_neighbours();
  for (std::size_t i = 0; i < point_of_.size(); ++i) gaps_.push_back({static_cast<std::int32_t>(i), {}, 0});
  for (int round = 0; round < kRounds && !gaps_.empty(); ++round) {
    draw_priorities(round);
    throw_darts(round);
    if (round + 1 < kRounds) cut_gaps(round);
  }
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

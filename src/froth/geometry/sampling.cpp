// SPDX-License-Identifier: Apache-2.0
// The lattice is cut like an octree (a quadtree in the plane) whose children are visited in Morton order, so
// that the points come out sorted without a sort. A cube whose centre is further from the surface than its
// corners is proven outside or inside, because the distance is 1-Lipschitz. Leaves are counted in parallel,
// then filled in parallel at the places that the counts give: the order cannot depend on threads.
#include <froth/geometry/sampling.h>

#include <cmath>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/morton.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>

namespace froth {
namespace {

constexpr std::int64_t kMostPoints = std::int64_t(1) << 31;
/// Cubes kept in memory at once (16 bytes each); a sheet this large has more points than allowed anyway.
constexpr std::size_t kMostCubes = std::size_t(1) << 26;
/// Cube edges are compared with distances up to this relative slack: lattice coordinates of 31 bits leave 22
/// bits of a double for the fraction of a cell.
constexpr double kSlack = 1e-6;
/// Leaves per task: some ten thousand points, enough to hide the task.
constexpr Index kLeafChunk = 32;

template <int Dim>
using Cell = Vec<Dim, std::int64_t>;

enum class Side { Outside, Crossing, Inside };

/// The aligned cube of 2^level lattice cells per edge from `first` on. A leaf is a cube of kLeafLevel.
template <int Dim>
struct Cube {
  Vec<Dim, std::int32_t> first;
  std::int8_t level;
  bool is_inside;  ///< proven, no point needs a test
};

[[noreturn]] void refuse_count(const LatticeSampling& sampling) {
  throw InputError(
      fmt::format("filling a shape at a spacing of {:g} m would take more than 2^31 points; use a larger "
                  "cell_size or fewer particles_per_cell",
                  sampling.spacing));
}

template <int Dim>
class Lattice {
 public:
  Lattice(const Shape& shape, const LatticeSampling& sampling) : shape_(shape), sampling_(sampling) {}

  std::vector<Vec3<double>> fill();

 private:
  /// 512 or 256 cells: one distance pays for many points.
  static constexpr int kLeafLevel = Dim == 3 ? 3 : 4;
  static constexpr int kLeafCells = 1 << (kLeafLevel * Dim);
  static constexpr int kRootLevel = Dim == 3 ? 21 : 32;  ///< bits of a coordinate in a Morton code

  /// Offset of the m-th cell in Morton order from its cube's first cell, x in the highest bit as in morton().
  static Cell<Dim> morton_offset(int m, int level) {
    Cell<Dim> offset{};
    for (int bit = 0; bit < level; ++bit)
      for (int d = 0; d < Dim; ++d) offset[d] |= std::int64_t((m >> (bit * Dim + Dim - 1 - d)) & 1) << bit;
    return offset;
  }

  void set_range(const Bounds& bounds);
  Side side_of(const Cell<Dim>& first, int level) const;
  void descend(const Cell<Dim>& first, int level);
  void add_cube(const Cell<Dim>& first, int level, bool is_inside);
  void split_cubes();
  Vec3<double> point(const Cube<Dim>& leaf, std::uint64_t code, int m) const;
  template <class Sink>
  void for_each_point(const Cube<Dim>& leaf, Sink sink) const;
  std::vector<Index> count_points() const;

  const Shape& shape_;
  const LatticeSampling& sampling_;
  Cell<Dim> low_{}, high_{};  ///< first and last cell that the bounds touch
  std::vector<Cube<Dim>>
      cubes_;  ///< in Morton order: proven inside, of any level, or crossing, of kLeafLevel
  std::vector<Cube<Dim>> leaves_;  ///< the same cells, all of kLeafLevel
  double inside_count_ = 0;        ///< points proven inside
};

template <int Dim>
void Lattice<Dim>::set_range(const Bounds& bounds) {
  const double limit = std::ldexp(1.0, kRootLevel - 1);
  for (int d = 0; d < Dim; ++d) {
    const double low = std::floor(bounds.min[d] / sampling_.spacing - kSlack);
    const double high = std::floor(bounds.max[d] / sampling_.spacing + kSlack);
    if (!(low > -limit && high < limit))
      throw InputError(
          fmt::format("a shape from {:g} to {:g} m along {} is more than 2^{} spacings of {:g} m away from "
                      "the origin; move it closer or use a larger spacing",
                      bounds.min[d], bounds.max[d], "xyz"[d], kRootLevel - 1, sampling_.spacing));
    low_[d] = static_cast<std::int64_t>(low);
    high_[d] = static_cast<std::int64_t>(high);
  }
}

template <int Dim>
Side Lattice<Dim>::side_of(const Cell<Dim>& first, int level) const {
  const std::int64_t edge = std::int64_t(1) << level;
  Vec3<double> center{};
  for (int d = 0; d < Dim; ++d) {
    if (first[d] > high_[d] || first[d] + edge <= low_[d]) return Side::Outside;
    center[d] = (double(first[d]) + 0.5 * double(edge)) * sampling_.spacing;
  }
  const double reach =
      0.5 * double(edge) * sampling_.spacing * std::sqrt(double(Dim)) * (1 + kSlack) + shape_.view().slack();
  const double distance = shape_.signed_distance(center);
  if (distance > reach) return Side::Outside;
  return distance < -reach ? Side::Inside : Side::Crossing;
}

template <int Dim>
void Lattice<Dim>::add_cube(const Cell<Dim>& first, int level, bool is_inside) {
  if (is_inside) inside_count_ += std::ldexp(1.0, level * Dim);
  // A huge solid is refused here, before its cells are listed.
  if (inside_count_ > double(kMostPoints) || cubes_.size() >= kMostCubes) refuse_count(sampling_);
  cubes_.push_back({first.template cast<std::int32_t>(), static_cast<std::int8_t>(level), is_inside});
}

template <int Dim>
void Lattice<Dim>::descend(const Cell<Dim>& first, int level) {
  const Side side = side_of(first, level);
  if (side == Side::Outside) return;
  if (side == Side::Inside || level == kLeafLevel) return add_cube(first, level, side == Side::Inside);
  const std::int64_t half = std::int64_t(1) << (level - 1);
  for (int child = 0; child < (1 << Dim); ++child) descend(first + half * morton_offset(child, 1), level - 1);
}

/// Leaves of equal size balance the threads.
template <int Dim>
void Lattice<Dim>::split_cubes() {
  for (const Cube<Dim>& cube : cubes_) {
    const int levels = cube.level - kLeafLevel;
    for (int m = 0; m < (1 << (levels * Dim)); ++m) {
      const Cell<Dim> offset = (std::int64_t(1) << kLeafLevel) * morton_offset(m, levels);
      leaves_.push_back({cube.first + offset.template cast<std::int32_t>(), kLeafLevel, cube.is_inside});
    }
  }
}

template <int Dim>
Vec3<double> Lattice<Dim>::point(const Cube<Dim>& leaf, std::uint64_t code, int m) const {
  // A leaf is aligned, so that its cells have consecutive codes from its first cell's on.
  const Vec<4, double> u =
      uniform4({sampling_.seed, Purpose::Jitter}, code + std::uint64_t(m), sampling_.body, 0);
  const Cell<Dim> offset = morton_offset(m, kLeafLevel);
  Vec3<double> x{};
  for (int d = 0; d < Dim; ++d) {
    const double cell = double(leaf.first[d] + offset[d]) + 0.5;
    x[d] = (cell + sampling_.jitter * (u[d] - 0.5)) * sampling_.spacing;
  }
  return x;
}

template <int Dim>
template <class Sink>
void Lattice<Dim>::for_each_point(const Cube<Dim>& leaf, Sink sink) const {
  const std::uint64_t code = morton(leaf.first);
  for (int m = 0; m < kLeafCells; ++m) {
    const Vec3<double> x = point(leaf, code, m);
    if (leaf.is_inside || shape_.signed_distance(x) < 0) sink(x);
  }
}

/// Place of each leaf's first point in the result, and at the end the number of points.
template <int Dim>
std::vector<Index> Lattice<Dim>::count_points() const {
  std::vector<Index> begin(leaves_.size() + 1, 0);
  parallel_chunks(Index(leaves_.size()), kLeafChunk, [&](const Chunk& chunk) {
    for (Index i = chunk.begin; i < chunk.end; ++i) {
      Index& count = begin[std::size_t(i) + 1];
      if (leaves_[std::size_t(i)].is_inside)
        count = kLeafCells;
      else
        for_each_point(leaves_[std::size_t(i)], [&](const Vec3<double>&) { ++count; });
    }
  });
  for (std::size_t i = 0; i < leaves_.size(); ++i) begin[i + 1] += begin[i];
  if (begin.back() > kMostPoints) refuse_count(sampling_);
  return begin;
}

template <int Dim>
std::vector<Vec3<double>> Lattice<Dim>::fill() {
  const Bounds bounds = shape_.bounds();
  if (!bounds.is_finite(Dim))
    throw InputError("a shape to be filled with points is unbounded; cut it down to a finite solid");
  if (bounds.min[0] > bounds.max[0]) return {};  // the empty shape
  set_range(bounds);
  descend(Cell<Dim>::constant(-(std::int64_t(1) << (kRootLevel - 1))), kRootLevel);
  split_cubes();

  const std::vector<Index> begin = count_points();
  std::vector<Vec3<double>> points(static_cast<std::size_t>(begin.back()));
  parallel_chunks(Index(leaves_.size()), kLeafChunk, [&](const Chunk& chunk) {
    for (Index i = chunk.begin; i < chunk.end; ++i) {
      Vec3<double>* next = points.data() + begin[std::size_t(i)];
      for_each_point(leaves_[std::size_t(i)], [&](const Vec3<double>& x) { *next++ = x; });
    }
  });
  return points;
}

}  // namespace

std::vector<Vec3<double>> sample_lattice(const Shape& shape, const LatticeSampling& sampling) {
  if (!(sampling.spacing > 0) || !std::isfinite(sampling.spacing))
    throw InputError(
        fmt::format("points have a spacing of {:g} m; give a positive, finite one", sampling.spacing));
  if (!(sampling.jitter >= 0 && sampling.jitter <= 1))
    throw InputError(fmt::format("points have a jitter of {:g}; give a number from 0 to 1", sampling.jitter));
  FROTH_CHECK(sampling.dim == 2 || sampling.dim == 3, "points are sampled in the plane or in space");
  return sampling.dim == 2 ? Lattice<2>(shape, sampling).fill() : Lattice<3>(shape, sampling).fill();
}

}  // namespace froth

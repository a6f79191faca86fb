// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/point_tiles.h>

#include <cmath>
#include <utility>

#include <froth/surface/memory.h>

namespace froth {

namespace {

/// The tiles that a point reaches, as a box; empty for points that are not reachable.
struct TileBox {
  BlockCoord<3> low{}, high = BlockCoord<3>::constant(-1);

  double count() const {
    double n = 1;
    for (int d = 0; d < 3; ++d) n *= double(high[d]) - low[d] + 1;
    return n;
  }
  template <class Visit>
  void visit(Visit&& visit) const {
    BlockCoord<3> at{};
    for (at[0] = low[0]; at[0] <= high[0]; ++at[0])
      for (at[1] = low[1]; at[1] <= high[1]; ++at[1])
        for (at[2] = low[2]; at[2] <= high[2]; ++at[2]) visit(at);
  }
};

class TileBoxes {
 public:
  TileBoxes(const SkinPoints& points, const VoxelLattice& lattice, const std::vector<float>& reaches)
      : points_(points), lattice_(lattice), reaches_(reaches) {}

  TileBox of(std::size_t p) const {
    const Vec3<double> x = lattice_.place(points_.x[p]);
    const double r = double(reaches_[p]) / lattice_.voxel;
    if (!is_reachable(x, r)) return {};
    TileBox box;
    for (int d = 0; d < 3; ++d) {
      box.low[d] = static_cast<std::int32_t>(std::ceil(x[d] - r)) >> kListBits;
      box.high[d] = static_cast<std::int32_t>(std::floor(x[d] + r)) >> kListBits;
    }
    return box;
  }

 private:
  const SkinPoints& points_;
  const VoxelLattice& lattice_;
  const std::vector<float>& reaches_;
};

/// All tiles that a point reaches. Duplicates are removed now and then, so that the list stays short.
Tiles reached_tiles(const SkinPoints& points, const VoxelLattice& lattice, const TileBoxes& boxes) {
  const TileBudget budget(points, lattice);
  std::vector<BlockCoord<3>> all;
  std::size_t distinct = 0;
  TileBox last;
  for (std::size_t p = 0; p < points.count(); ++p) {
    const TileBox box = boxes.of(p);
    if (box.low == last.low && box.high == last.high) continue;
    last = box;
    budget.check(double(distinct) + box.count());
    box.visit([&](const BlockCoord<3>& at) { all.push_back(at); });
    if (all.size() < 2 * distinct + (std::size_t(1) << 16)) continue;
    make_canonical(all);
    distinct = all.size();
    budget.check(double(distinct));
  }
  return Tiles(std::move(all));
}

}  // namespace

double median_spacing(const SkinPoints& points) {
  std::vector<float> spacing = points.spacing;
  const auto middle = spacing.begin() + static_cast<std::ptrdiff_t>(spacing.size() / 2);
  std::nth_element(spacing.begin(), middle, spacing.end());
  return double(*middle);
}

std::vector<float> spacings_of(const SkinPoints& points, const VoxelLattice& lattice, double times) {
  std::vector<float> reaches(points.count());
  for (std::size_t p = 0; p < reaches.size(); ++p)
    reaches[p] = static_cast<float>(times * std::max(double(points.spacing[p]), lattice.voxel));
  return reaches;
}

PointTiles find_point_tiles(const SkinPoints& points, const VoxelLattice& lattice,
                            const std::vector<float>& reaches) {
  const TileBoxes boxes(points, lattice, reaches);
  PointTiles made;
  made.tiles = reached_tiles(points, lattice, boxes);
  made.begin.assign(made.tiles.count() + 1, 0);
  const auto each = [&](auto&& visit) {
    for (std::size_t p = 0; p < points.count(); ++p)
      boxes.of(p).visit([&](const BlockCoord<3>& at) { visit(p, std::size_t(made.tiles.find(at))); });
  };
  each([&](std::size_t, std::size_t tile) { ++made.begin[tile + 1]; });
  for (std::size_t t = 0; t < made.tiles.count(); ++t) made.begin[t + 1] += made.begin[t];
  made.point.resize(made.begin.back());
  std::vector<std::size_t> next(made.begin.begin(), made.begin.end() - 1);
  each([&](std::size_t p, std::size_t tile) { made.point[next[tile]++] = static_cast<std::uint32_t>(p); });
  return made;
}

}  // namespace froth

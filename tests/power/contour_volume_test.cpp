// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/power/contour_volume.h>

using namespace froth;

namespace {

/// Blocks that cover [-1, 1]^Dim, cells filled by `share(centre)`.
template <int Dim, class Share>
TGrid<Dim, double> grid_of(double cell, Share share, const SolidDistance<Dim>* solids = nullptr) {
  const int reach = static_cast<int>(std::ceil(1 / (cell * kListWidth)));
  std::vector<BlockCoord<Dim>> blocks;
  const int width = 2 * reach;
  for (int n = 0; n < std::pow(width, Dim); ++n) {
    BlockCoord<Dim> block{};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= width) block[d] = rest % width - reach;
    blocks.push_back(block);
  }
  make_canonical(blocks);
  TGrid<Dim, double> grid;
  grid.build(std::move(blocks), cell);
  if (solids) grid.cut_solids(*solids);
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (int n = 0; n < grid.kCells; ++n) {
      Vec<Dim, double> x{};
      for (int d = 0; d < Dim; ++d)
        x[d] = cell * (grid.blocks()[b][d] * kListWidth + list_cell<Dim>(n)[d] + 0.5);
      const std::size_t k = b * std::size_t(grid.kCells) + static_cast<std::size_t>(n);
      grid.fill[k] = grid.capacity[k] * std::clamp(share(x), 0.0, 1.0);
    }
  return grid;
}

}  // namespace

// Oracle: the volume of a ball, whose signed distance the shares follow over one cell to either side: the
// contour at a half is its surface. Points are a quarter of a cell apart; what they miss averages out, and
// 0.5 % is what the 2500 cells of the surface leave of a quarter of a cell each, thrice over.
TEST_CASE("the volume inside of a contour is that of a ball") {
  const double cell = 1.0 / 16, R = 0.7;
  const auto ball = [&](const auto& x) { return 0.5 + 0.5 * (R - norm(x)) / cell; };
  CHECK(contour_volume(grid_of<3>(cell, ball)) ==
        doctest::Approx(std::numbers::pi * 4 / 3 * R * R * R).epsilon(0.005));
  CHECK(contour_volume(grid_of<2>(cell, ball)) == doctest::Approx(std::numbers::pi * R * R).epsilon(0.005));
}

// Oracle: a level that moves by a quarter of a cell changes the volume by as much, where whole cells above a
// half would jump by a layer or stay. Points are a quarter of a cell apart, so that half of that is missed.
TEST_CASE("a level between centres of cells counts") {
  const double cell = 1.0 / 16, half = 0.875;
  const auto trough = [&](const Vec<2, double>& x) { return std::min(half - std::abs(x[0]), x[1] + half); };
  const SolidDistance<2> solids(trough);
  for (const double level : {0.1, 0.1 + cell / 4, 0.1 + cell / 2}) {
    const auto pool = [&](const Vec<2, double>& x) { return 0.5 + 0.5 * (level - x[1]) / cell; };
    CHECK(std::abs(contour_volume(grid_of<2>(cell, pool, &solids)) - 2 * half * (half + level)) <
          1.01 * 2 * half * cell / 8);
  }
}

// Oracle: what is free of a container, all of it filled: walls are no surface.
TEST_CASE("walls do not take from a full container") {
  const auto box = [](const Vec<2, double>& x) {
    return std::min(0.8 - std::abs(x[0]), 0.75 - std::abs(x[1]));
  };
  const SolidDistance<2> solids(box);
  const auto full = [](const Vec<2, double>&) { return 1.0; };
  CHECK(contour_volume(grid_of<2>(1.0 / 16, full, &solids)) == doctest::Approx(1.6 * 1.5).epsilon(1e-3));
}

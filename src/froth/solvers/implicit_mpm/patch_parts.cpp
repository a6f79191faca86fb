// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/patch_parts.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace froth {

namespace {

/// Nodes with less than this share of the block's largest stiffness are the seam between parts, not parts.
constexpr double kStrong = 0.1;

template <int Dim>
bool are_neighbors(int a, int b) {
  for (int d = 0; d < Dim; ++d, a /= kBlockWidth, b /= kBlockWidth)
    if (std::abs(a % kBlockWidth - b % kBlockWidth) > 1) return false;
  return true;
}

/// Numbers sets of strong neighbours from 0 on, and returns how many there are of each.
template <int Dim, class Stiffness>
std::vector<int> number_strong(const Stiffness& stiffness, double least, PatchParts<Dim>& part) {
  std::vector<int> sizes;
  std::vector<int> open;
  for (int seed = 0; seed < kBlockCells<Dim>; ++seed) {
    const auto is_new = [&](int n) {
      return part[static_cast<std::size_t>(n)] < 0 && stiffness[static_cast<std::size_t>(n)] >= least;
    };
    if (!is_new(seed)) continue;
    const auto number = static_cast<std::int8_t>(sizes.size());
    sizes.push_back(0);
    open.assign(1, seed);
    part[static_cast<std::size_t>(seed)] = number;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      sizes.back() += 1;
      for (int n = 0; n < kBlockCells<Dim>; ++n)
        if (is_new(n) && are_neighbors<Dim>(at, n)) {
          part[static_cast<std::size_t>(n)] = number;
          open.push_back(n);
        }
    }
  }
  return sizes;
}

/// Weaker nodes go with the strongest node beside them, round by round.
template <int Dim, class Stiffness>
void join_weak(const Stiffness& stiffness, PatchParts<Dim>& part) {
  for (bool changes = true; changes;) {
    changes = false;
    const PatchParts<Dim> before = part;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const auto at = static_cast<std::size_t>(n);
      if (before[at] >= 0 || !(stiffness[at] > 0)) continue;
      double strongest = 0;
      for (int m = 0; m < kBlockCells<Dim>; ++m) {
        const auto other = static_cast<std::size_t>(m);
        if (before[other] < 0 || !are_neighbors<Dim>(n, m) || stiffness[other] <= strongest) continue;
        strongest = stiffness[other];
        part[at] = before[other];
        changes = true;
      }
    }
  }
}

}  // namespace

template <int Dim>
PatchParts<Dim> parts_of_block(
    const std::array<double, static_cast<std::size_t>(kBlockCells<Dim>)>& stiffness, int most) {
  PatchParts<Dim> part;
  part.fill(-1);
  const double largest = *std::max_element(stiffness.begin(), stiffness.end());
  if (!(largest > 0)) return part;
  const std::vector<int> sizes = number_strong<Dim>(stiffness, kStrong * largest, part);
  join_weak<Dim>(stiffness, part);
  for (std::int8_t& own : part) {
    if (own < 0) continue;
    const int size = sizes[static_cast<std::size_t>(own)];
    int rank = 0;  // among the parts, by size, of equals the lower number first
    for (int k = 0; k < static_cast<int>(sizes.size()); ++k)
      rank += sizes[static_cast<std::size_t>(k)] > size ||
              (sizes[static_cast<std::size_t>(k)] == size && k < own);
    own = static_cast<std::int8_t>(std::min(rank, most - 1));
  }
  return part;
}

template PatchParts<2> parts_of_block<2>(const std::array<double, 16>&, int);
template PatchParts<3> parts_of_block<3>(const std::array<double, 64>&, int);

}  // namespace froth

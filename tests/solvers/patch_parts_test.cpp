// SPDX-License-Identifier: Apache-2.0
// Oracle: blocks whose parts are plain to see.
#include <doctest/doctest.h>

#include <froth/solvers/implicit_mpm/patch_parts.h>

namespace froth {
namespace {

template <int Dim, class F>
PatchParts<Dim> parts(int most, F stiffness) {
  std::array<double, static_cast<std::size_t>(kBlockCells<Dim>)> values{};
  for (int n = 0; n < kBlockCells<Dim>; ++n)
    values[static_cast<std::size_t>(n)] = stiffness(n / (kBlockCells<Dim> / kBlockWidth), n % kBlockWidth);
  return parts_of_block<Dim>(values, most);
}

template <int Dim>
void check() {
  // All alike, or soft everywhere.
  for (const int part : parts<Dim>(2, [](int, int) { return 500.0; })) CHECK(part == 0);
  for (const int part : parts<Dim>(2, [](int, int) { return 0.0; })) CHECK(part == -1);

  // A seam of weak nodes at x = 1: the larger side is part 0, and the seam goes with its stronger neighbour.
  const auto seam = [](int x, int) { return x == 1 ? 1e3 : x == 0 ? 2e5 : 1e5; };
  const PatchParts<Dim> two = parts<Dim>(2, seam);
  for (int n = 0; n < kBlockCells<Dim>; ++n)
    CHECK(two[static_cast<std::size_t>(n)] == (n / (kBlockCells<Dim> / kBlockWidth) >= 2 ? 0 : 1));
  for (const int part : parts<Dim>(1, seam)) CHECK(part == 0);

  // A seam that is too soft to need help belongs to neither side.
  const PatchParts<Dim> soft = parts<Dim>(2, [](int x, int) { return x == 1 ? 0.0 : 1e5; });
  for (int n = 0; n < kBlockCells<Dim>; ++n) {
    const int x = n / (kBlockCells<Dim> / kBlockWidth);
    CHECK(soft[static_cast<std::size_t>(n)] == (x == 1 ? -1 : x == 0 ? 1 : 0));
  }

  // Four corners of a face, apart from each other: those beyond the first share the second part.
  const PatchParts<Dim> four = parts<Dim>(
      2, [](int x, int last) { return (x == 0 || x == 3) && (last == 0 || last == 3) ? 1e5 : 1e3; });
  int first = 0;
  for (const int part : four) first += part == 0;
  CHECK(first >= kBlockCells<Dim> / 16);
  CHECK(first <= kBlockCells<Dim> / 2);
}

}  // namespace

TEST_CASE("a block falls into parts along its weak seams") {
  check<2>();
  check<3>();
}

}  // namespace froth

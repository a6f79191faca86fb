// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/verify/bonds.h>

namespace froth::verify {

namespace {

/// Points on the x axis, a unit apart.
std::vector<Vec3<double>> row_of_points(int count) {
  std::vector<Vec3<double>> x;
  for (int k = 0; k < count; ++k) x.push_back({double(k), 0, 0});
  return x;
}

}  // namespace

// Oracle: counted by hand: ten points in a row have nine bonds; cut between the fourth and the fifth they are
// four and six, and stay so when they are put together again.
TEST_CASE("bonds break for good") {
  const std::vector<Vec3<double>> start = row_of_points(10);
  std::vector<Bond> bonds = bonds_of(start, 1.1);
  CHECK(bonds.size() == 9);
  CHECK(fragments_of(bonds, 10) == std::vector<std::size_t>{10});
  std::vector<Vec3<double>> cut = start;
  for (std::size_t k = 4; k < 10; ++k) cut[k][0] += 2;
  break_bonds(bonds, cut, 1.5, 3.5);
  CHECK(broken_share(bonds) == 0);
  break_bonds(bonds, cut, 1.5, 0);
  CHECK(broken_share(bonds) == doctest::Approx(1.0 / 9));
  break_bonds(bonds, start, 1.5, 0);
  CHECK(fragments_of(bonds, 10) == std::vector<std::size_t>{6, 4});
  CHECK(count_of({6, 4}, 5) == 1);
}

// Oracle: counted by hand: a row of nine is folded so that its ends meet; of two pairs that touch, each seen
// from both sides, one is parted again.
TEST_CASE("touches remember who has met") {
  const std::vector<Vec3<double>> start = row_of_points(9);
  Touches touches(start, 5, 0.5, 1);
  touches.watch(start);
  CHECK(touches.count() == 0);
  std::vector<Vec3<double>> folded = start;
  folded[8] = {0, 0.1, 0}, folded[7] = {1, 0.1, 0};
  touches.watch(folded);
  CHECK(touches.count() == 4);
  CHECK(touches.parted(folded, 1) == 0);
  folded[8] = {0, 3, 0};
  CHECK(touches.parted(folded, 1) == doctest::Approx(0.5));
}

}  // namespace froth::verify

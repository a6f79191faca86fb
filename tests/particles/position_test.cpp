// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <froth/particles/position.h>

#include "support/random_values.h"

using namespace froth;

// Oracle: round trip. A position split into cell and offset comes back to rounding, the offset stays in
// [-1/2, 1/2), and the cell is the lowest node of the stencil: degree/2 cells below.
TEST_CASE("positions survive being split") {
  test::Rng rng(4);
  for (const int degree : {2, 3}) {
    const Lattice<3> lattice{0.013, degree, {0.1, -0.2, 0}, {}};
    for (int n = 0; n < 1000; ++n) {
      const Vec3<double> x = rng.vector(5);
      Vec<3, std::int32_t> cell{};
      Vec3<double> offset{};
      lattice.locate(x, cell, offset);
      CHECK(norm(lattice.position(cell, offset) - x) < 1e-14);
      for (int d = 0; d < 3; ++d) {
        CHECK_UNARY(offset[d] >= -0.5 && offset[d] < 0.5);
        const double above = (x[d] - lattice.node_position(cell)[d]) / lattice.dx;
        CHECK_UNARY(above >= (degree - 1) / 2.0 - 1e-9 && above <= (degree + 1) / 2.0 + 1e-9);
      }
    }
  }
}

// Oracle: exact arithmetic. Many steps of any size end where their sum says, with carries over cell borders.
TEST_CASE_TEMPLATE("steps add up across cells", Real, float, double) {
  test::Rng rng(9);
  std::int32_t cell = 3;
  auto offset = Offset<Real>::encode(0.25);
  double exact = 3.25;
  for (int n = 0; n < 10000; ++n) {
    const Real delta = Real(rng.uniform(-1.5, 1.5));
    Offset<Real>::advance(cell, offset, delta);
    exact += double(delta);
    const double decoded = double(Offset<Real>::decode(offset));
    CHECK_UNARY(decoded >= -0.5 && decoded <= 0.5);
  }
  // Each step rounds to 2^-32 of a cell at the most.
  CHECK(std::abs(cell + double(Offset<Real>::decode(offset)) - exact) < 10000 * 2.4e-10 + 1e-7);
}

// Oracle: 1 mm/s for 1 s in steps of 1e-5 s is 1 mm. Negative control: a plain float at 0.3 m does not move
// at all.
TEST_CASE("a float position creeps at 1 mm/s") {
  const Lattice<2> lattice{0.01, 2, {}, {}};
  Vec<2, std::int32_t> cell{};
  Vec<2, double> at{};
  lattice.locate({0.3, 0.3}, cell, at);
  auto offset = Offset<float>::encode(at[0]);
  float naive = 0.3f;
  for (int n = 0; n < 100000; ++n) {
    Offset<float>::advance(cell[0], offset, 1e-3f * 1e-5f / 0.01f);
    naive += 1e-3f * 1e-5f;
  }
  at[0] = double(offset) / 4294967296.0;
  CHECK(std::abs(lattice.position(cell, at)[0] - 0.301) < 1e-6);
  CHECK(naive == 0.3f);
}

// Oracle: arithmetic modulo the period.
TEST_CASE("cells wrap round periodic axes") {
  const Lattice<2> lattice{0.5, 2, {1.0, 0}, {8, 0}};
  CHECK(lattice.wrap(8, 0) == 0);
  CHECK(lattice.wrap(-1, 0) == 7);
  CHECK(lattice.wrap(-1, 1) == -1);
  Vec<2, std::int32_t> a{}, b{};
  Vec<2, double> oa{}, ob{};
  lattice.locate({1.1, 0}, a, oa);
  lattice.locate({1.1 + 4.0, 0}, b, ob);
  CHECK(a == b);
  const double x = lattice.position(a, oa)[0];
  CHECK_UNARY(x >= 1.0 && x < 5.0);
}

// Oracle: the scalar form, which does its sum in 64 bits. Both round the same delta once, to the nearest
// 2^-32; a tie may go either way, so that they may differ by one unit.
TEST_CASE("several particles move as one does") {
  test::Rng rng(5);
  constexpr int n = 8;
  using Ints = Lanes<std::int32_t, n>;
  for (int trial = 0; trial < 20000; ++trial) {
    Ints cell{}, offset{};
    Lanes<float, n> delta{};
    std::int32_t cells[n], offsets[n];
    for (int k = 0; k < n; ++k) {
      // Small steps, steps of cells, and the ends of the range of offsets.
      const double size = trial % 3 == 0 ? 1e-6 : trial % 3 == 1 ? 0.5 : 3.9;
      delta[k] = static_cast<float>(rng.uniform(-size, size));
      if (trial % 100 == 0) delta[k] = k % 2 == 0 ? 0.5f : -0.5f;
      cells[k] = cell[k] = static_cast<std::int32_t>(rng.uniform(-100, 100));
      offsets[k] = offset[k] = Offset<float>::encode(trial % 7 == 0 ? -0.5 : rng.uniform(-0.5, 0.5));
      Offset<float>::advance(cells[k], offsets[k], delta[k]);
    }
    Offset<float>::advance<n>(cell, offset, delta);
    for (int k = 0; k < n; ++k) {
      const auto fixed = [](std::int32_t c, std::int32_t o) { return (std::int64_t(c) << 32) + o; };
      REQUIRE(std::abs(fixed(cell[k], offset[k]) - fixed(cells[k], offsets[k])) <= 1);
    }
  }
}

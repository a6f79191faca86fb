// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/foam/average_columns.h>
#include <froth/foam/merge_particles.h>

#include "support/clouds.h"

using namespace froth;
using namespace froth::test;

// Oracle: closed forms. Mass, momentum, mass moment and deformed volume are kept, kinetic energy falls by
// m_p m_q |v_p - v_q|^2 / (2 (m_p + m_q)).
TEST_CASE("a pair becomes one particle at its mass centre") {
  Rng rng(5);
  for (int n = 0; n < 100; ++n) {
    const Vec<3, double> a = rng.vector(9), b = a + 0.017 * rng.vector(1);
    Cloud<3, double> cloud = make_cloud<3, double>({a, b}, 100 + static_cast<std::uint64_t>(n));
    const ParticleView<3, double> p = view_of<3, double>(cloud.set);
    Vec<3, double> x[2], v[2];
    double m[2], volume = 0, old_volume = 0;
    for (int k = 0; k < 2; ++k) {
      x[k] = cloud.place(k), m[k] = p.mass[k], v[k] = {p.v[0][k], p.v[1][k], p.v[2][k]};
      old_volume += p.V0[k] * std::exp(cloud.set.plane<double>("log_J")[k]);
    }
    const auto gone = merge_particles<3, double>(cloud.points(), {&cloud.set}, 0.03, {});
    REQUIRE(gone[0].size() == 1);
    const Index s = gone[0][0] == 0 ? 1 : 0;
    const double mass = m[0] + m[1];
    const Vec<3, double> v_new = {p.v[0][s], p.v[1][s], p.v[2][s]};
    volume = p.V0[s] * std::exp(cloud.set.plane<double>("log_J")[s]);
    CHECK(p.mass[s] == doctest::Approx(mass).epsilon(1e-15).scale(0));
    CHECK(norm(mass * v_new - m[0] * v[0] - m[1] * v[1]) < 1e-14);
    // Places are up to 9 and offsets are kept to 1e-16 of a cell, twice r.
    CHECK(norm(mass * cloud.place(s) - m[0] * x[0] - m[1] * x[1]) < 2e-14);
    CHECK(volume == doctest::Approx(old_volume).epsilon(1e-14).scale(0));
    const double change =
        mass * dot(v_new, v_new) / 2 - m[0] * dot(v[0], v[0]) / 2 - m[1] * dot(v[1], v[1]) / 2;
    const Vec<3, double> dv = v[0] - v[1];
    CHECK(change == doctest::Approx(-m[0] * m[1] * dot(dv, dv) / (2 * mass)).epsilon(1e-12).scale(0));
  }
}

// Oracle: by hand. Of three in a row the closest two merge when they come first, nobody merges twice, and who
// is further away than the distance, or of another body, stays.
TEST_CASE("pairs are disjoint, near and of one body") {
  Cloud<2, float> row = make_cloud<2, float>({{1, 1}, {1.02, 1}, {1.03, 1}, {5, 5}, {5.04, 5}});
  const auto gone = merge_particles<2, float>(row.points(), {&row.set}, 0.03, {});
  // The first particle's nearest is the second; the third is then left alone.
  CHECK(gone[0] == std::vector<std::uint32_t>{1});

  Cloud<2, float> one = make_cloud<2, float>({{1, 1}}), other = make_cloud<2, float>({{1.01, 1}});
  const PointCells<2> both({{&one.set, &one.runs}, {&other.set, &other.runs}}, {});
  const auto none = merge_particles<2, float>(both, {&one.set, &other.set}, 0.03, {});
  CHECK(none[0].empty());
  CHECK(none[1].empty());
}

// Oracle: by hand, across the seam of a periodic axis of 8 cells: the centre of two equal masses lies on it.
TEST_CASE("pairs merge across a periodic axis") {
  Cloud<2, double> cloud = make_cloud<2, double>({{0.01, 1}, {15.99, 1}});
  cloud.set.plane<double>("mass")[0] = cloud.set.plane<double>("mass")[1] = 1;
  cloud.lattice.periodic_cells = {8, 0};
  const auto gone = merge_particles<2, double>(cloud.points({2, 0}), {&cloud.set}, 0.03, {8, 0});
  REQUIRE(gone[0].size() == 1);
  const double x = cloud.place(gone[0][0] == 0 ? 1 : 0)[0];
  CHECK(std::min(std::abs(x), std::abs(x - 16)) < 1e-12);
}

// Oracle: by hand. Two opposite rotations by 90 degrees average to a singular matrix, so that no particle may
// be made of them; matrices of 4 and 9 numbers get their determinant back.
TEST_CASE("matrices that cannot be averaged are refused") {
  ColumnTable set;
  set.add(ColumnType::Double, {"F", 9, "-", Behaviour::Intensive, AfterAveraging::UnitDeterminant});
  set.add(ColumnType::Double, {"G", 4, "-", Behaviour::Intensive, AfterAveraging::UnitDeterminant});
  set.resize(3);
  const double F[3][9] = {
      {0, -1, 0, 1, 0, 0, 0, 0, 1}, {0, 1, 0, -1, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 1, 0, 0, 0, 0.5}};
  for (int s = 0; s < 3; ++s) {
    for (int k = 0; k < 9; ++k) set.plane<double>("F", k)[s] = F[s][k];
    for (int k = 0; k < 4; ++k) set.plane<double>("G", k)[s] = k % 3 == 0 ? 1 : 0.1 * s;
  }
  ColumnAverages<double> averages(set);
  CHECK_FALSE(averages.average({{0, 1, 1}, {1, 1, 1}}));
  REQUIRE(averages.average({{0, 1, 1}, {2, 3, 3}}));
  averages.store(1);
  Mat3<double> mean{};
  for (int k = 0; k < 9; ++k) mean(k / 3, k % 3) = set.plane<double>("F", k)[1];
  CHECK(determinant(mean) == doctest::Approx(1));
  // The average is (F0 + 3 F2)/4 up to a factor.
  CHECK(mean(0, 0) / mean(1, 0) == doctest::Approx(6));
  const auto G = [&](int k) { return set.plane<double>("G", k)[1]; };
  CHECK(G(0) * G(3) - G(1) * G(2) == doctest::Approx(1));
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/foam/thin_particles.h>

#include "support/clouds.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A cloud of equal masses, all weak.
template <int Dim>
Cloud<Dim, double> weak_cloud(const std::vector<Vec<Dim, double>>& places) {
  Cloud<Dim, double> cloud = make_cloud<Dim, double>(places);
  cloud.set.add(ColumnType::Double, {"is_weak", 1, "-"});
  double *weak = cloud.set.template plane<double>("is_weak"),
         *mass = cloud.set.template plane<double>("mass");
  for (Index s = 0; s < cloud.set.count(); ++s) weak[s] = 1, mass[s] = 2;
  return cloud;
}

/// Covariance around the particle that is nearest to the origin [cells^2].
template <int Dim>
Sym3<double> covariance_at_origin(const Cloud<Dim, double>& cloud) {
  const PointCells<Dim> points = cloud.points();
  const std::vector<std::vector<double>> mass(
      1, std::vector<double>(static_cast<std::size_t>(cloud.set.count()), 2.0));
  double least = 1e10;
  Sym3<double> found{};
  for (std::size_t b = 0; b < points.blocks().size(); ++b)
    for (std::size_t k = points.begin(b); k < points.end(b); ++k) {
      const Vec<Dim, double> x = cloud.place(points.slot(k));
      if (dot(x, x) >= least) continue;
      least = dot(x, x);
      found = neighbourhood_covariance(points, mass, b, k);
    }
  return found;
}

template <int Dim>
std::size_t thin_count(const std::vector<Vec<Dim, double>>& places, double ratio = 1e-3) {
  Cloud<Dim, double> cloud = weak_cloud<Dim>(places);
  return thin_particles<Dim, double>(cloud.points(), {&cloud.set}, {.ratio = ratio})[0].size();
}

}  // namespace

// Oracle: an independent program, in units of the cell: 0.169 to 0.177 per axis in the bulk of eight
// particles per cell, 0.057654 for a pair half a cell apart, nothing for a lone point. Places count in half
// cells.
TEST_CASE("covariances of neighbourhoods") {
  const auto bulk = stretched_lattice<3>({1, 1, 1}, {6, 6, 6}, 0);
  const Sym3<double> inside = covariance_at_origin<3>(weak_cloud<3>(bulk));
  for (const double v : {inside.xx, inside.yy, inside.zz}) CHECK(std::abs(v - 0.180648) < 0.002);
  CHECK(std::abs(inside.xy) < 1e-3);
  const Sym3<double> pair = covariance_at_origin<3>(weak_cloud<3>({{0.1, 0.2, 0.3}, {1.1, 0.2, 0.3}}));
  CHECK(std::abs(pair.xx - 0.057654) < 2e-6);
  CHECK(std::abs(pair.yy) < 1e-12);
  CHECK(norm(covariance_at_origin<3>(weak_cloud<3>({{0.1, 0.2, 0.3}}))) == 0);
}

// Oracle: what the words mean. Threads and sheets of single particles and lone points go, ropes of two by two
// and bodies stay, and so does everything that is not torn.
TEST_CASE("threads and lone points are thin, bodies are not") {
  std::vector<Vec<3, double>> thread, rope, sheet;
  Rng rng(4);
  for (int k = -10; k <= 10; ++k) {
    thread.push_back({double(k), 0.02 * rng.uniform(-1, 1), 0.02 * rng.uniform(-1, 1)});
    for (int n = 0; n < 4; ++n) rope.push_back({double(k), double(n % 2), double(n / 2)});
    for (int j = -10; j <= 10; ++j) sheet.push_back({double(k), double(j), 0.01 * rng.uniform(-1, 1)});
  }
  CHECK(thin_count<3>(thread) == thread.size());
  CHECK(thin_count<3>(sheet) == sheet.size());
  CHECK(thin_count<3>(rope) == 0);
  CHECK(thin_count<3>(stretched_lattice<3>({1, 1, 1}, {4, 4, 4}, 0)) == 0);
  CHECK(thin_count<3>({{0.1, 0.2, 0.3}}) == 1);
  CHECK(thin_count<2>({{0.1, 0.2}, {0.11, 0.2}}) == 2);  // a pair closer than 0.02 cells is a point
  CHECK(thin_count<2>(stretched_lattice<2>({1, 1}, {5, 5}, 0.1)) == 0);
  Cloud<3, double> whole = weak_cloud<3>(thread);
  for (Index s = 0; s < whole.set.count(); ++s) whole.set.plane<double>("is_weak")[s] = 0;
  CHECK(thin_particles<3, double>(whole.points(), {&whole.set}, {})[0].empty());
}

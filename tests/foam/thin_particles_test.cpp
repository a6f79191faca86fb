// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/foam/thin_particles.h>

#include "support/clouds.h"
#include "support/textbook_spline.h"

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

/// Slots of the thin particles of a cloud, in order.
template <int Dim>
std::vector<std::uint32_t> thin_slots(const Cloud<Dim, double>& cloud, double ratio = 1e-3) {
  return thin_particles<Dim, double>({&cloud.set}, cloud.lattice, {.ratio = ratio})[0];
}
template <int Dim>
std::size_t thin_count(const std::vector<Vec<Dim, double>>& places) {
  return thin_slots(weak_cloud<Dim>(places)).size();
}

/// Covariance around one of some points of equal mass [cells^2].
Sym3<double> covariance_at(const Vec<3, double>& place, const std::vector<Vec<3, double>>& points) {
  const std::vector<double> mass(points.size(), 2.0);
  return neighbourhood_covariance<3>(NeighborSearch<3>(points, 0.5), mass, place);
}

/// Eqs. (21) and (22) as they are written, over all pairs, in the plane; places in half cells.
std::vector<std::uint32_t> thin_by_brute_force(const Cloud<2, double>& cloud, double ratio, double period) {
  const double *weak = cloud.set.plane<double>("is_weak"), *mass = cloud.set.plane<double>("mass");
  std::vector<std::uint32_t> thin;
  for (Index p = 0; p < cloud.set.count(); ++p) {
    if (weak[p] < 0.5) continue;
    std::vector<Vec<2, double>> x;
    std::vector<double> w;
    for (Index q = 0; q < cloud.set.count(); ++q) {
      Vec<2, double> arm = 0.5 * (cloud.place(q) - cloud.place(p));
      if (period > 0) arm[0] -= period * std::round(arm[0] / period);
      x.push_back(arm);
      w.push_back(mass[q] * textbook_spline(3, arm[0]) * textbook_spline(3, arm[1]));
    }
    Vec<2, double> mean{};
    double sum = 0, squares = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t q = 0; q < x.size(); ++q) mean += w[q] * x[q], sum += w[q];
    for (std::size_t q = 0; q < x.size(); ++q) {
      const Vec<2, double> off = x[q] - mean / sum;
      const double square = w[q] * w[q];
      squares += square;
      xx += square * off[0] * off[0], yy += square * off[1] * off[1], xy += square * off[0] * off[1];
    }
    // Roots of the characteristic polynomial.
    const double half = (xx + yy) / (2 * squares), det = (xx * yy - xy * xy) / (squares * squares);
    const double root = std::sqrt(std::max(0.0, half * half - det));
    if (half + root < 1e-4 || half - root < ratio * (half + root)) thin.push_back(std::uint32_t(p));
  }
  return thin;
}

}  // namespace

// Oracle: sums by hand. A lattice of half a cell has weights N(k/2)^2 along each axis, N = 2/3, 23/48, 1/6,
// 1/48; of a pair half a cell apart, which weigh as 32 to 23, the mean is 23/110 cells away; a lone point has
// none.
TEST_CASE("covariances of neighbourhoods") {
  const double n[4] = {2.0 / 3, 23.0 / 48, 1.0 / 6, 1.0 / 48};
  double sum = n[0] * n[0], spread = 0;
  for (int k = 1; k < 4; ++k) sum += 2 * n[k] * n[k], spread += 2 * n[k] * n[k] * k * k / 4;
  const Vec<3, double> here{0.3, -0.1, 0.2};
  std::vector<Vec<3, double>> bulk;
  for (int i = -5; i <= 5; ++i)
    for (int j = -5; j <= 5; ++j)
      for (int k = -5; k <= 5; ++k)
        bulk.push_back(here + 0.5 * Vec<3, double>{double(i), double(j), double(k)});
  const Sym3<double> inside = covariance_at(here, bulk);
  for (const double v : {inside.xx, inside.yy, inside.zz}) CHECK(std::abs(v - spread / sum) < 1e-13);
  for (const double v : {inside.xy, inside.xz, inside.yz}) CHECK(std::abs(v) < 1e-13);

  const Sym3<double> pair = covariance_at({0.1, 0.2, 0.3}, {{0.1, 0.2, 0.3}, {0.6, 0.2, 0.3}});
  const double near = 32 * 32, far = 23 * 23, mean = 23.0 / 110;
  CHECK(std::abs(pair.xx - (near * mean * mean + far * (0.5 - mean) * (0.5 - mean)) / (near + far)) < 1e-14);
  CHECK(std::abs(pair.yy) < 1e-15);
  CHECK(norm(covariance_at({0.1, 0.2, 0.3}, {{0.1, 0.2, 0.3}})) == 0);
}

// Oracle: the published sums over all pairs. Masses differ, half of the particles are torn, and the ratio is
// such that a part of these is thin. The second time the ends of 16 cells along x meet.
TEST_CASE("thin particles are those of brute force") {
  std::vector<std::uint32_t> before;
  for (const std::int32_t period : {0, 16}) {
    Rng rng(8);
    std::vector<Vec<2, double>> places;
    for (int k = 0; k < 300; ++k)
      places.push_back({rng.uniform(0, 32), std::floor(rng.uniform(-5, 5)) * 2.8});
    Cloud<2, double> cloud = weak_cloud<2>(places);
    cloud.lattice.periodic_cells[0] = period;
    for (Index s = 0; s < cloud.set.count(); ++s) {
      cloud.set.plane<double>("is_weak")[s] = rng.uniform(0, 1) < 0.5 ? 0 : 1;
      cloud.set.plane<double>("mass")[s] = rng.uniform(1, 2);
    }
    const auto expected = thin_by_brute_force(cloud, 0.05, period);
    CHECK(expected.size() > 10);
    CHECK(expected.size() < 100);
    CHECK(expected != before);  // ends that meet matter
    before = expected;
    CHECK(thin_slots(cloud, 0.05) == expected);
  }
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
  CHECK(thin_slots(whole).empty());
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include <froth/embedding/kernel.h>
#include <froth/embedding/neighborhoods.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Slot of the point of a lattice of 9^3.
Index slot_of(int x, int y, int z) { return (x * 9 + y) * 9 + z; }

Neighborhoods lattice(std::vector<double>& support) {
  Neighborhoods n;
  find_neighborhoods(lattice_points({9, 9, 9}, 1), 1, 32, n, support);
  return n;
}

/// The volume estimate closest to `wanted` of all ways to choose 32 nearest neighbours among ties.
double nearest_volume(const Vec3<double>& place, double wanted) {
  std::vector<Vec3<double>> arms;
  for (const Vec3<double>& x : lattice_points({9, 9, 9}, 1))
    if (x != place) arms.push_back(x - place);
  std::ranges::sort(arms, {}, [](const Vec3<double>& u) { return dot(u, u); });
  const double last = dot(arms[31], arms[31]);
  std::size_t first_tie = 0, end_tie = 0;
  while (dot(arms[first_tie], arms[first_tie]) < last) ++first_tie;
  while (dot(arms[end_tie], arms[end_tie]) <= last) ++end_tie;
  double distances = 0, best = 0;
  for (std::size_t k = 0; k < 32; ++k) distances += norm(arms[k]);
  std::vector<bool> chosen(end_tie - first_tie, false);
  std::fill_n(chosen.begin(), 32 - static_cast<std::ptrdiff_t>(first_tie), true);
  do {
    NeighborVectors rest{};
    int count = 0;
    for (std::size_t k = 0; k < end_tie; ++k)
      if (k < first_tie || chosen[k - first_tie]) rest.set(count++, arms[k]);
    const double volume = volume_estimate(moments_of(rest, count, 2 * distances / 32));
    if (std::abs(volume - wanted) < std::abs(best - wanted)) best = volume;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return best;
}

}  // namespace

// Oracle: closed forms of the kernels: value at the centre, integral one (midpoint rule, error of order
// 1e-8), and the Laplacian at half the support.
TEST_CASE("kernels of neighbourhoods") {
  CHECK(std::abs(poly6(0, 1) - 1.566681) < 5e-7);
  CHECK(std::abs(viscosity_laplacian(0.5, 1) - 7.161972) < 5e-7);
  double integral = 0;
  constexpr int steps = 10000;
  for (int k = 0; k < steps; ++k) {
    const double r = (k + 0.5) * 2.0 / steps;
    integral += 4 * std::numbers::pi * r * r * poly6(r * r, 2) * 2.0 / steps;
  }
  CHECK(std::abs(integral - 1) < 1e-7);
}

// Oracle: numbers of an independent program (numpy) for a cubic lattice of spacing one: support 3.05169,
// volumes of Eq. (3) by place. 32 = 6 + 12 + 8 + 6, so that inside the shell is complete.
TEST_CASE("support and volume estimate on a lattice") {
  std::vector<double> h;
  const Neighborhoods n = lattice(h);
  const auto volume = [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    return volume_estimate(moments_of(n.rest[s], n.count[s], h[s]));
  };
  CHECK(std::abs(h[static_cast<std::size_t>(slot_of(4, 4, 4))] - 3.05169) < 5e-6);
  CHECK(std::abs(volume(slot_of(4, 4, 4)) - 0.557887) < 5e-7);
  CHECK(std::abs(volume(slot_of(0, 0, 4)) - 0.980673) < 5e-7);
  // At faces and corners the 32nd neighbour is one of several that are equally far: the other program's
  // choice is one of all choices (a few hundred different values between 0.6 and 0.9; about ten at the
  // corner).
  CHECK(std::abs(nearest_volume({0, 4, 4}, 0.752460) - 0.752460) < 5e-7);
  CHECK(std::abs(nearest_volume({0, 0, 0}, 1.378692) - 1.378692) < 5e-7);
}

// Oracle: an affine map x = G u + t has the gradient G, whatever the weights. Rounding: sums of 32 terms with
// basis matrices of condition below 1e3.
TEST_CASE("the fit is exact for affine maps") {
  Rng rng(1);
  const std::vector<Vec3<double>> points = random_points(300, 5, rng);
  Neighborhoods n;
  std::vector<double> h;
  find_neighborhoods(points, 0.7, 20, n, h);
  const Mat3<double> G = Mat3<double>::identity() + rng.matrix(0.5);
  std::vector<Vec3<double>> moved;
  for (const Vec3<double>& x : points) moved.push_back(G * x + Vec3<double>{1, 2, 3});
  for (Index i = 0; i < n.particles(); ++i)
    CHECK(max_difference(fit_gradient(n, moved.data(), i), G) < 1e-12);
}

// Oracle: a quadratic map has the gradient G + 2 H(x, .) at a particle, one-sided neighbourhoods included.
// The weight of second-order terms lets it miss that by a share: held to a tenth of the most that the affine
// fit misses (0.07 was measured, a twentieth hoped for). Affine maps stay exact, and inside a lattice the two
// fits are one.
TEST_CASE("a quadratic fit is right at the surface") {
  Rng rng(4);
  const std::vector<Vec3<double>> points = lattice_points({9, 9, 9}, 1);
  const Mat3<double> G = Mat3<double>::identity() + rng.matrix(0.5);
  Mat3<double> bend[3];
  for (Mat3<double>& m : bend) m = sym(rng.matrix(0.1)).full();
  std::vector<Vec3<double>> affine, quadratic;
  for (const Vec3<double>& x : points) {
    affine.push_back(G * x);
    quadratic.push_back(G * x + Vec3<double>{dot(x, bend[0] * x), dot(x, bend[1] * x), dot(x, bend[2] * x)});
  }
  double missed[2] = {};
  for (const FitKind fit : {FitKind::Linear, FitKind::Quadratic}) {
    Neighborhoods n;
    n.fit = fit;
    std::vector<double> h;
    find_neighborhoods(points, 1, 32, n, h);
    for (Index i = 0; i < n.particles(); ++i) {
      CHECK(max_difference(fit_gradient(n, affine.data(), i), G) < 1e-12);
      Mat3<double> exact = G;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) exact(r, c) += 2 * (bend[r] * points[static_cast<std::size_t>(i)])[c];
      const double off = max_difference(fit_gradient(n, quadratic.data(), i), exact);
      missed[static_cast<int>(fit)] = std::max(missed[static_cast<int>(fit)], off);
      if (i == slot_of(4, 4, 4)) CHECK(off < 1e-12);
    }
  }
  CHECK(missed[0] > 0.1);
  CHECK(missed[1] < 0.1 * missed[0]);
}

// Oracle: a list of all entries, by brute force.
TEST_CASE("entries that name a particle") {
  Rng rng(2);
  const std::vector<Vec3<double>> points = random_points(100, 3, rng);
  Neighborhoods n;
  std::vector<double> h;
  find_neighborhoods(points, 0.6, 9, n, h);
  for (Index i = 0; i < n.particles(); ++i) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t e = 0; e < n.neighbor.size(); ++e)
      if (e % kMostNeighbors < n.count[e / kMostNeighbors] && n.neighbor[e] == static_cast<std::uint32_t>(i))
        expected.push_back(e);
    CHECK(std::ranges::equal(expected, n.entries_to(i)));
  }
}

// Oracle: a plain search over all pairs for the nearest within the support. Who stays keeps a rest vector
// that the embedded positions no longer have; who comes has the embedded one.
TEST_CASE("neighbours follow embedded space") {
  Rng rng(3);
  const std::vector<Vec3<double>> points = random_points(200, 4, rng);
  Neighborhoods n;
  std::vector<double> h;
  find_neighborhoods(points, 0.6, 12, n, h);
  const Neighborhoods before = n;
  std::vector<Vec3<double>> moved = points;
  for (Vec3<double>& e : moved) e = {1.5 * e[0], e[1] / 1.5, e[2]};

  const Index changes = update_neighborhoods(moved, h, 12, n);
  CHECK(changes > 100);
  Index counted = 0;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t j = 0; j < points.size(); ++j)
      if (j != i && norm(moved[j] - moved[i]) <= h[i])
        all.push_back({dot(moved[j] - moved[i], moved[j] - moved[i]), j});
    std::sort(all.begin(), all.end());
    all.resize(std::min<std::size_t>(all.size(), 12));
    std::vector<std::uint32_t> expected;
    for (const auto& [square, j] : all) expected.push_back(j);
    std::sort(expected.begin(), expected.end());
    CHECK(std::ranges::equal(expected, n.of(i)));
    const auto old = before.of(i);
    for (std::size_t k = 0; k < n.of(i).size(); ++k) {
      const std::uint32_t j = n.of(i)[k];
      const bool stayed = std::ranges::find(old, j) != old.end();
      const Vec3<double> rest = stayed ? points[j] - points[i] : moved[j] - moved[i];
      CHECK(norm(n.rest[i][static_cast<int>(k)] - rest) < 1e-14);
      counted += stayed ? 0 : 1;
    }
    for (const std::uint32_t j : old) counted += std::ranges::find(expected, j) == expected.end() ? 1 : 0;
  }
  CHECK(counted == changes);
  CHECK(update_neighborhoods(moved, h, 12, n) == 0);
}

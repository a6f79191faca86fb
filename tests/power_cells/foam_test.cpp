// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/power_cells/foam.h>

#include "support/random_values.h"

namespace froth {

namespace {

/// Places without any order in a ball of radius 1, volumes that differ by ten, together so large as the ball.
Bubbles random_bubbles(int count, int seed) {
  Bubbles bubbles;
  test::Rng rng(static_cast<std::uint64_t>(seed));
  while (int(bubbles.x.size()) < count) {
    const Vec3<double> x{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
    if (dot(x, x) < 1) bubbles.x.push_back(x);
  }
  for (int k = 0; k < count; ++k) bubbles.volume.push_back(3.8 / count * rng.uniform(.2, 2));
  return bubbles;
}

double worst_volume(const Bubbles& bubbles, const FoamMesh& mesh) {
  const auto held = measure_bubbles(mesh, bubbles.x.size());
  double worst = 0;
  for (std::size_t k = 0; k < held.size(); ++k)
    worst = std::max(worst, std::abs(held[k].volume / bubbles.volume[k] - 1));
  return worst;
}

std::size_t open_bubbles(const Bubbles& bubbles, const FoamMesh& mesh) {
  const auto held = measure_bubbles(mesh, bubbles.x.size());
  return std::size_t(std::ranges::count_if(held, [](const BubbleMeasure& b) { return !b.is_closed; }));
}

}  // namespace

// Oracle: every edge of a bubble is in two of its films, once in each direction (a closed manifold without
// rims); V - E + F = 2 of each; volumes by the divergence theorem; a pair of bubbles has one film at most.
TEST_CASE("bubbles are closed, hold their volumes and share films") {
  for (const int seed : {1, 2, 3}) {
    Bubbles bubbles = random_bubbles(400, seed);
    if (seed == 2)
      bubbles.low = {-1.02, -.9, -1.02};  // three walls, one of them through the foam's lower end
    if (seed == 2) std::erase_if(bubbles.x, [](const Vec3<double>& x) { return x[1] < -.89; });
    bubbles.volume.resize(bubbles.x.size());
    const Foam foam = make_foam(bubbles);
    const FoamMesh& mesh = foam.mesh;
    CHECK(open_bubbles(bubbles, mesh) == 0);
    CHECK(worst_volume(bubbles, mesh) <= 0.01);
    std::set<std::array<std::int32_t, 2>> pairs;
    std::vector<int> euler(bubbles.x.size(), 0);
    std::vector<std::set<std::uint32_t>> corners(bubbles.x.size());
    bool is_once = true, is_solid = false;
    for (std::size_t f = 0; f < mesh.film_count(); ++f) {
      const auto [first, second] = mesh.owners[f];
      if (second >= 0) is_once = is_once && first < second && pairs.insert({first, second}).second;
      is_solid = is_solid || second == kSolid;
      for (const std::int32_t owner : {first, second}) {
        if (owner < 0) continue;
        const auto film = mesh.corners_of(f);
        // Each edge of a bubble is in two films: half of it counts here. Twice everything keeps whole
        // numbers.
        euler[std::size_t(owner)] += 2 - int(film.size());
        corners[std::size_t(owner)].insert(film.begin(), film.end());
      }
    }
    CHECK(is_once);
    CHECK(is_solid == (seed == 2));
    for (std::size_t b = 0; b < euler.size(); ++b) CHECK(euler[b] + 2 * int(corners[b].size()) == 4);
  }
}

// Oracle: the truncated octahedra of a BCC lattice: 14 films, surface over volume^(2/3) 5.3147.
TEST_CASE("films in the middle of a BCC lattice") {
  Bubbles bubbles;
  for (int a = -2; a <= 2; ++a)
    for (int b = -2; b <= 2; ++b)
      for (int c = -2; c <= 2; ++c)
        for (const double shift : {0., .5}) {
          bubbles.x.push_back({a + shift, b + shift, c + shift});
          bubbles.volume.push_back(.5);
        }
  const auto middle = std::size_t(std::ranges::find(bubbles.x, Vec3<double>{}) - bubbles.x.begin());
  const FoamMesh mesh = make_foam(bubbles).mesh;
  CHECK(open_bubbles(bubbles, mesh) == 0);
  double surface = 0;
  int films = 0;
  for (std::size_t f = 0; f < mesh.film_count(); ++f)
    if (mesh.owners[f][0] == int(middle) || mesh.owners[f][1] == int(middle))
      surface += film_area(mesh, f), ++films;
  CHECK(films == 14);
  // The foam ends three cells away, so that its cells differ a little from those of the endless lattice.
  CHECK(std::abs(surface / std::pow(.5, 2. / 3) - 5.3147) <= 1e-3);
}

// Oracle: a box of 3 x 3 x 3 cubes has 54 films between cubes, 54 at walls and 64 corners, in which eight
// cells meet.
TEST_CASE("corners of more than four cells are one") {
  std::vector<Vec3<double>> x;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c) x.push_back({a + .5, b + .5, c + .5});
  PowerSites<3> sites = PowerSites<3>::from(x);
  sites.low = {0, 0, 0}, sites.high = {3, 3, 3}, sites.has_free_surface = false;
  const FoamMesh mesh =
      mesh_foam(PowerDiagram<3>(sites), std::vector<double>(27, 0.0), std::vector<double>(27, 1.0));
  CHECK(mesh.film_count() == 108);
  CHECK(mesh.x.size() == 64);
  CHECK(std::ranges::count(mesh.owners, kSolid, [](const auto& of) { return of[1]; }) == 54);
  for (const BubbleMeasure& cube : measure_bubbles(mesh, 27)) {
    CHECK(cube.is_closed);
    CHECK(std::abs(cube.volume - 1) <= 1e-4);  // corners that were one may be merged from 1e-5 away
  }
}

// Oracle: one bubble is a ball; two are cut by a plane at equal distances where they are alike.
TEST_CASE("one bubble and two") {
  Bubbles one{{{1, 2, 3}}, {4 * std::numbers::pi / 3}};
  const FoamMesh ball = make_foam(one).mesh;
  CHECK(worst_volume(one, ball) <= 1e-9);
  CHECK(ball.borders.empty());
  for (const Vec3<double>& x : ball.x) CHECK(std::abs(norm(x - one.x[0]) - 1) <= 0.02);
  Bubbles two{{{0, 0, 0}, {0, 0, 1}}, {1, 1}};
  const FoamMesh pair = make_foam(two).mesh;
  CHECK(open_bubbles(two, pair) == 0);
  REQUIRE(pair.owners[0] == std::array<std::int32_t, 2>{0, 1});
  for (const std::uint32_t corner : pair.corners_of(0)) CHECK(std::abs(pair.x[corner][2] - .5) <= 1e-8);
  CHECK(pair.borders.size() == pair.corners_of(0).size());  // the rim of the film is where three films meet
}

// Oracle: the same bits for one thread and two.
TEST_CASE("films do not depend on threads") {
  const Bubbles bubbles = random_bubbles(200, 4);
  std::vector<FoamMesh> meshes;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    meshes.push_back(make_foam(bubbles).mesh);
  }
  CHECK(meshes[0].x == meshes[1].x);
  CHECK(meshes[0].corner == meshes[1].corner);
  CHECK(meshes[0].owners == meshes[1].owners);
  CHECK(meshes[0].borders == meshes[1].borders);
}

// Oracle: moves to centroids lower the sum of int |x - x_i|^2, so that cells get rounder: less surface for
// the same volumes; volumes stay.
TEST_CASE("relaxed bubbles have less surface") {
  Bubbles bubbles = random_bubbles(100, 5);
  const auto surface = [&] {
    const FoamMesh mesh = make_foam(bubbles).mesh;
    CHECK(worst_volume(bubbles, mesh) <= 0.01);
    double sum = 0;
    for (std::size_t f = 0; f < mesh.film_count(); ++f) sum += film_area(mesh, f);
    return sum;
  };
  const double before = surface();
  relax_foam(bubbles, 10);
  CHECK(surface() < 0.97 * before);
}

}  // namespace froth

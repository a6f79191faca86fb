// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/foam/sphere_union.h>

#include "support/clouds.h"

using namespace froth;
using namespace froth::test;

namespace {

template <int Dim>
using Node = Vec<Dim, std::int32_t>;

/// All nodes with coordinates from -n to n.
template <int Dim>
std::vector<Node<Dim>> box_of_nodes(int n) {
  std::vector<Node<Dim>> nodes;
  Node<Dim> k = Node<Dim>::constant(-n);
  while (k[0] <= n) {
    nodes.push_back(k);
    int d = Dim - 1;
    for (++k[d]; d > 0 && k[d] > n; ++k[--d]) k[d] = -n;
  }
  return nodes;
}

/// Algorithm 2 of [Yue2015] as printed, over all nodes and all spheres, with a band of 4 r.
template <int Dim>
std::vector<double> dense_distance(const std::vector<Node<Dim>>& nodes,
                                   const std::vector<Vec<Dim, double>>& places) {
  const auto sphere = [&](const Node<Dim>& node) {
    return nearest_distance(node.template cast<double>(), places) - 1;
  };
  std::vector<Vec<Dim, double>> crossings;
  for (const auto& node : nodes)
    for (int d = 0; d < Dim; ++d) {
      Node<Dim> next = node;
      next[d] += 1;
      const double a = sphere(node), b = sphere(next);
      if ((a < 0) == (b < 0)) continue;
      Vec<Dim, double> x = node.template cast<double>();
      x[d] += a / (a - b);
      crossings.push_back(x);
    }
  std::vector<double> distance;
  for (const auto& node : nodes) {
    const double d = std::min(4.0, nearest_distance(node.template cast<double>(), crossings));
    distance.push_back(sphere(node) < 0 ? -d : d);
  }
  return distance;
}

template <int Dim>
void compare(const std::vector<Vec<Dim, double>>& places, int reach) {
  const auto cloud = make_cloud<Dim, double>(places);
  const SphereUnion<Dim> surface(cloud.points());
  const auto nodes = box_of_nodes<Dim>(reach);
  const std::vector<double> expected = dense_distance(nodes, places);
  int inside = 0, stored = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const bool is_stored = surface.list().find(list_block(nodes[k])) >= 0;
    CAPTURE(nodes[k][0]);
    CAPTURE(nodes[k][1]);
    inside += expected[k] < 0, stored += is_stored;
    // Places are floats here, within 1e-6 of the true ones; a crossing magnifies that by its slope, at most
    // 1 / (1 - cos) for the flattest edges.
    if (is_stored)
      CHECK(surface.at(nodes[k]) == doctest::Approx(expected[k]).epsilon(1e-4));
    else
      CHECK(expected[k] > 0);  // where nothing is stored there is air
  }
  CHECK(inside > 50);
  CHECK(stored > inside);
}

}  // namespace

// Oracle: brute force over all nodes and all spheres. The clouds have a surface, a hole that counts as air
// and places below zero.
TEST_CASE("the signed distance of spheres is that of brute force") {
  auto disc = stretched_lattice<2>({1.1, 0.9}, {11, 7}, 0.3);
  std::erase_if(disc, [](const auto& x) { return norm(x - Vec<2, double>{3, 1}) < 2.5; });
  compare<2>(disc, 16);
  auto ball = stretched_lattice<3>({1.2, 1, 0.9}, {7, 5, 4}, 0.3);
  std::erase_if(ball, [](const auto& x) { return norm(x) > 6.5 || norm(x - Vec<3, double>{2, 1, 0}) < 1.7; });
  compare<3>(ball, 11);
}

// Oracle: symmetry. A cloud that fills a periodic axis of three blocks has the distance of an endless one:
// the same at all places a lattice spacing apart along it.
TEST_CASE("the signed distance goes round a periodic axis") {
  std::vector<Vec<2, double>> places;
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 9; ++j) places.push_back({i + 0.5, j + 0.5});
  const auto cloud = make_cloud<2, float>(places);
  const SphereUnion<2> surface(cloud.points({3, 0}));
  for (std::int32_t j = 0; j < 9; ++j)
    for (std::int32_t i = -3; i < 30; ++i)
      CHECK(surface.at({i, j}) == doctest::Approx(surface.at({5, j})).epsilon(1e-5));
  CHECK(surface.at({0, 4}) == -4);
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <map>

#include "support/blocks.h"
#include "support/textbook_spline.h"

using namespace froth;
using namespace froth::test;

namespace {

struct Node {
  double mass = 0;
  Vec3<double> momentum{};
};

/// Every particle against every node of a dense array: the method without any data structure.
std::map<std::array<int, 3>, Node> brute_force(const std::vector<NewParticle<3>>& particles, double dx,
                                               int degree, double density, int period_x) {
  std::map<std::array<int, 3>, Node> nodes;
  for (const auto& p : particles)
    for (int i = -20; i <= 20; ++i)
      for (int j = -20; j <= 20; ++j)
        for (int k = -20; k <= 20; ++k) {
          const Vec3<double> d = Vec3<double>{dx * i, dx * j, dx * k} - p.x;
          const double w = textbook_spline(degree, d[0] / dx) * textbook_spline(degree, d[1] / dx) *
                           textbook_spline(degree, d[2] / dx);
          if (w == 0) continue;
          Node& node = nodes[{period_x > 0 ? ((i % period_x) + period_x) % period_x : i, j, k}];
          const double m = density * p.volume;
          node.mass += w * m;
          node.momentum += (w * m) * (p.v + p.grad_v * d);
        }
  return nodes;
}

void compare(int degree, int period_x) {
  const double dx = 0.1, density = 700;
  AffineField<3> field{{1, -0.5, 0.25}, {{{0.3, 1, 0}, {-1, 0, 2}, {0.5, 0, -0.7}}}};
  std::vector<NewParticle<3>> particles = jittered_block<3>(8, 0.9, field);
  Rng rng(77);
  for (auto& p : particles) p.v += rng.vector(1);  // no smooth field: every particle is its own
  MpmSettings<3> set = settings<3>(dx, "apic", degree);
  set.lattice.periodic_cells[0] = period_x;
  ExplicitMpm<3, double> solver(set);
  add_body(solver.state(), "a", no_stress<double>(), density, {particles.begin(), particles.begin() + 200});
  add_body(solver.state(), "b", no_stress<double>(), density, {particles.begin() + 200, particles.end()});
  REQUIRE(solver.advance(0, 1e-6).ok());

  auto expected = brute_force(particles, dx, degree, density, period_x);
  double error = 0;
  std::size_t seen = 0;
  const auto& blocks = solver.state().grid.topology.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (int n = 0; n < 64; ++n) {
      // The first node of a block is one below its first cell; a periodic axis wraps.
      std::array<int, 3> at = {blocks[b][0] * 4 + n / 16 - 1, blocks[b][1] * 4 + n / 4 % 4 - 1,
                               blocks[b][2] * 4 + n % 4 - 1};
      if (period_x > 0) at[0] = (at[0] + period_x) % period_x;
      const auto node = solver.state().grid.fields.motion.block(static_cast<Index>(b))[n];
      const auto found = expected.find(at);
      if (found == expected.end()) {
        CHECK(node[3] == 0);
        continue;
      }
      ++seen;
      error = std::max(error, std::abs(node[3] - found->second.mass));
      for (int d = 0; d < 3; ++d)
        error = std::max(error, std::abs(node[d] * node[3] - found->second.momentum[d]));
    }
  CHECK(seen == expected.size());
  CHECK(error < 1e-13);  // rounding of sums of about 50 terms of size 0.1
}

}  // namespace

// Oracle: brute force. The sparse blocked grid holds the same mass and momentum as a dense one filled by a
// loop over all particles and nodes, also across a periodic border of an even, an odd and the smallest number
// of blocks.
TEST_CASE("the sparse grid equals a dense one, quadratic") { compare(2, 0); }
TEST_CASE("the sparse grid equals a dense one, cubic") { compare(3, 0); }
TEST_CASE("the sparse grid equals a dense one, periodic, four blocks") { compare(2, 16); }
TEST_CASE("the sparse grid equals a dense one, periodic, three blocks") { compare(3, 12); }

// Oracle: the definition of a colouring: no two groups of one colour share a block of their tiles.
TEST_CASE("tiles of one colour are disjoint") {
  for (const int period : {0, 1, 2, 3, 4, 5, 6, 7, 9, 10}) {
    std::vector<BlockCoord<2>> blocks;
    for (int i = 0; i < (period > 0 ? period : 7); ++i)
      for (int j = -3; j < 4; ++j) blocks.push_back({i, j});
    make_canonical(blocks);
    GridTopology<2> topology;
    topology.build(blocks, {period, 0});
    std::size_t covered = 0;
    for (const auto& color : topology.colors()) {
      std::vector<int> owner(topology.blocks().size(), -1);
      for (std::size_t g = 0; g < color.size(); ++g)
        for (std::int32_t s = color[g].first; s < color[g].last; ++s) {
          ++covered;
          for (const std::int32_t b : topology.sources()[static_cast<std::size_t>(s)].tile) {
            int& by = owner[static_cast<std::size_t>(b)];
            CHECK_UNARY(by == -1 || by == static_cast<int>(g));
            by = static_cast<int>(g);
          }
        }
    }
    CHECK(covered == blocks.size());
  }
}

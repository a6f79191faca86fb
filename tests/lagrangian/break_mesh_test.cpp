// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <froth/base/error.h>
#include <froth/lagrangian/break_mesh.h>
#include <froth/lagrangian/sheet_elements.h>
#include <froth/lagrangian/solid_elements.h>

using namespace froth;

namespace {

using V = Vec3<double>;

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Pieces by what is joined, found anew by walking from vertex to vertex.
template <std::size_t N>
std::size_t parts_of(const std::vector<std::array<std::uint32_t, N>>& elements, std::size_t vertices) {
  std::vector<std::size_t> root(vertices);
  std::iota(root.begin(), root.end(), std::size_t(0));
  const auto find = [&](std::size_t k) {
    while (root[k] != k) k = root[k];
    return k;
  };
  for (const auto& e : elements)
    for (const std::uint32_t k : e) root[find(k)] = find(e[0]);
  std::set<std::size_t> parts;
  for (std::size_t k = 0; k < vertices; ++k) parts.insert(find(k));
  return parts.size();
}

}  // namespace

// Oracle: what breaking must leave alone and what it must change. The volume is that of the box; elements of
// different pieces have no vertex in common, those of one piece have the vertices that they had; a convex
// body falls into as many parts as there are seeds, or more where a cell of lattice tetrahedra is not joined.
TEST_CASE("a box of tetrahedra breaks into pieces") {
  const ElementMesh whole = mesh_of_shape(Shape::box({0, 0, 0}, {1, 1, .5}), 3, .1);
  ElementMesh broken = whole;
  const std::vector<std::uint32_t> piece = break_into_pieces({7, 3, 0}, broken);
  REQUIRE(broken.tetrahedra.size() == whole.tetrahedra.size());
  CHECK(sum(vertex_volumes(broken)) == doctest::Approx(.5).epsilon(1e-12));
  CHECK(std::set<std::uint32_t>(piece.begin(), piece.end()).size() == 7);
  CHECK(broken.rest.size() > whole.rest.size());
  std::vector<std::uint32_t> owner(broken.rest.size(), ~0u);
  std::vector<double> volume(7, 0.0);
  bool is_apart = true, is_in_place = true;
  for (std::size_t e = 0; e < piece.size(); ++e) {
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t v = broken.tetrahedra[e][k];
      is_apart &= owner[v] == ~0u || owner[v] == piece[e];
      owner[v] = piece[e];
      is_in_place &= norm(broken.rest[v] - whole.rest[whole.tetrahedra[e][k]]) == 0;
    }
    volume[piece[e]] += .1 * .1 * .1 / 6;
  }
  CHECK(is_apart);
  CHECK(is_in_place);
  CHECK(std::ranges::find(owner, ~0u) == owner.end());
  CHECK(sum(volume) == doctest::Approx(.5).epsilon(1e-12));
  CHECK(parts_of(broken.tetrahedra, broken.rest.size()) >= 7);
  CHECK(parts_of(whole.tetrahedra, whole.rest.size()) == 1);
}

// Oracle: a vertex that is doubled moves by half of the gap, and into its piece: the copies are apart by no
// more than the gap, no element turns inside out, and what is lost of the volume is at most the gap over the
// faces of all elements, (6 + 6 sqrt 2) / 2 edge^2 for each six of them.
TEST_CASE("pieces start with cracks between them") {
  const double edge = .1, gap = .01;
  const ElementMesh whole = mesh_of_shape(Shape::box({0, 0, 0}, {1, 1, .5}), 3, edge);
  ElementMesh broken = whole;
  break_into_pieces({20, 3, gap}, broken);
  const double volume = sum(vertex_volumes(broken));
  CHECK(volume < .5);
  CHECK(.5 - volume < gap * (3 + 3 * std::sqrt(2.0)) * .5 / edge);
  CHECK_NOTHROW(SolidElements<3>(NeoHookean<double>{1, 1}, 1, broken.tetrahedra, broken.rest));
  double farthest = 0;
  for (std::size_t e = 0; e < whole.tetrahedra.size(); ++e)
    for (std::size_t k = 0; k < 4; ++k)
      farthest =
          std::max(farthest, norm(broken.rest[broken.tetrahedra[e][k]] - whole.rest[whole.tetrahedra[e][k]]));
  CHECK(farthest == doctest::Approx(gap / 2).epsilon(1e-9));
}

// Oracle: areas add up, cracks have no hinges, the same seed gives the same pieces, another one others.
TEST_CASE("a cloth breaks into round pieces, each a sheet of its own") {
  const ElementMesh whole = rectangle_mesh({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, .04);
  ElementMesh broken = whole, again = whole, other = whole;
  const std::vector<std::uint32_t> piece = break_into_pieces({9, 1, 0}, broken);
  CHECK(sum(vertex_volumes(broken)) == doctest::Approx(1).epsilon(1e-12));
  CHECK(parts_of(broken.triangles, broken.rest.size()) >= 9);
  const SheetElements before({1, .3, 1, .01, 1}, whole.triangles, whole.rest);
  const SheetElements after({1, .3, 1, .01, 1}, broken.triangles, broken.rest);
  CHECK(after.hinges().size() < before.hinges().size());
  CHECK(break_into_pieces({9, 1, 0}, again) == piece);
  CHECK(break_into_pieces({9, 2, 0}, other) != piece);
  // Perimeter by area: hinges are lost along cracks alone, of which round pieces have about
  // 2 sqrt(pieces) - 2 lengths of the side, up to a factor of two.
  const double lost = double(before.hinges().size() - after.hinges().size()) * .04;
  CHECK(lost < 2 * (2 * std::sqrt(9.0) - 2));
}

// Oracle: one sentence with both numbers; as many pieces as elements leave every element alone.
TEST_CASE("there are no more pieces than elements") {
  ElementMesh mesh = rectangle_mesh({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, .5);
  const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
  ElementMesh one = mesh;
  CHECK_THROWS_AS(break_into_pieces({count + 1, 1, 0}, one), InputError);
  break_into_pieces({count, 1, 0}, mesh);
  CHECK(mesh.rest.size() == 3 * count);
  CHECK(parts_of(mesh.triangles, mesh.rest.size()) == count);
}

// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/break_mesh.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>

namespace froth {

namespace {

struct Middle {
  Vec3<double> x;
  double size;  ///< area or volume, but for a factor
};

template <std::size_t N>
std::vector<Middle> middles_of(const std::vector<std::array<std::uint32_t, N>>& elements,
                               const std::vector<Vec3<double>>& x) {
  std::vector<Middle> middles;
  for (const auto& e : elements) {
    Middle one{};
    for (const std::uint32_t k : e) one.x += x[k] / double(N);
    const Vec3<double> area = cross(x[e[1]] - x[e[0]], x[e[2]] - x[e[0]]);
    one.size = N == 3 ? norm(area) : std::abs(dot(area, x[e[N - 1]] - x[e[0]]));
    middles.push_back(one);
  }
  return middles;
}

/// Elements drawn by size, no one twice.
std::vector<std::size_t> draw(const std::vector<Middle>& middles, std::uint32_t count, std::uint64_t seed) {
  std::vector<double> sum{0};
  for (const Middle& one : middles) sum.push_back(sum.back() + one.size);
  std::vector<std::uint8_t> is_drawn(middles.size(), 0);
  std::vector<std::size_t> drawn;
  const RandomKey key{seed, Purpose::Pieces};
  for (std::uint32_t tries = 0; drawn.size() < count; ++tries) {
    const double at = uniform4(key, tries, 0, 0)[0] * sum.back();
    auto e = static_cast<std::size_t>(std::ranges::upper_bound(sum, at) - sum.begin()) - 1;
    e = std::min(e, middles.size() - 1);
    // Where nearly all are drawn, the next one that is left will do.
    if (tries > 16 * count)
      while (is_drawn[e] != 0) e = (e + 1) % middles.size();
    if (is_drawn[e] != 0) continue;
    is_drawn[e] = 1;
    drawn.push_back(e);
  }
  return drawn;
}

/// Gives every piece vertices of its own: by old vertex, then by piece. Returns which are doubled.
template <std::size_t N>
std::vector<std::uint8_t> part_vertices(const std::vector<std::uint32_t>& piece,
                                        std::vector<std::array<std::uint32_t, N>>& elements,
                                        ElementMesh& mesh) {
  std::vector<std::vector<std::uint32_t>> pieces(mesh.rest.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (const std::uint32_t v : elements[e]) pieces[v].push_back(piece[e]);
  std::vector<std::uint32_t> first;
  std::vector<std::uint8_t> is_doubled;
  std::vector<Vec3<double>> start, rest;
  for (std::size_t v = 0; v < pieces.size(); ++v) {
    std::ranges::sort(pieces[v]);
    const auto gone = std::ranges::unique(pieces[v]);
    pieces[v].erase(gone.begin(), gone.end());
    first.push_back(static_cast<std::uint32_t>(rest.size()));
    is_doubled.insert(is_doubled.end(), pieces[v].size(), pieces[v].size() > 1 ? 1 : 0);
    start.insert(start.end(), pieces[v].size(), mesh.start[v]);
    rest.insert(rest.end(), pieces[v].size(), mesh.rest[v]);
  }
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (std::uint32_t& v : elements[e])
      v = first[v] +
          static_cast<std::uint32_t>(std::ranges::lower_bound(pieces[v], piece[e]) - pieces[v].begin());
  mesh.start = std::move(start), mesh.rest = std::move(rest);
  return is_doubled;
}

/// Moves doubled vertices towards the middles of their elements by half of the gap.
template <std::size_t N>
void open_cracks(const std::vector<std::uint8_t>& is_doubled, double gap,
                 const std::vector<std::array<std::uint32_t, N>>& elements, std::vector<Vec3<double>>& x) {
  std::vector<Vec3<double>> inward(x.size());
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto& e : elements) {
    Vec3<double> middle{};
    for (const std::uint32_t k : e) middle += x[k] / double(N);
    for (const std::uint32_t k : e) {
      inward[k] += middle - x[k];
      for (const std::uint32_t other : e)
        if (other != k && is_doubled[k] != 0) shortest = std::min(shortest, norm(x[other] - x[k]));
    }
  }
  if (gap > 0.2 * shortest)
    throw InputError(
        fmt::format("a gap of {:g} m between pieces is more than a fifth of an edge, {:g} m; give "
                    "less, or longer edges",
                    gap, shortest));
  for (std::size_t k = 0; k < x.size(); ++k)
    if (const double size = norm(inward[k]); is_doubled[k] != 0 && size > 0)
      x[k] += inward[k] * (gap / 2 / size);
}

}  // namespace

std::vector<std::uint32_t> break_into_pieces(const Breaking& how, ElementMesh& mesh) {
  const std::uint32_t count = how.pieces;
  const bool is_solid = !mesh.tetrahedra.empty();
  const std::vector<Middle> middles =
      is_solid ? middles_of(mesh.tetrahedra, mesh.rest) : middles_of(mesh.triangles, mesh.rest);
  if (count > middles.size())
    throw InputError(
        fmt::format("{} pieces cannot be made of {} elements; ask for fewer pieces, or give "
                    "shorter edges",
                    count, middles.size()));
  const std::vector<std::size_t> seeds = draw(middles, count, how.seed);
  std::vector<std::uint32_t> piece(middles.size());
  parallel_chunks(static_cast<Index>(middles.size()), 256, [&](const Chunk& c) {
    for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::uint32_t p = 0; p < count; ++p) {
        const Vec3<double> apart = middles[e].x - middles[seeds[p]].x;
        if (const double square = dot(apart, apart); square < nearest) nearest = square, piece[e] = p;
      }
    }
  });
  const auto part = [&](auto& elements) {
    const std::vector<std::uint8_t> is_doubled = part_vertices(piece, elements, mesh);
    open_cracks(is_doubled, how.gap, elements, mesh.start);
    open_cracks(is_doubled, how.gap, elements, mesh.rest);
  };
  if (is_solid)
    part(mesh.tetrahedra);
  else
    part(mesh.triangles);
  return piece;
}

}  // namespace froth

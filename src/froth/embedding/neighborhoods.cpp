// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/neighborhoods.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/embedding/kernel.h>
#include <froth/embedding/loops.h>
#include <froth/embedding/quadratic_fit.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/linalg/eigen_sym.h>

namespace froth {

namespace {

/// A neighbour and the rest vector that goes with it.
struct Entry {
  std::uint32_t neighbor;
  Vec3<double> rest;
};

/// Entries of particle `i`, in order of slots; what is left over is the particle itself, without a weight.
void store_entries(Neighborhoods& n, Index i, std::span<const Entry> entries) {
  const auto s = static_cast<std::size_t>(i);
  n.count[s] = static_cast<std::uint8_t>(entries.size());
  n.rest[s] = NeighborVectors{};
  for (int k = 0; k < kMostNeighbors; ++k) {
    const bool is_used = k < static_cast<int>(entries.size());
    const auto e = static_cast<std::size_t>(k);
    n.neighbor[s * kMostNeighbors + e] = is_used ? entries[e].neighbor : static_cast<std::uint32_t>(i);
    if (is_used) n.rest[s].set(k, entries[e].rest);
  }
}

/// A particle's list becomes what was found near it.
struct ListUpdate {
  std::vector<Neighbor> found;
  std::vector<Entry> entries;

  /// Fills `entries` and returns how many came or went.
  Index merge(std::span<const Vec3<double>> embedded, int most, const Neighborhoods& n, Index i,
              const Mat3<double>* to_rest) {
    const auto s = static_cast<std::size_t>(i);
    std::erase_if(found, [&](const Neighbor& other) { return other.point == s; });
    if (found.size() > static_cast<std::size_t>(most)) {
      std::nth_element(found.begin(), found.begin() + most, found.end());
      found.resize(static_cast<std::size_t>(most));
    }
    std::sort(found.begin(), found.end(),
              [](const Neighbor& a, const Neighbor& b) { return a.point < b.point; });
    // Two lists in order of slots: what is in both stays.
    const auto old = n.of(i);
    entries.clear();
    std::size_t k = 0, stayed = 0;
    for (const Neighbor& other : found) {
      while (k < old.size() && old[k] < other.point) ++k;
      const bool stays = k < old.size() && old[k] == other.point;
      stayed += stays ? 1 : 0;
      const Vec3<double> arm = embedded[other.point] - embedded[s];
      entries.push_back({other.point, stays     ? n.rest[s][static_cast<int>(k)]
                                      : to_rest ? *to_rest * arm
                                                : arm});
    }
    return static_cast<Index>((found.size() - stayed) + (old.size() - stayed));
  }
};

/// Of those near a point, the nearest that it sees.
void keep_seen(std::span<const Vec3<double>> points, std::size_t s, int most,
               const StandsBetween& stands_between, std::vector<Neighbor>& near) {
  std::sort(near.begin(), near.end());
  std::erase_if(near, [&](const Neighbor& other) { return stands_between(points[s], points[other.point]); });
  if (near.size() > static_cast<std::size_t>(most)) near.resize(static_cast<std::size_t>(most));
}

}  // namespace

void Neighborhoods::resize(std::size_t particles) {
  count.resize(particles);
  neighbor.resize(particles * kMostNeighbors);
  rest.resize(particles);
  weight.resize(particles);
  gradient.resize(particles);
  gradient_sum.resize(particles);
}

std::size_t Neighborhoods::bytes() const {
  return count.capacity() + (neighbor.capacity() + back_begin.capacity() + back.capacity()) * 4 +
         (rest.capacity() + gradient.capacity()) * sizeof(NeighborVectors) +
         weight.capacity() * sizeof(NeighborWeights) + gradient_sum.capacity() * sizeof(Vec3<double>);
}

Moments moments_of(const NeighborVectors& rest, int count, double h) {
  Moments m;
  for (int k = 0; k < count; ++k) {
    const Vec3<double> u = rest[k];
    const double w = poly6(dot(u, u), h);
    m.A =
        m.A + Sym3<double>{u[0] * u[0], u[1] * u[1], u[2] * u[2], u[0] * u[1], u[0] * u[2], u[1] * u[2]} * w;
    m.weight += w;
  }
  return m;
}

double volume_estimate(const Moments& m) {
  if (!(m.weight > 0)) return 0;
  // Normalised before the determinant is formed: weights to the third power over- and underflow early.
  return std::sqrt(std::max(0.0, determinant(m.A * (1 / m.weight))));
}

double condition_of(const Sym3<double>& A) {
  const Vec3<double> values = eigen_sym(A).values;
  const double least = std::min({values[0], values[1], values[2]});
  const double most = std::max({values[0], values[1], values[2]});
  return least > 0 ? most / least : std::numeric_limits<double>::infinity();
}

bool update_gradients(Neighborhoods& n, Index i, double h) {
  const auto s = static_cast<std::size_t>(i);
  const NeighborVectors& u = n.rest[s];
  NeighborWeights& w = n.weight[s];
  NeighborVectors& g = n.gradient[s];
  const int count = n.count[s];
  const double h2 = h * h;
  const double scale = poly6(0, h) / (h2 * h2 * h2);
  double sums[7] = {};  // xx, yy, zz, xy, xz, yz of w u u^T; w
  for (int k = 0; k < kMostNeighbors; ++k) {
    const double x = u.a[0][k], y = u.a[1][k], z = u.a[2][k];
    const double gap = std::max(h2 - (x * x + y * y + z * z), 0.0);
    w.a[k] = k < count ? scale * gap * gap * gap : 0.0;
  }
  for (int k = 0; k < count; ++k) {
    const double x = u.a[0][k], y = u.a[1][k], z = u.a[2][k], v = w.a[k];
    sums[0] += v * x * x, sums[1] += v * y * y, sums[2] += v * z * z;
    sums[3] += v * x * y, sums[4] += v * x * z, sums[5] += v * y * z;
    sums[6] += v;
  }
  const Sym3<double> A{sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]};
  const double size = trace(A);
  const double det = size > 0 ? determinant(A * (1 / size)) : 0;
  // With trace one the determinant is at most least * most^2: the smallest eigenvalue in units of the trace.
  const bool is_determined = count >= 3 && det > 1 / kWorstCondition;
  const Sym3<double> inverse = is_determined ? adjugate(A * (1 / size)) * (1 / (det * size)) : Sym3<double>{};
  Vec3<double> total{};
  for (int k = 0; k < kMostNeighbors; ++k) {
    const double x = w.a[k] * u.a[0][k], y = w.a[k] * u.a[1][k], z = w.a[k] * u.a[2][k];
    g.a[0][k] = inverse.xx * x + inverse.xy * y + inverse.xz * z;
    g.a[1][k] = inverse.xy * x + inverse.yy * y + inverse.yz * z;
    g.a[2][k] = inverse.xz * x + inverse.yz * y + inverse.zz * z;
  }
  if (n.fit == FitKind::Quadratic && is_determined) fit_quadratic(u, w, count, h, g);
  for (int k = 0; k < count; ++k) total += g[k];
  n.gradient_sum[s] = total;
  return is_determined;
}

bool is_determined(const Neighborhoods& n, Index i) {
  const auto s = static_cast<std::size_t>(i);
  for (int k = 0; k < n.count[s]; ++k)
    if (n.gradient[s][k] != Vec3<double>{}) return true;
  return false;
}

void list_entries(Neighborhoods& n) {
  const auto particles = static_cast<std::size_t>(n.particles());
  n.back_begin.assign(particles + 1, 0);
  for (Index i = 0; i < n.particles(); ++i)
    for (const std::uint32_t j : n.of(i)) ++n.back_begin[j + 1];
  for (std::size_t i = 0; i < particles; ++i) n.back_begin[i + 1] += n.back_begin[i];
  n.back.resize(n.back_begin.back());
  std::vector<std::uint32_t> next(n.back_begin.begin(), n.back_begin.end() - 1);
  for (Index i = 0; i < n.particles(); ++i) {
    const auto list = n.of(i);
    for (std::size_t k = 0; k < list.size(); ++k)
      n.back[next[list[k]]++] = static_cast<std::uint32_t>(static_cast<std::size_t>(i) * kMostNeighbors + k);
  }
}

void find_neighborhoods(std::span<const Vec3<double>> points, double spacing, int most, Neighborhoods& n,
                        std::vector<double>& support, const StandsBetween& stands_between) {
  const NeighborSearch<3> search(points, 2 * spacing);
  // Where something may stand between, others take the places of those behind it.
  const NeighborTable nearest =
      search.all_nearest(static_cast<std::size_t>(stands_between ? 2 * most : most));
  n.resize(points.size());
  support.resize(points.size());
  parallel_chunks(static_cast<Index>(points.size()), kParticleChunk, [&](const Chunk& c) {
    std::vector<Entry> entries;
    for (Index i = c.begin; i < c.end; ++i) {
      const auto s = static_cast<std::size_t>(i);
      entries.clear();
      double distances = 0;
      std::vector<Neighbor> seen(nearest.of(s).begin(), nearest.of(s).end());
      if (stands_between) keep_seen(points, s, most, stands_between, seen);
      for (const Neighbor& other : seen) {
        entries.push_back({other.point, points[other.point] - points[s]});
        distances += std::sqrt(other.square);
      }
      support[s] = entries.empty() ? 0 : 2 * distances / double(entries.size());
      std::sort(entries.begin(), entries.end(),
                [](const Entry& a, const Entry& b) { return a.neighbor < b.neighbor; });
      store_entries(n, i, entries);
      update_gradients(n, i, support[s]);
    }
  });
  list_entries(n);
}

Index update_neighborhoods(std::span<const Vec3<double>> embedded, std::span<const double> support, int most,
                           Neighborhoods& n, const StandsBetween& stands_between,
                           std::span<const Mat3<double>> to_rest) {
  double width = 0;
  for (const double h : support) width += h;
  const NeighborSearch<3> search(embedded, width / (2 * double(std::max<std::size_t>(support.size(), 1))));
  std::vector<Index> changed(static_cast<std::size_t>(chunk_count(n.particles(), kParticleChunk)), 0);
  parallel_chunks(n.particles(), kParticleChunk, [&](const Chunk& c) {
    ListUpdate update;
    for (Index i = c.begin; i < c.end; ++i) {
      const auto s = static_cast<std::size_t>(i);
      update.found.clear();
      search.visit_within(embedded[s], support[s], [&](std::uint32_t point, double square) {
        update.found.push_back({point, square});
      });
      if (stands_between)
        std::erase_if(update.found, [&](const Neighbor& other) {
          return other.point != s && stands_between(embedded[s], embedded[other.point]);
        });
      const Index moves = update.merge(embedded, most, n, i, to_rest.empty() ? nullptr : &to_rest[s]);
      if (moves == 0) continue;
      changed[static_cast<std::size_t>(c.number)] += moves;
      store_entries(n, i, update.entries);
      update_gradients(n, i, support[s]);
    }
  });
  Index changes = 0;
  for (const Index own : changed) changes += own;
  if (changes > 0) list_entries(n);
  return changes;
}

}  // namespace froth

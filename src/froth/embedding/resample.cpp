// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/resample.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <froth/embedding/change_particles.h>
#include <froth/embedding/loops.h>
#include <froth/linalg/eigen_sym.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// What a particle's neighbourhood asks for.
struct Wish {
  enum class Kind : unsigned char { None, Split, Merge } kind = Kind::None;
  bool is_cancelled = false;  ///< would have split, but for the surface
  Vec3<double> offset{};      ///< of a split, in rest space [m]
};

/// Axes of a neighbourhood by ascending eigenvalue.
struct Axes {
  double value[3];
  Vec3<double> axis[3];

  explicit Axes(const Sym3<double>& B) {
    const EigenSym<double> eigen = eigen_sym(B);
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int a, int b) { return eigen.values[a] < eigen.values[b]; });
    for (int k = 0; k < 3; ++k) {
      value[k] = eigen.values[order[k]];
      axis[k] = {eigen.vectors(0, order[k]), eigen.vectors(1, order[k]), eigen.vectors(2, order[k])};
    }
  }
};

Wish wish_of(const EmbeddedBody& body, Index i, const ResampleSettings& settings) {
  const NeighborVectors& rest = body.near.rest[at(i)];
  const int count = body.near.count[at(i)];
  const double h = body.support[at(i)];
  Wish wish;
  if (count < 4 || body.is_loose[at(i)] != 0) return wish;
  const Axes axes(sampling_matrix(rest, count) * (h * h / kLatticeSampling));
  const bool is_printed = settings.is_printed_rule;
  if (axes.value[is_printed ? 0 : 2] > settings.merge_above) {
    wish.kind = Wish::Kind::Merge;
    return wish;
  }
  if (!(axes.value[is_printed ? 2 : 0] < settings.split_below)) return wish;
  Vec3<double> centre{};
  double distance = 0;
  for (int k = 0; k < count; ++k) centre += rest[k] / count, distance += norm(rest[k]) / count;
  const double off = norm(centre);
  const bool is_surface = off > settings.surface_distance * h;
  wish.offset = (distance / 2) * axes.axis[is_surface ? 1 : 0];
  const double most = std::sqrt(2.0) * off;
  wish.is_cancelled = is_surface && (norm(wish.offset - centre) > most || norm(wish.offset + centre) > most);
  wish.kind = wish.is_cancelled ? Wish::Kind::None : Wish::Kind::Split;
  return wish;
}

/// Lists that may grow, while particles are split and merged.
class OpenLists {
 public:
  struct Entry {
    std::uint32_t neighbor;
    Vec3<double> rest;
  };

  explicit OpenLists(const Neighborhoods& n) : lists_(at(n.particles())) {
    for (Index i = 0; i < n.particles(); ++i)
      for (std::size_t k = 0; k < n.of(i).size(); ++k)
        lists_[at(i)].push_back({n.of(i)[k], n.rest[at(i)][static_cast<int>(k)]});
  }
  std::vector<Entry>& operator[](std::size_t i) { return lists_[i]; }
  void grow() { lists_.emplace_back(); }

  /// The nearest kMostNeighbors of each, in order of slots.
  void store(Neighborhoods& n) {
    n.resize(lists_.size());
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      std::vector<Entry>& list = lists_[i];
      std::ranges::stable_sort(list, {}, [](const Entry& e) { return dot(e.rest, e.rest); });
      if (list.size() > kMostNeighbors) list.resize(kMostNeighbors);
      std::ranges::sort(list, {}, &Entry::neighbor);
      n.count[i] = static_cast<std::uint8_t>(list.size());
      n.rest[i] = NeighborVectors{};
      for (std::size_t k = 0; k < kMostNeighbors; ++k) {
        n.neighbor[i * kMostNeighbors + k] =
            k < list.size() ? list[k].neighbor : static_cast<std::uint32_t>(i);
        if (k < list.size()) n.rest[i].set(static_cast<int>(k), list[k].rest);
      }
    }
  }

 private:
  std::vector<std::vector<Entry>> lists_;
};

/// Particle `i` becomes one at +offset; a new one is at -offset.
void split(EmbeddedBody& body, OpenLists& lists, std::size_t i, const Vec3<double>& offset,
           std::uint64_t id) {
  const Vec3<double> world = body.F[i] * offset;
  const std::size_t twin = body.x.size();
  body.mass[i] /= 2;
  for_particle_columns(body, [&](auto& column) {
    const auto copy = column[i];
    column.push_back(copy);
  });
  body.id[twin] = id;
  body.x[i] += world, body.x[twin] -= world;
  body.embedded[i] += offset, body.embedded[twin] -= offset;
  lists.grow();
  for (std::size_t k = 0; k < lists[i].size(); ++k) {
    auto& entry = lists[i][k];
    lists[twin].push_back({entry.neighbor, entry.rest + offset});
    entry.rest -= offset;
  }
  lists[i].push_back({static_cast<std::uint32_t>(twin), -2.0 * offset});
  lists[twin].push_back({static_cast<std::uint32_t>(i), 2.0 * offset});
  // Who names the particle names both.
  for (const std::uint32_t entry : body.near.entries_to(static_cast<Index>(i)))
    for (auto& own : lists[entry / kMostNeighbors])
      if (own.neighbor == i) {
        const Vec3<double> rest = own.rest;
        own.rest = rest + offset;
        lists[entry / kMostNeighbors].push_back({static_cast<std::uint32_t>(twin), rest - offset});
        break;
      }
}

/// Particle `i` becomes the merged one; `j`, at `arm` from it in rest space, is to go.
void merge(EmbeddedBody& body, OpenLists& lists, std::size_t i, std::size_t j, const Vec3<double>& arm) {
  const double mass = body.mass[i] + body.mass[j], a = body.mass[i] / mass, b = body.mass[j] / mass;
  const auto mean = [&](auto& column) { column[i] = a * column[i] + b * column[j]; };
  mean(body.x), mean(body.v), mean(body.embedded), mean(body.flowed), mean(body.F);
  body.mass[i] = mass;
  std::erase_if(lists[i], [&](const auto& entry) { return entry.neighbor == j; });
  for (auto& entry : lists[i]) entry.rest -= b * arm;
  const auto rename = [&](std::size_t k) {
    auto& list = lists[k];
    const auto to_i = std::ranges::find(list, static_cast<std::uint32_t>(i), &OpenLists::Entry::neighbor);
    const auto to_j = std::ranges::find(list, static_cast<std::uint32_t>(j), &OpenLists::Entry::neighbor);
    if (to_i != list.end() && to_j != list.end()) {
      to_i->rest = a * to_i->rest + b * to_j->rest;
      list.erase(to_j);
    } else if (to_i != list.end()) {
      to_i->rest += b * arm;
    } else if (to_j != list.end()) {
      to_j->rest -= a * arm;
      to_j->neighbor = static_cast<std::uint32_t>(i);
    }
  };
  // Who names either, each once.
  std::vector<std::size_t> namers;
  for (const std::size_t p : {i, j})
    for (const std::uint32_t entry : body.near.entries_to(static_cast<Index>(p)))
      namers.push_back(entry / kMostNeighbors);
  std::ranges::sort(namers);
  namers.erase(std::unique(namers.begin(), namers.end()), namers.end());
  for (const std::size_t k : namers)
    if (k != i && k != j) rename(k);
}

}  // namespace

Sym3<double> sampling_matrix(const NeighborVectors& rest, int count) {
  Sym3<double> B{};
  for (int k = 0; k < count; ++k) {
    const Vec3<double> u = rest[k];
    const double square = dot(u, u);
    if (!(square > 0)) continue;
    const Sym3<double> uu{u[0] * u[0], u[1] * u[1], u[2] * u[2], u[0] * u[1], u[0] * u[2], u[1] * u[2]};
    B = B + uu * (1 / (square * square));
  }
  return B;
}

ResampleCounts resample_body(EmbeddedBody& body, const ResampleSettings& settings,
                             const std::function<bool(const Vec3<double>&)>& is_free,
                             std::uint64_t& next_id) {
  const std::size_t count = body.x.size();
  std::vector<Wish> wishes(count);
  for_each_particle(body.count(), [&](Index i) { wishes[at(i)] = wish_of(body, i, settings); });
  ResampleCounts counts;
  if (std::ranges::none_of(wishes, [](const Wish& w) { return w.kind != Wish::Kind::None; })) return counts;
  OpenLists lists(body.near);
  std::vector<std::uint8_t> is_taken(count), goes(count);
  const auto take = [&](std::size_t i) {
    is_taken[i] = 1;
    for (const std::uint32_t j : body.near.of(static_cast<Index>(i))) is_taken[j] = 1;
    for (const std::uint32_t entry : body.near.entries_to(static_cast<Index>(i)))
      is_taken[entry / kMostNeighbors] = 1;
  };
  for (std::size_t i = 0; i < count; ++i) {
    counts.cancelled += wishes[i].is_cancelled ? 1 : 0;
    if (wishes[i].kind == Wish::Kind::None || is_taken[i] != 0) continue;
    if (wishes[i].kind == Wish::Kind::Split) {
      const Vec3<double> world = body.F[i] * wishes[i].offset;
      if (!is_free(body.x[i] + world) || !is_free(body.x[i] - world)) {
        ++counts.cancelled;
        continue;
      }
      take(i);
      split(body, lists, i, wishes[i].offset, next_id++);
      ++counts.split;
      continue;
    }
    const NeighborVectors& rest = body.near.rest[i];
    int nearest = 0;
    for (int k = 1; k < body.near.count[i]; ++k)
      if (dot(rest[k], rest[k]) < dot(rest[nearest], rest[nearest])) nearest = k;
    const std::size_t j = body.near.of(static_cast<Index>(i))[at(nearest)];
    if (is_taken[j] != 0) continue;
    take(i), take(j);
    merge(body, lists, i, j, rest[nearest]);
    goes[j] = 1;
    ++counts.merged;
  }
  if (counts.split + counts.merged == 0) return counts;
  lists.store(body.near);
  goes.resize(body.x.size());
  remove_particles(body, goes);
  return counts;
}

}  // namespace froth

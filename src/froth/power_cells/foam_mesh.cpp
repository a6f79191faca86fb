// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/foam_mesh.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/geometry/disjoint_sets.h>
#include <froth/power_cells/caps.h>
#include <froth/power_cells/flat_films.h>
#include <froth/power_cells/side_plane.h>

namespace froth {

namespace {

/// Weights are changed by this share of a cell's width squared at random, so that never more than four cells
/// meet in a corner and all cells agree how they do: rounding is far below it, and what is measured far
/// above.
constexpr double kShake = 1e-9;
constexpr int kTries = 4;
constexpr double kShortest = 1e-5;  // edges, over the width of a cell; shorter ones become one corner
constexpr Index kBubblesPerTask = 16;

std::vector<double> shaken(std::span<const double> w, std::span<const double> volumes, int attempt) {
  std::vector<double> all(w.begin(), w.end());
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k] += kShake * std::pow(volumes[k], 2.0 / 3) *
              uniform4({1, Purpose::PowerCells}, k, std::uint32_t(attempt), 0)[0];
  return all;
}

/// Films with numbers of corners in place of names, and without edges that are too short to see.
struct JoinedFilms {
  std::vector<Vec3<double>> x;
  std::vector<std::vector<std::uint32_t>> corners;  ///< by film; empty where it has vanished

  JoinedFilms(const std::vector<FlatFilm>& films, std::span<const double> volumes) {
    number_corners(films);
    merge_short_edges(films, volumes);
  }

 private:
  void number_corners(const std::vector<FlatFilm>& films) {
    struct Named {
      CornerName name;
      std::size_t film, corner;
    };
    std::vector<Named> named;
    corners.resize(films.size());
    for (std::size_t f = 0; f < films.size(); ++f) {
      corners[f].resize(films[f].corners.size());
      for (std::size_t k = 0; k < corners[f].size(); ++k) {
        if (films[f].corners[k].name.is_none())
          corners[f][k] = new_corner(films[f].corners[k].x);
        else
          named.push_back({films[f].corners[k].name, f, k});
      }
    }
    std::ranges::stable_sort(named, {}, &Named::name);
    for (std::size_t k = 0; k < named.size(); ++k) {
      const bool is_new = k == 0 || named[k].name != named[k - 1].name;
      if (is_new) new_corner(films[named[k].film].corners[named[k].corner].x);
      corners[named[k].film][named[k].corner] = static_cast<std::uint32_t>(x.size() - 1);
    }
  }

  std::uint32_t new_corner(const Vec3<double>& at) {
    x.push_back(at);
    return static_cast<std::uint32_t>(x.size() - 1);
  }

  void merge_short_edges(const std::vector<FlatFilm>& films, std::span<const double> volumes) {
    DisjointSets sets(x.size());
    for (std::size_t f = 0; f < films.size(); ++f) {
      const double shortest = kShortest * std::cbrt(volumes[films[f].bubble]);
      for (std::size_t k = 0; k < corners[f].size(); ++k) {
        const std::uint32_t a = corners[f][k], b = corners[f][k + 1 == corners[f].size() ? 0 : k + 1];
        if (norm(x[a] - x[b]) < shortest) sets.merge(a, b);
      }
    }
    for (auto& film : corners) {
      for (std::uint32_t& corner : film) corner = static_cast<std::uint32_t>(sets.root(corner));
      film.erase(std::unique(film.begin(), film.end()), film.end());
      while (film.size() > 1 && film.front() == film.back()) film.pop_back();
      if (film.size() < 3) film.clear();
    }
  }
};

std::int32_t owner_beyond(const PowerSites<3>& sites, PlaneTag tag) {
  return tag >= 0 && static_cast<std::size_t>(tag) < sites.bubbles ? tag : kSolid;
}

void drop_unused_corners(FoamMesh& mesh) {
  std::vector<std::uint32_t> number(mesh.x.size(), 0);
  for (const std::uint32_t corner : mesh.corner) number[corner] = 1;
  std::uint32_t kept = 0;
  for (std::size_t k = 0; k < number.size(); ++k)
    if (number[k] == 1) {
      mesh.x[kept] = mesh.x[k];
      number[k] = kept++;
    }
  mesh.x.resize(kept);
  for (std::uint32_t& corner : mesh.corner) corner = number[corner];
}

/// Edges that three films or more have.
void list_borders(FoamMesh& mesh) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (std::size_t f = 0; f < mesh.film_count(); ++f) {
    const auto corners = mesh.corners_of(f);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::uint32_t a = corners[k], b = corners[k + 1 == corners.size() ? 0 : k + 1];
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  std::ranges::sort(edges);
  for (std::size_t k = 0; k + 2 < edges.size(); ++k)
    if (edges[k] == edges[k + 2] && (mesh.borders.empty() || mesh.borders.back() != edges[k]))
      mesh.borders.push_back(edges[k]);
}

class FoamMesher {
 public:
  FoamMesher(const PowerDiagram<3>& diagram, std::vector<double> w, std::span<const double> volumes,
             const FoamMeshSettings& settings)
      : sites_(diagram.sites()),
        w_(std::move(w)),
        volumes_(volumes),
        settings_(settings),
        films_(flat_films(diagram, w_, settings.detail)),
        joined_(films_, volumes) {}

  /// -1, or a bubble that is open.
  std::int64_t run() {
    list_films();
    mesh.x = joined_.x;
    for (std::size_t f = 0; f < films_.size(); ++f)
      if (!joined_.corners[f].empty())
        mesh.add(joined_.corners[f], static_cast<std::int32_t>(films_[f].bubble),
                 owner_beyond(sites_, films_[f].beyond));
    const auto count = static_cast<Index>(sites_.bubbles);
    caps_.resize(sites_.bubbles);
    parallel_chunks(count, kBubblesPerTask, [&](const Chunk& chunk) {
      for (auto k = static_cast<std::size_t>(chunk.begin); k < static_cast<std::size_t>(chunk.end); ++k)
        close_bubble(k);
    });
    for (std::size_t k = 0; k < sites_.bubbles; ++k)
      if (!caps_[k].cap.is_whole) return static_cast<std::int64_t>(k);
    for (std::size_t k = 0; k < sites_.bubbles; ++k) append_cap(k);
    drop_unused_corners(mesh);
    list_borders(mesh);
    for (std::size_t k = 0; k < sites_.bubbles; ++k) mesh.center.push_back(sites_.x[k]);
    return -1;
  }

  FoamMesh mesh;

 private:
  struct BubbleCap {
    Cap cap;
    std::vector<std::uint32_t> corners;  ///< numbers in the mesh of the bubble's own corners
  };

  void list_films() {
    films_of_.resize(sites_.bubbles);
    for (std::uint32_t f = 0; f < films_.size(); ++f) {
      if (joined_.corners[f].empty()) continue;
      films_of_[films_[f].bubble].push_back(f);
      if (const std::int32_t other = owner_beyond(sites_, films_[f].beyond); other >= 0)
        films_of_[static_cast<std::size_t>(other)].push_back(f);
    }
  }

  void close_bubble(std::size_t bubble) {
    BubbleCap& made = caps_[bubble];
    OpenBubble open;
    open.radius = std::sqrt(std::max(0.0, w_[bubble]));
    std::map<std::uint32_t, std::uint32_t> own;
    for (const std::uint32_t f : films_of_[bubble]) {
      const bool is_first = films_[f].bubble == bubble;
      auto& film = open.films.emplace_back();
      for (const std::uint32_t corner : joined_.corners[f]) {
        const auto [at, is_new] = own.try_emplace(corner, static_cast<std::uint32_t>(own.size()));
        if (is_new) open.x.push_back(joined_.x[corner] - sites_.x[bubble]), made.corners.push_back(corner);
        film.push_back(at->second);
      }
      if (!is_first) std::ranges::reverse(film);
      const SidePlane<3> plane = side_plane(
          sites_, bubble, w_, is_first ? films_[f].beyond : static_cast<PlaneTag>(films_[f].bubble));
      open.normal.push_back(plane.normal), open.height.push_back(plane.height);
    }
    const auto rim = open_edges(open);
    if (rim.empty() && !open.films.empty()) return;
    if (!sites_.has_free_surface) {
      made.cap.is_whole = false;
      return;
    }
    made.cap = make_cap(open, rim, settings_.detail);
    fill_to_volume(open, made.cap, volumes_[bubble]);
  }

  void append_cap(std::size_t bubble) {
    const BubbleCap& made = caps_[bubble];
    const auto own = static_cast<std::uint32_t>(made.corners.size()),
               first = static_cast<std::uint32_t>(mesh.x.size());
    for (const Vec3<double>& x : made.cap.x) mesh.x.push_back(sites_.x[bubble] + x);
    for (const auto& t : made.cap.triangles) {
      std::array<std::uint32_t, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) corners[k] = t[k] < own ? made.corners[t[k]] : first + t[k] - own;
      mesh.add(corners, static_cast<std::int32_t>(bubble), kAir);
    }
  }

  const PowerSites<3>& sites_;
  std::vector<double> w_;
  std::span<const double> volumes_;
  FoamMeshSettings settings_;
  std::vector<FlatFilm> films_;
  JoinedFilms joined_;
  std::vector<std::vector<std::uint32_t>> films_of_;
  std::vector<BubbleCap> caps_;
};

}  // namespace

std::span<const std::uint32_t> FoamMesh::corners_of(std::size_t film) const {
  const std::uint32_t from = film == 0 ? 0 : end[film - 1];
  return {corner.data() + from, end[film] - from};
}

void FoamMesh::add(std::span<const std::uint32_t> corners, std::int32_t first, std::int32_t second) {
  corner.insert(corner.end(), corners.begin(), corners.end());
  end.push_back(static_cast<std::uint32_t>(corner.size()));
  owners.push_back({first, second});
}

FoamMesh mesh_foam(const PowerDiagram<3>& diagram, std::span<const double> w, std::span<const double> volumes,
                   const FoamMeshSettings& settings) {
  std::int64_t open = -1;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    FoamMesher mesher(diagram, shaken(w, volumes, attempt), volumes, settings);
    open = mesher.run();
    if (open < 0) return std::move(mesher.mesh);
  }
  throw InputError(fmt::format(
      "the films around particle {} could not be closed: its cell is too thin or too small beside its "
      "neighbours",
      diagram.sites().number_of(static_cast<std::size_t>(open))));
}

FoamMesh films_of(const FoamMesh& mesh, const std::vector<bool>& is_kept) {
  std::vector<std::int32_t> number(is_kept.size(), kLiquid);
  FoamMesh some;
  some.x = mesh.x;
  for (std::size_t b = 0; b < is_kept.size(); ++b) {
    if (!is_kept[b]) continue;
    number[b] = static_cast<std::int32_t>(some.center.size());
    some.center.push_back(mesh.center[b]);
  }
  const auto number_of = [&](std::int32_t owner) {
    return owner < 0 ? owner : number[static_cast<std::size_t>(owner)];
  };
  for (std::size_t f = 0; f < mesh.film_count(); ++f) {
    const std::int32_t first = number_of(mesh.owners[f][0]), second = number_of(mesh.owners[f][1]);
    if (first < 0 && second < 0) continue;
    const auto corners = mesh.corners_of(f);
    if (first >= 0)
      some.add(corners, first, second);
    else
      some.add(std::vector<std::uint32_t>(corners.rbegin(), corners.rend()), second, first);
  }
  drop_unused_corners(some);
  list_borders(some);
  return some;
}

std::vector<BubbleMeasure> measure_bubbles(const FoamMesh& mesh, std::size_t bubbles) {
  std::vector<BubbleMeasure> all(bubbles);
  std::vector<std::vector<std::uint32_t>> films_of(bubbles);
  for (std::uint32_t f = 0; f < mesh.film_count(); ++f)
    for (const std::int32_t owner : mesh.owners[f])
      if (owner >= 0) films_of[static_cast<std::size_t>(owner)].push_back(f);
  parallel_tasks(static_cast<Index>(bubbles), [&](Index number) {
    const auto bubble = static_cast<std::size_t>(number);
    BubbleMeasure& measure = all[bubble];
    const Vec3<double> origin = mesh.center[bubble];
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (const std::uint32_t f : films_of[bubble]) {
      const auto corners = mesh.corners_of(f);
      const bool is_first = mesh.owners[f][0] == static_cast<std::int32_t>(bubble);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const std::uint32_t a = corners[k], b = corners[k + 1 == corners.size() ? 0 : k + 1];
        edges.push_back(is_first ? std::array{a, b} : std::array{b, a});
      }
      for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        const Vec3<double> a = mesh.x[corners[0]] - origin, b = mesh.x[corners[k]] - origin,
                           c = mesh.x[corners[k + 1]] - origin;
        const double part = (is_first ? 1 : -1) * dot(a, cross(b, c)) / 6;
        measure.volume += part;
        measure.centroid += (part / 4) * (a + b + c);
      }
    }
    if (measure.volume > 0) measure.centroid = measure.centroid / measure.volume;
    measure.centroid += origin;
    std::ranges::sort(edges);
    measure.is_closed = !edges.empty() && std::ranges::adjacent_find(edges) == edges.end() &&
                        std::ranges::all_of(edges, [&](const auto& edge) {
                          return std::ranges::binary_search(edges, std::array{edge[1], edge[0]});
                        });
  });
  return all;
}

double film_area(const FoamMesh& mesh, std::size_t film) {
  const auto corners = mesh.corners_of(film);
  Vec3<double> sum{};
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    sum += cross(mesh.x[corners[k]] - mesh.x[corners[0]], mesh.x[corners[k + 1]] - mesh.x[corners[0]]);
  return norm(sum) / 2;
}

}  // namespace froth

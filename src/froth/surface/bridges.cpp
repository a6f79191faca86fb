// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/bridges.h>

#include <cmath>
#include <tuple>

#include <froth/geometry/disjoint_sets.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/surface/band_pieces.h>

namespace froth {

namespace {

constexpr double kBody = 12;      ///< least volume of a body [spacings^3]
constexpr double kShort = 2.19;   ///< the longest bridge to a crumb [spacings]
constexpr float kInside = 0.5f;   ///< least filled share of the box around a point inside of a body
constexpr double kChip = 3;       ///< most volume of a piece without particles [spacings^3]
constexpr float kGone = 1;        ///< value where such a piece was [voxels]
constexpr double kRadius = 0.44;  ///< of a bridge [spacings]
/// Corners whose cubes a segment goes through are connected along edges, and no further from it than that.
constexpr double kLeastRadius = 0.87;   ///< [voxels]
constexpr double kCoarsestVoxel = 0.8;  ///< [spacings]
constexpr float kFillet = 0.5f;         ///< width of the fillet between a bridge and what it joins [spacings]
constexpr std::size_t kThreadCount = 8;  ///< fewest particles of a thread
constexpr double kThreadShape = 0.02;    ///< second variance over the first: 3 r^2 / L^2 of a cylinder

/// Two points, one of each of two pieces.
struct Link {
  double square;  ///< of the distance [m^2]
  std::uint32_t a, b;

  bool operator<(const Link& other) const {
    return std::tie(square, a, b) < std::tie(other.square, other.a, other.b);
  }
  bool operator==(const Link& other) const { return a == other.a && b == other.b; }
};

/// Sums of places, for their spread along three axes.
struct Spread {
  std::size_t count = 0;
  Vec3<double> sum{};
  Sym3<double> square{};

  void add(const Vec3<double>& x) {
    ++count, sum += x;
    square =
        square + Sym3<double>{x[0] * x[0], x[1] * x[1], x[2] * x[2], x[0] * x[1], x[0] * x[2], x[1] * x[2]};
  }
  bool is_thread() const {
    if (count < kThreadCount) return false;
    const double part = 1 / double(count);
    const Vec3<double> m = part * sum;
    const Sym3<double> mean{m[0] * m[0], m[1] * m[1], m[2] * m[2], m[0] * m[1], m[0] * m[2], m[1] * m[2]};
    const EigenSym<double> eigen = eigen_sym(part * square - mean);
    std::array<double, 3> v = {eigen.values[0], eigen.values[1], eigen.values[2]};
    std::sort(v.begin(), v.end());
    return v[1] <= kThreadShape * v[2];
  }
};

/// Pieces of the surface, and points that are in none, as nodes of a graph.
class Network {
 public:
  Network(const Band& band, const SkinPoints& points, const VoxelLattice& lattice, const BridgeRule& rule)
      : points_(points), rule_(rule), pieces_(band) {
    if (pieces_.count() < 2 && points.count() < kThreadCount) return;
    const double particle = std::pow(median_spacing(points) / lattice.voxel, 3);  // in voxels
    for (const std::size_t n : pieces_.corners()) is_body_.push_back(double(n) >= kBody * particle);
    is_empty_.assign(is_body_.size(), 1);
    piece_ = pieces_.of_points(points, lattice);
    for (const std::int32_t piece : piece_)
      if (piece >= 0) is_empty_[static_cast<std::size_t>(piece)] = 0;
    for (std::size_t n = 0; n < is_empty_.size(); ++n)
      if (double(pieces_.corners()[n]) > kChip * particle) is_empty_[n] = 0;
    for (const Vec3<float>& x : points.x) places_.push_back(x.cast<double>());
  }

  /// Takes chips that hold no particle out of the band.
  void remove_empty(Band& band) const {
    if (std::find(is_empty_.begin(), is_empty_.end(), 1) == is_empty_.end()) return;
    for (std::size_t n = 0; n < band.phi.size(); ++n)
      if (const std::int32_t piece = pieces_.of_corner(n);
          piece >= 0 && is_empty_[static_cast<std::size_t>(piece)])
        band.phi[n] = kGone;
  }

  /// The links that become bridges.
  std::vector<Link> bridges() const {
    if (places_.empty()) return {};
    DisjointSets sets(node_count());
    std::vector<Link> tree, near;
    const double most = kShort * median_spacing(points_);
    for (const Link& link : links()) {
      const std::size_t a = node(link.a), b = node(link.b);
      if (sets.root(a) == sets.root(b)) continue;
      sets.merge(a, b);
      tree.push_back(link);
      if (link.square <= most * most) near.push_back(link);
    }
    if (tree.empty()) return tree;
    std::vector<Link> all = pruned(tree, ends(sets));
    const std::vector<Link> to_crumbs = pruned(near, crumbs());
    all.insert(all.end(), to_crumbs.begin(), to_crumbs.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  std::size_t node_count() const { return is_body_.size() + places_.size(); }
  std::size_t node(std::size_t p) const {
    return piece_[p] >= 0 ? static_cast<std::size_t>(piece_[p]) : is_body_.size() + p;
  }
  /// In a thread, a drop or a crumb. Points in no piece are either that or deep inside of a body.
  bool is_thin(std::size_t p) const {
    return rule_.shares[p] < (piece_[p] < 0 ? kInside : rule_.thin) || (piece_[p] >= 0 && !is_in_body(p));
  }
  bool is_in_body(std::size_t p) const {
    return piece_[p] >= 0 && is_body_[static_cast<std::size_t>(piece_[p])];
  }

  /// All that there may be, the shortest first.
  std::vector<Link> links() const {
    const NeighborSearch<3> search(places_, rule_.link);
    std::vector<Link> all;
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      if (!is_thin(p) || !std::isfinite(dot(places_[p], places_[p]))) continue;
      search.visit_within(places_[p], rule_.link, [&](std::uint32_t n, double square) {
        const bool is_twice = n < p && is_thin(n);
        if (!is_twice && node(n) != node(p)) all.push_back({square, std::min(n, p), std::max(n, p)});
      });
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Nodes at which bridges may end: bodies, and whatever is part of a thread.
  std::vector<char> ends(DisjointSets& sets) const {
    std::vector<Spread> spread(node_count());
    for (std::size_t p = 0; p < places_.size(); ++p)
      if (!is_in_body(p) && std::isfinite(dot(places_[p], places_[p])))
        spread[sets.root(node(p))].add(places_[p]);
    std::vector<char> is_end(node_count());
    for (std::size_t n = 0; n < is_end.size(); ++n)
      is_end[n] = (n < is_body_.size() && is_body_[n]) || spread[sets.root(n)].is_thread();
    return is_end;
  }

  /// Nodes that are not to be left alone: all pieces that there are.
  std::vector<char> crumbs() const {
    std::vector<char> is_end(node_count());
    for (std::size_t n = 0; n < is_empty_.size(); ++n) is_end[n] = !is_empty_[n];
    return is_end;
  }

  /// Less all branches of the tree that lead to no end. Every node knows how many links it has and the
  /// exclusive or of their numbers, which is the number of the link when only one is left.
  std::vector<Link> pruned(const std::vector<Link>& tree, const std::vector<char>& is_end) const {
    std::vector<std::size_t> degree(node_count()), code(node_count()), rest;
    for (std::size_t k = 0; k < tree.size(); ++k)
      for (const std::size_t n : {node(tree[k].a), node(tree[k].b)}) ++degree[n], code[n] ^= k;
    for (std::size_t n = 0; n < degree.size(); ++n)
      if (degree[n] == 1 && !is_end[n]) rest.push_back(n);
    std::vector<char> is_gone(tree.size());
    while (!rest.empty()) {
      const std::size_t leaf = rest.back(), k = code[leaf];
      rest.pop_back();
      if (degree[leaf] != 1) continue;
      is_gone[k] = 1;
      for (const std::size_t n : {node(tree[k].a), node(tree[k].b)}) {
        --degree[n], code[n] ^= k;
        if (n != leaf && degree[n] == 1 && !is_end[n]) rest.push_back(n);
      }
    }
    std::vector<Link> kept;
    for (std::size_t k = 0; k < tree.size(); ++k)
      if (!is_gone[k]) kept.push_back(tree[k]);
    return kept;
  }

  const SkinPoints& points_;
  const BridgeRule& rule_;
  BandPieces pieces_;
  std::vector<char> is_body_;        ///< by piece
  std::vector<char> is_empty_;       ///< by piece: a chip without particles
  std::vector<std::int32_t> piece_;  ///< by point, or -1
  std::vector<Vec3<double>> places_;
};

/// Points no further than `radius` from a segment [voxels].
struct Capsule {
  Vec3<double> from, to;
  double radius;

  double distance(const Vec3<double>& x) const {
    const Vec3<double> axis = to - from, arm = x - from;
    const double length = dot(axis, axis), t = length > 0 ? std::clamp(dot(arm, axis) / length, 0.0, 1.0) : 0;
    return norm(arm - t * axis) - radius;
  }
  /// The corners within the band around it, as a box.
  Vec3<std::int32_t> low() const { return corner(-1); }
  Vec3<std::int32_t> high() const { return corner(1); }

 private:
  Vec3<std::int32_t> corner(int side) const {
    Vec3<std::int32_t> c{};
    for (int d = 0; d < 3; ++d) {
      const double end = side < 0 ? std::min(from[d], to[d]) : std::max(from[d], to[d]);
      c[d] = static_cast<std::int32_t>(std::lround(end + side * (radius + double(kBand))));
    }
    return c;
  }
};

template <class Visit>
void visit_box(const Vec3<std::int32_t>& low, const Vec3<std::int32_t>& high, Visit&& visit) {
  Vec3<std::int32_t> at{};
  for (at[0] = low[0]; at[0] <= high[0]; ++at[0])
    for (at[1] = low[1]; at[1] <= high[1]; ++at[1])
      for (at[2] = low[2]; at[2] <= high[2]; ++at[2]) visit(at);
}

/// The band with tiles around capsules; they are outside until capsules are drawn.
void add_tiles(Band& band, const std::vector<Capsule>& capsules) {
  std::vector<BlockCoord<3>> all = band.tiles.at();
  for (const Capsule& capsule : capsules)
    visit_box(list_block(capsule.low()), list_block(capsule.high()), [&](const BlockCoord<3>& tile) {
      if (band.tiles.find(tile) < 0) all.push_back(tile);
    });
  if (all.size() == band.tiles.count()) return;
  make_canonical(all);
  Band wider;
  wider.tiles = Tiles(std::move(all));
  wider.phi = values_on(wider, band.tiles, band.phi, kBand);
  band = std::move(wider);
}

/// The lesser of two distances, rounded where they are about the same.
float joined_distance(float a, float b, float width) {
  const float part = std::max(0.0f, 1 - std::abs(a - b) / width);
  return std::min(a, b) - 0.25f * width * part * part;
}

void draw(Band& band, const Capsule& capsule, float fillet) {
  visit_box(capsule.low(), capsule.high(), [&](const Vec3<std::int32_t>& corner) {
    const auto tile = static_cast<std::size_t>(band.tiles.find(list_block(corner)));
    float& value = band.phi[tile * kTileCorners + static_cast<std::size_t>(list_number(corner))];
    const auto distance = static_cast<float>(capsule.distance(corner.cast<double>()));
    if (distance < kBand) value = joined_distance(value, distance, fillet);
  });
}

}  // namespace

std::size_t add_bridges(Band& band, const SkinPoints& points, const VoxelLattice& lattice,
                        const BridgeRule& rule) {
  const double spacing = median_spacing(points) / lattice.voxel;
  if (kCoarsestVoxel * spacing < 1) return 0;
  std::vector<Capsule> capsules;
  const Network network(band, points, lattice, rule);
  network.remove_empty(band);
  for (const Link& link : network.bridges())
    capsules.push_back({lattice.place(points.x[link.a]), lattice.place(points.x[link.b]),
                        std::max(kRadius * spacing, kLeastRadius)});
  add_tiles(band, capsules);
  for (const Capsule& capsule : capsules) draw(band, capsule, kFillet * static_cast<float>(spacing));
  return capsules.size();
}

}  // namespace froth

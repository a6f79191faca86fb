// SPDX-License-Identifier: Apache-2.0
#include <froth/render/subject.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <froth/geometry/pieces.h>

namespace froth {

namespace {

constexpr double kLargePiece = 0.01;  // share of the volume from which on a piece is never cut off
constexpr double kTail = 0.01;        // share of the volume that may lie outside at each end of an axis
constexpr double kCellRadii = 4;      // edge of a cell over the median radius: about two spacings

// A tank of a few times the material's size belongs into the frame, as far as it is near; a landscape does
// not.
constexpr double kLargestCollider = 3;
constexpr double kNear = 0.25;        // how far around the material a large collider counts, over its size
constexpr double kFloorSlack = 0.05;  // how far material may sink into a floor, over its size

constexpr int kDirectionCount = 96;  // of the outline: 2 % of a ball's radius are missed at most

/// A particle or a vertex.
struct Sample {
  Vec3<double> x;
  double radius, volume;
};

double extent(const Bounds& b) {
  return std::max({b.max[0] - b.min[0], b.max[1] - b.min[1], b.max[2] - b.min[2]});
}
double diagonal(const Bounds& b) { return norm(b.max - b.min); }
bool is_finite(const Vec3<double>& x) {
  return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]);
}

std::vector<Sample> samples_of(const FrameContent& content) {
  std::vector<Sample> samples;
  for (const ParticleCloud& cloud : content.clouds)
    for (std::size_t p = 0; p < cloud.x.size(); ++p) {
      const Vec3<double> x = cloud.x[p].cast<double>();
      const double r = double(cloud.radius_of(p));
      if (is_finite(x)) samples.push_back({x, r, std::pow(r, content.dim)});
    }
  for (const SkinnedBody& skin : content.skins)
    for (const Vec3<float>& vertex : skin.mesh.x)
      if (is_finite(vertex.cast<double>())) samples.push_back({vertex.cast<double>(), 0, 1});
  return samples;
}

/// Samples in cells of a few spacings, sorted: pieces are found among cells, which are far fewer.
struct Cells {
  std::vector<std::array<std::int64_t, 3>> keys;  ///< ascending, each once
  std::vector<std::size_t> of;                    ///< cell of each sample
};

Cells cells_of(const std::vector<Sample>& samples, double edge) {
  std::vector<std::array<std::int64_t, 3>> all(samples.size());
  for (std::size_t k = 0; k < samples.size(); ++k)
    for (int d = 0; d < 3; ++d)  // whatever flew off farther than 1e15 cells shares the last one
      all[k][std::size_t(d)] = std::int64_t(std::clamp(std::floor(samples[k].x[d] / edge), -1e15, 1e15));
  Cells cells{all, {}};
  std::sort(cells.keys.begin(), cells.keys.end());
  cells.keys.erase(std::unique(cells.keys.begin(), cells.keys.end()), cells.keys.end());
  for (const auto& key : all)
    cells.of.push_back(
        std::size_t(std::lower_bound(cells.keys.begin(), cells.keys.end(), key) - cells.keys.begin()));
  return cells;
}

/// Volume of the piece that each sample belongs to.
std::vector<double> piece_volumes(const std::vector<Sample>& samples, double edge) {
  const Cells cells = cells_of(samples, edge);
  std::vector<Vec3<double>> middles;
  for (const auto& key : cells.keys) middles.push_back({double(key[0]), double(key[1]), double(key[2])});
  const Pieces pieces = connected_pieces(middles, 1.01 * std::numbers::sqrt3);  // cells that share a corner
  std::vector<double> volume(pieces.count()), own;
  for (std::size_t k = 0; k < samples.size(); ++k) volume[pieces.of[cells.of[k]]] += samples[k].volume;
  for (const std::size_t cell : cells.of) own.push_back(volume[pieces.of[cell]]);
  return own;
}

double median_radius(const std::vector<Sample>& samples) {
  std::vector<double> radii;
  for (const Sample& s : samples) radii.push_back(s.radius);
  std::nth_element(radii.begin(), radii.begin() + std::ptrdiff_t(radii.size() / 2), radii.end());
  return radii[radii.size() / 2];
}

/// Places along an axis below and above which the tails of the volume lie.
std::array<double, 2> quantiles(const std::vector<Sample>& samples, int axis) {
  std::vector<std::array<double, 2>> sorted;  // place, volume
  double total = 0;
  for (const Sample& s : samples) sorted.push_back({s.x[axis], s.volume}), total += s.volume;
  std::sort(sorted.begin(), sorted.end());
  std::array<double, 2> ends{sorted.front()[0], sorted.back()[0]};
  double below = 0, above = 0;
  for (std::size_t k = 0; k < sorted.size() && below <= kTail * total; ++k)
    below += sorted[k][1], ends[0] = sorted[k][0];
  for (std::size_t k = sorted.size(); k-- > 0 && above <= kTail * total;)
    above += sorted[k][1], ends[1] = sorted[k][0];
  return ends;
}

/// The samples that the picture must show.
std::vector<Sample> without_strays(std::vector<Sample> samples) {
  const double radius = median_radius(samples);
  if (!(radius > 0)) return samples;  // skins have no strays: their own maker knows what is too small
  const std::vector<double> piece = piece_volumes(samples, kCellRadii * radius);
  double total = 0;
  for (const Sample& s : samples) total += s.volume;
  std::array<std::array<double, 2>, 3> ends{};
  for (int d = 0; d < 3; ++d) ends[std::size_t(d)] = quantiles(samples, d);
  std::vector<Sample> kept;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    bool is_inside = true;
    for (int d = 0; d < 3; ++d)
      is_inside = is_inside && samples[k].x[d] >= ends[std::size_t(d)][0] &&
                  samples[k].x[d] <= ends[std::size_t(d)][1];
    if (is_inside || piece[k] >= kLargePiece * total) kept.push_back(samples[k]);
  }
  return kept.empty() ? samples : kept;
}

/// Directions spread evenly over the sphere, by the golden angle.
Vec3<double> direction(int k) {
  const double y = 1 - (2 * k + 1.0) / kDirectionCount, r = std::sqrt(1 - y * y);
  const double angle = k * std::numbers::pi * (3 - std::sqrt(5.0));
  return {r * std::cos(angle), y, r * std::sin(angle)};
}

/// The farthest point in every direction; `reach` adds to each sample along it.
template <class Samples, class Place, class Reach>
std::vector<Vec3<double>> hull_points(const Samples& samples, Place place, Reach reach) {
  std::vector<Vec3<double>> points;
  for (int k = 0; k < kDirectionCount && !samples.empty(); ++k) {
    const Vec3<double> n = direction(k);
    double most = -kUnbounded;
    Vec3<double> best{};
    for (const auto& s : samples) {
      const double far = dot(place(s), n) + reach(s);
      if (far > most) most = far, best = place(s) + reach(s) * n;
    }
    points.push_back(best);
  }
  return points;
}

Bounds box_around(const std::vector<Sample>& samples) {
  Bounds box{samples[0].x, samples[0].x};
  for (const Sample& s : samples) {
    const auto reach = Vec3<double>::constant(s.radius);
    box = join(box, {s.x - reach, s.x + reach});
  }
  return box;
}

/// Box around a collider where it stands; nothing where it has no end.
std::optional<Bounds> collider_bounds(const PosedShape& collider, int dim) {
  Bounds rest = collider.shape->bounds();
  if (dim == 2) rest.min[2] = rest.max[2] = 0;  // planar shapes may be unbounded along z
  if (!is_finite(rest.min) || !is_finite(rest.max)) return std::nullopt;
  std::optional<Bounds> box;
  for (const Vec3<double>& corner : corners_of(rest)) {
    const Vec3<double> x = collider.pose.to_world(corner);
    box = box ? join(*box, {x, x}) : Bounds{x, x};
  }
  return box;
}

/// Material stands on it and its edges are farther out than the material's.
bool is_floor_under(const Bounds& collider, const Bounds& material, int dim) {
  if (collider.max[1] > material.min[1] + kFloorSlack * extent(material)) return false;
  for (int d = 0; d < dim; d += 2)
    if (collider.min[d] > material.min[d] || collider.max[d] < material.max[d]) return false;
  return true;
}

/// The part of a large collider that is near the material; nothing where it is all far away.
std::optional<Bounds> near_part(Bounds collider, const Bounds& material) {
  const double reach = kNear * extent(material);
  for (int d = 0; d < 3; ++d) {
    collider.min[d] = std::max(collider.min[d], material.min[d] - reach);
    collider.max[d] = std::min(collider.max[d], material.max[d] + reach);
    if (collider.min[d] > collider.max[d]) return std::nullopt;
  }
  return collider;
}

}  // namespace

std::vector<Vec3<double>> corners_of(const Bounds& b) {
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(
        {k & 1 ? b.max[0] : b.min[0], k & 2 ? b.max[1] : b.min[1], k & 4 ? b.max[2] : b.min[2]});
  return corners;
}

std::optional<Subject> material_subject(const FrameContent& content) {
  std::vector<Sample> samples = samples_of(content);
  if (samples.empty()) return std::nullopt;
  samples = without_strays(std::move(samples));
  return Subject{box_around(samples),
                 hull_points(
                     samples, [](const Sample& s) { return s.x; }, [](const Sample& s) { return s.radius; })};
}

Subject join(const Subject& a, const Subject& b) {
  std::vector<Vec3<double>> points = a.outline;
  points.insert(points.end(), b.outline.begin(), b.outline.end());
  return {join(a.bounds, b.bounds),
          hull_points(
              points, [](const Vec3<double>& x) { return x; }, [](const Vec3<double>&) { return 0.0; })};
}

Subject with_colliders(const Subject& material, const FrameContent& content) {
  Subject all = material;
  for (const PosedShape& collider : content.colliders) {
    std::optional<Bounds> box = collider_bounds(collider, content.dim);
    if (!box || is_floor_under(*box, material.bounds, content.dim)) continue;
    const double size = diagonal(*box) / diagonal(material.bounds);
    if (size > kLargestCollider) continue;
    if (size > 1) box = near_part(*box, material.bounds);
    if (!box) continue;
    const std::vector<Vec3<double>> corners = corners_of(*box);
    all.bounds = join(all.bounds, *box);
    all.outline.insert(all.outline.end(), corners.begin(), corners.end());
  }
  return all;
}

Subject subject_of(const FrameContent& content) {
  if (const std::optional<Subject> material = material_subject(content))
    return with_colliders(*material, content);
  std::optional<Bounds> all;
  for (const PosedShape& collider : content.colliders)
    if (const std::optional<Bounds> box = collider_bounds(collider, content.dim))
      all = all ? join(*all, *box) : *box;
  if (!all) all = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  return {*all, corners_of(*all)};
}

}  // namespace froth

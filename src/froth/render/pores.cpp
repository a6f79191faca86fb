// SPDX-License-Identifier: Apache-2.0
#include <froth/render/pores.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <froth/render/ground_lines.h>
#include <froth/render/samples.h>

namespace froth {

namespace {

constexpr double kShare = 0.3;      // of the surface that is dimple: the volume share of bubbles, by Delesse
constexpr double kSmallest = 0.25;  // radius of the smallest over that of the largest bubble
constexpr int kMostPerParticle = 64;  // finer foam than that has fewer bubbles than it should
constexpr double kRadiusShare = 0.6;  // of a particle over the distance between particles
constexpr float kSteepness = 0.8f;    // depth of a dimple over the radius of its rim
constexpr float kDarkness = 0.1f;     // of the middle of a dimple

/// Mean of r^3 over the largest radius cubed, where log r is uniform.
double mean_cube() { return (1 - std::pow(kSmallest, 3)) / (3 * -std::log(kSmallest)); }

/// Vertices by cell, to ask how high a place is above the surface.
class Heights {
 public:
  Heights(const SurfaceMesh& mesh, double edge) : mesh_(mesh), edge_(edge) {
    for (std::uint32_t v = 0; v < mesh.x.size(); ++v) cells_[key_at(mesh.x[v], {})].push_back(v);
  }

  /// Above the plane of the nearest vertex within a cell or so; far where there is none.
  double at(const Vec3<float>& x) const {
    float least = std::numeric_limits<float>::max();
    double height = least;
    for (std::int32_t k = 0; k < 27; ++k) {
      const auto found = cells_.find(key_at(x, {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1}));
      if (found == cells_.end()) continue;
      for (const std::uint32_t v : found->second) {
        const Vec3<float> from = x - mesh_.x[v];
        const float square = dot(from, from);
        if (square < least) least = square, height = double(dot(from, mesh_.normal[v]));
      }
    }
    return height;
  }

 private:
  std::uint64_t key_at(const Vec3<float>& x, const Vec3<std::int32_t>& shift) const {
    std::uint64_t key = 0;
    for (int d = 0; d < 3; ++d)
      key = key << 21 | (std::uint64_t(std::int64_t(std::floor(double(x[d]) / edge_)) + shift[d]) & 0x1fffff);
    return key;
  }

  const SurfaceMesh& mesh_;
  double edge_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

/// Draws the bubbles around particles and keeps those that the surface cuts.
class PoreLot {
 public:
  PoreLot(const SurfaceMesh& mesh, double size, double spacing)
      : largest_(size / 2),
        bubble_(4 * std::numbers::pi / 3 * mean_cube() * std::pow(largest_, 3)),
        heights_(mesh, std::max(spacing / 2, largest_)) {}

  void draw(const Vec3<double>& x, double spacing, std::uint32_t id, std::vector<Pore>& pores) const {
    if (!(std::abs(heights_.at(x.cast<float>())) < spacing + largest_)) return;
    const int count =
        std::min(kMostPerParticle, int(std::lround(kShare * spacing * spacing * spacing / bubble_)));
    std::uint32_t bits = mixed_bits(id);
    const auto next = [&] { return double(unit_number(bits = mixed_bits(bits + 0x9e3779b9u))); };
    for (int k = 0; k < count; ++k) {
      Vec3<double> place = x;
      for (int d = 0; d < 3; ++d) place[d] += spacing * (next() - 0.5);
      const double radius = largest_ * std::pow(kSmallest, next());
      if (std::abs(heights_.at(place.cast<float>())) < radius)
        pores.push_back({place.cast<float>(), float(radius)});
    }
  }

 private:
  double largest_, bubble_;  ///< radius of the largest [m], mean volume [m^3]
  Heights heights_;
};

}  // namespace

std::vector<Pore> pores_of(const SurfaceMesh& mesh, const PointCloud& frame,
                           const std::vector<std::size_t>& bodies, double size) {
  const PointVector x = find_vector(frame, "");
  const PointProperty *body = frame.find("body"), *radius = frame.find("radius"), *id = frame.find("id");
  std::vector<Pore> pores;
  if (!x || body == nullptr || radius == nullptr || !(size > 0) || mesh.normal.size() != mesh.x.size())
    return pores;
  double spacing = 0;
  for (std::size_t p = 0; p < frame.count(); ++p)
    spacing = std::max(spacing, radius->values[p] / kRadiusShare);
  const PoreLot lot(mesh, size, spacing);
  for (std::size_t p = 0; p < frame.count(); ++p) {
    if (std::ranges::find(bodies, std::size_t(body->values[p])) == bodies.end()) continue;
    const Vec3<double> place{x.part[0]->values[p], x.part[1]->values[p], x.part[2]->values[p]};
    const auto number = id != nullptr ? std::uint32_t(std::uint64_t(id->values[p])) : std::uint32_t(p);
    lot.draw(place, radius->values[p] / kRadiusShare, number, pores);
  }
  return pores;
}

PoreField::PoreField(const std::vector<Pore>& pores) : pores_(pores) {
  float largest = 0;
  for (const Pore& pore : pores) largest = std::max(largest, pore.radius);
  if (largest > 0) edge_ = 2 * largest;
  std::ranges::stable_sort(pores_, {}, [&](const Pore& pore) { return key(cell_of(pore.x)); });
  for (std::uint32_t k = 0; k < pores_.size(); ++k) {
    Range& range = cells_.try_emplace(key(cell_of(pores_[k].x)), Range{k, k}).first->second;
    range.end = k + 1;
  }
}

std::uint64_t PoreField::key(const Cell& cell) {
  std::uint64_t key = 0;
  for (int d = 0; d < 3; ++d) key = key << 21 | (std::uint64_t(cell[d]) & 0x1fffff);
  return key;
}

PoreField::Cell PoreField::cell_of(const Vec3<float>& x) const {
  Cell cell{};
  for (int d = 0; d < 3; ++d) cell[d] = std::int32_t(std::floor(x[d] / edge_));
  return cell;
}

Dimple PoreField::at(const Vec3<float>& x, const Vec3<float>& normal, float footprint) const {
  // A bubble reaches half a cell at most: those that hold x are in eight cells.
  const Cell low = cell_of(x - Vec3<float>::constant(edge_ / 2));
  Vec3<float> slope{};
  float depth = 0;
  for (std::int32_t corner = 0; corner < 8; ++corner) {
    const auto found =
        cells_.find(key({low[0] + (corner & 1), low[1] + (corner >> 1 & 1), low[2] + (corner >> 2)}));
    if (found == cells_.end()) continue;
    for (std::uint32_t k = found->second.begin; k < found->second.end; ++k) {
      const Vec3<float> from = x - pores_[k].x;
      const float height = dot(from, normal);
      const Vec3<float> across = from - height * normal;
      const float rim2 = pores_[k].radius * pores_[k].radius - height * height,
                  t2 = dot(across, across) / rim2;
      if (rim2 <= 0 || t2 >= 1) continue;
      // Depth kSteepness rim (1 - t^2)^2 at the distance t rim from the middle: no edge at the rim.
      const float rim = std::sqrt(rim2), shown = float(smooth_step(0.5, 1.5, double(rim / footprint)));
      slope += (shown * 4 * kSteepness * (1 - t2) / rim) * across;
      depth = std::max(depth, shown * (1 - t2) * (1 - t2));
    }
  }
  const Vec3<float> bent = normal - slope;
  return {bent / norm(bent), 1 - kDarkness * depth};
}

}  // namespace froth

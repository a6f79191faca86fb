// SPDX-License-Identifier: Apache-2.0
// Dimples where bubbles of a foam are cut open by its surface, finer than particles can show. Bubbles are
// drawn by lot for every particle, by its id, and go along with it, so that they do not swim over the
// surface of what moves. They bend the normal and darken, and leave the geometry alone.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <froth/geometry/surface_mesh.h>
#include <froth/io/point_cloud.h>

namespace froth {

struct Pore {
  Vec3<float> x{};  ///< centre of the bubble [m]
  float radius = 0;
};

/// Bubbles of up to `size` [m] across around the particles of some bodies, as far as the surface cuts them.
std::vector<Pore> pores_of(const SurfaceMesh& mesh, const PointCloud& frame,
                           const std::vector<std::size_t>& bodies, double size);

/// What dimples do to a place of the surface.
struct Dimple {
  Vec3<float> normal{};
  float shade = 1;  ///< share of the colour that is left [-]
};

class PoreField {
 public:
  PoreField() = default;
  explicit PoreField(const std::vector<Pore>& pores);

  bool is_empty() const { return pores_.empty(); }
  /// Dimples smaller than `footprint` [m], the size of a pixel there, are left out.
  Dimple at(const Vec3<float>& x, const Vec3<float>& normal, float footprint) const;

 private:
  using Cell = Vec3<std::int32_t>;
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  static std::uint64_t key(const Cell& cell);
  Cell cell_of(const Vec3<float>& x) const;

  std::vector<Pore> pores_;  ///< by cell
  std::unordered_map<std::uint64_t, Range> cells_;
  float edge_ = 1;
};

}  // namespace froth

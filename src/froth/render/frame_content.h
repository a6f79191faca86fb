// SPDX-License-Identifier: Apache-2.0
// What one picture is made of: plain data, so that live simulations and files on disk are drawn the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <froth/geometry/motion.h>
#include <froth/geometry/shape.h>
#include <froth/geometry/surface_mesh.h>
#include <froth/io/look.h>
#include <froth/render/pores.h>

namespace froth {

/// Particles of one body. `radius` [m] and `color` (linear) hold one entry per particle or one for all.
struct ParticleCloud {
  std::vector<Vec3<float>> x;
  std::vector<float> radius;
  std::vector<Vec3<float>> color;
  Look look = {};
  std::vector<Vec3<float>> v = {};  ///< velocities for motion blur [m/s], or none
  std::vector<std::uint32_t> id =
      {};  ///< for life, so that a grain keeps its shade from frame to frame, or none

  float radius_of(std::size_t p) const { return radius.size() == 1 ? radius[0] : radius[p]; }
  std::uint32_t id_of(std::size_t p) const { return id.size() == x.size() ? id[p] : std::uint32_t(p); }
  /// Of grains; other particles are balls.
  float angularity() const { return look.kind == LookKind::Grains ? float(look.angularity) : 0.0f; }
  const Vec3<float>& color_of(std::size_t p) const { return color.size() == 1 ? color[0] : color[p]; }
};

/// A skinned body. The mesh's columns "velocity" and "color" count where it has them.
struct SkinnedBody {
  SurfaceMesh mesh;
  Vec3<float> color{};  ///< linear
  Look look = {};
  std::vector<Pore> pores = {};
};

struct PosedShape {
  const Shape* shape = nullptr;
  Pose pose;
  Vec3<float> color{};          ///< linear
  bool is_ground_like = false;  ///< drawn as a floor: matte, with faint lines to read lengths from
  Look look = {};
};

/// The plane of a half-space where it stands in the world; nothing for other shapes.
std::optional<Plane> world_plane(const PosedShape& posed);

/// Whether a shape is a floor by itself: a half-space whose normal is within 60 degrees of up.
bool is_floor(const PosedShape& posed);

/// Lower end of the box around a shape [m]; -infinity where the shape is unbounded.
double lowest_point(const PosedShape& posed);

struct FrameContent {
  int dim = 3;
  std::vector<ParticleCloud> clouds;
  std::vector<SkinnedBody> skins = {};
  std::vector<PosedShape> colliders;
  std::vector<std::shared_ptr<const Shape>> cut_shapes = {};  ///< of colliders that are cut
  bool ground = false;       ///< a floor of the picture's own, for scenes that have none
  double ground_height = 0;  ///< [m], along y
  /// What the whole film shows, where it is known: keeps lines, light and haze from changing between its
  /// frames.
  std::optional<Bounds> film_bounds = {};
};

/// The box around what the picture is about (render/subject.h) [m].
Bounds content_bounds(const FrameContent& content);

/// Whether there is a particle whose place is a number.
bool has_particles(const FrameContent& content);

/// Smallest box around two boxes.
Bounds join(const Bounds& a, const Bounds& b);

/// Throws InternalError where a cloud's arrays do not fit each other or a shape is missing.
void check_content(const FrameContent& content);

}  // namespace froth

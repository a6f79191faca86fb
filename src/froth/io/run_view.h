// SPDX-License-Identifier: Apache-2.0
// What pictures and measures of a run need beyond its frames: how it is to be looked at, and what stands
// around the particles. Written at the start of a run as view.json, which depends on no scene format; a user
// may edit it. Readers ignore keys they do not know and take defaults for those that are missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>
#include <froth/io/look.h>

namespace froth {

/// Where the camera is at a time.
struct CameraKey {
  double time = 0;                           ///< [s]
  Vec3<double> eye{0, 0, 1}, target{};       ///< [m]
  std::optional<double> field_of_view = {};  ///< vertical [degrees]; without it that of all
};

/// How pictures are taken; the table [render] of a scene.
struct RenderView {
  int width = 960, height = 540, samples = 32;
  std::string color_by = "body";                 ///< "body", "speed" or a property of the frames
  std::optional<Vec3<double>> eye, target;       ///< [m]; without them, so that everything is seen
  double field_of_view = 35;                     ///< vertical [degrees]
  bool ground = true;                            ///< a floor under everything where no collider is one
  double particle_radius = 0;                    ///< [m]; 0: each point has its own
  std::string light = "studio";                  ///< "studio", "sky" or "dark"
  double exposure = 0;                           ///< in stops: one more is twice as bright
  double shutter = 0;                            ///< share of a frame's time that it is open, for motion blur
  int max_bounces = 6;                           ///< of light between surfaces
  bool filter = true;                            ///< takes noise out
  std::optional<Vec2<double>> color_range = {};  ///< in SI; without it, most of what there is
  std::string as = "auto";             ///< "surface", "carried", "particles", "both", "cells" or "auto"
  double border = 0.05;                ///< radius of the rims of films, over that of a mean bubble
  std::string cut = {};                ///< as geometry/cut_plane.h reads it; empty: none
  std::vector<CameraKey> camera = {};  ///< by time; before eye and target
};

/// How surfaces are made (surface/skin_frame.h); the table output.mesh of a scene.
struct MeshView {
  bool is_on = false;                          ///< made while the scene runs
  std::vector<std::string> formats = {"ply"};  ///< names of io/mesh_format.h
  std::string method = "auto";                 ///< "auto": that of each body
  double voxel = 0.5;                          ///< [spacings of particles]
  double smoothing = 1, adaptivity = 0;
  std::vector<std::string> join = {};        ///< groups of bodies: names with commas between them, or "all"
  std::vector<std::string> attributes = {};  ///< that vertices carry
  std::string cut = {};                      ///< as geometry/cut_plane.h reads it; empty: none
};

/// The names of a group of MeshView::join.
std::vector<std::string> names_of_group(const std::string& group);

struct BodyLook {
  std::string name;
  std::optional<Vec3<double>> color;  ///< sRGB, 0 to 1; before that of the look
  Look look = {};
  std::string skin = "level_set";  ///< method that suits it (surface/skin.h)
};

/// A solid of the scene; frames say where it is at their time.
struct ColliderLook {
  std::string name;
  Shape shape;
  bool is_visible = true;
  std::optional<Vec3<double>> color;  ///< sRGB, 0 to 1; before that of the look
  Look look = {};
};

struct RunView {
  std::string name, title;   ///< of the scene
  std::string scene_digest;  ///< of the scene's text as it was run
  int dimension = 3;
  std::string units =
      "si";                ///< of the scene's numbers, in which a user may go on to speak; all here is in SI
  double frame_rate = 1;   ///< [1/s]
  Vec3<double> period{};   ///< of periodic axes [m]; 0: not periodic
  double link_length = 0;  ///< points that are nearer hang together [m]
  double voxel_size = 0;   ///< of .vdb files [m]
  std::vector<BodyLook> bodies;
  std::vector<ColliderLook> colliders;
  RenderView render;
  MeshView mesh = {};
};

/// `base`, but for these keys of [render], which are as in `from`.
RenderView with_keys(const RenderView& base, const RenderView& from, const std::vector<std::string>& keys);

/// Writes the view, and the samples of its meshes where it has any.
void write_run_view(const std::string& path, const std::string& samples_path, const RunView& view);

/// Throws InputError that begins with the path for what is no view, or is of a newer version.
RunView read_run_view(const std::string& path, const std::string& samples_path);

}  // namespace froth

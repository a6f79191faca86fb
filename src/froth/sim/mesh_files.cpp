// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/mesh_files.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/suggest.h>
#include <froth/geometry/mesh_shells.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/surface/mesh_cloud.h>
#include <froth/surface/mesh_writers.h>
#include <froth/version.h>

namespace froth {

namespace {

SkinMeasure measure(const SurfaceMesh& mesh) {
  SkinMeasure measured{mesh.name, enclosed_volume(mesh), surface_area(mesh), 0, 0, mesh.triangles.size()};
  for (const double volume : shell_volumes(mesh)) ++(volume > 0 ? measured.pieces : measured.voids);
  return measured;
}

bool is_of_cells(const MeshView& how) { return how.method == "cells"; }

SkinMeasure measure(const FrameCells& cells) {
  SkinMeasure measured{"cells"};
  const FoamMesh& mesh = cells.foam.mesh;
  for (const BubbleMeasure& bubble : measure_bubbles(mesh, cells.body.size()))
    measured.volume += bubble.volume;
  for (std::size_t f = 0; f < mesh.film_count(); ++f) {
    measured.area += film_area(mesh, f);
    measured.triangles += mesh.corners_of(f).size() - 2;
  }
  measured.pieces = cells.body.size();
  return measured;
}

std::string content(const MeshFormat& format, const MadeSkins& made, const FrameStamp& stamp) {
  if (made.cells && format.name == "ply") return to_ply(*made.cells, stamp);
  if (made.cells && format.name == "obj") return to_obj(*made.cells, stamp);
  if (made.cells && format.name == "vtu") return to_vtu(*made.cells, stamp);
  const std::vector<BodySkin>& skins = made.skins;
  if (format.name == "obj") return to_obj(skins, stamp);
  if (format.name == "glb") return to_glb(skins, stamp);
  if (format.name == "vdb") return to_vdb_level_sets(skins, stamp);
  if (format.name == "fog") return to_vdb_fog(skins, stamp, made.groups);
  throw InternalError("format " + format.name + " has no writer");
}

std::vector<MeshFormat> formats_of(const MeshView& how) {
  if (how.formats.empty()) throw InputError("say which format surfaces are to have, as in --format ply");
  std::vector<MeshFormat> formats;
  for (const std::string& name : how.formats)
    if (find_mesh_format(name) == nullptr)
      throw InputError("there is no format \"" + name + "\"; there are " + joined(mesh_format_names()) +
                       suggestion(name, mesh_format_names()));
  for (const MeshFormat& format : mesh_formats()) {
    if (std::ranges::find(how.formats, format.name) == how.formats.end()) continue;
    const bool fits =
        format.name == "ply" || format.name == "obj" || is_of_cells(how) == (format.name == "vtu");
    if (!fits)
      throw InputError(is_of_cells(how) ? "cells are written as ply, obj or vtu, and not as " + format.name
                                        : "the format vtu is one of cells; add --method cells");
    formats.push_back(format);
  }
  return formats;
}

FrameSettings settings_of(const RunView& view, const MeshView& how, bool is_own) {
  FrameSettings settings{{"froth", kVersion},
                         {"method", how.method},
                         {"voxel", fmt::format("{}", how.voxel)},
                         {"smoothing", fmt::format("{}", how.smoothing)},
                         {"adaptivity", fmt::format("{}", how.adaptivity)},
                         {"join", fmt::format("{}", fmt::join(how.join, "; "))},
                         {"attributes", fmt::format("{}", fmt::join(how.attributes, ", "))},
                         {"cut", how.cut}};
  for (const BodyLook& body : view.bodies) {
    const auto& color = body.color ? body.color : body.look.color;
    if (how.method == "auto") settings["method"] += " " + body.skin;
    settings["colors"] +=
        color ? fmt::format("({}, {}, {}) ", (*color)[0], (*color)[1], (*color)[2]) : "none ";
  }
  // A run clears its own folder when it starts over; of other folders it knows nothing.
  if (!is_own) settings["run"] = view.scene_digest;
  return settings;
}

}  // namespace

std::vector<SkinMeasure> measure_skins(const RunView& view, const PointCloud& frame, const MeshView& how) {
  const FrameSkins skins = frame_skins(how);
  std::vector<SkinMeasure> all;
  for (const SkinGroup& group : skin_groups(view, frame, skins)) all.push_back({group.name});
  for (const BodySkin& skin : skin_frame(view, frame, skins))
    *std::ranges::find(all, skin.mesh.name, &SkinMeasure::name) = measure(skin.mesh);
  return all;
}

SkinMeasure sum_of(const std::vector<SkinMeasure>& skins) {
  SkinMeasure sum;
  for (const SkinMeasure& skin : skins) {
    sum.volume += skin.volume, sum.area += skin.area, sum.triangles += skin.triangles;
    sum.pieces += skin.pieces, sum.voids += skin.voids;
  }
  return sum;
}

MeshFiles::MeshFiles(const RunView& view, RunFolder folder, const MeshView& how, bool is_own,
                     const std::string& positions)
    : view_(view),
      folder_(std::move(folder)),
      positions_(positions),
      how_(frame_skins(how)),
      settings_(settings_of(view, how, is_own)),
      is_of_cells_(is_of_cells(how)),
      formats_(formats_of(how)) {
  // Not among those of the world, so that surfaces of older runs stay current.
  if (positions != kWorldPositions) settings_["positions"] = positions;
  read_records();
  for (const MeshFormat& format : formats_) {
    if (format.name == "vdb") how_.keeps_fields = true;
    if (format.name == "fog") how_.with_density = true;
  }
}

void MeshFiles::make_folders() {
  for (const std::string& path : folders()) make_folder(path);
  read_records();
}

void MeshFiles::read_records() {
  records_.clear();
  for (const MeshFormat& format : formats_)
    records_.emplace(format.name, FrameRecord(folder_.mesh_record(format)));
}

bool MeshFiles::is_current(int frame) const {
  return std::ranges::all_of(formats_, [&](const MeshFormat& format) {
    const FrameSettings* before = records_.at(format.name).find(frame);
    return before != nullptr && *before == settings_ && std::filesystem::exists(folder_.mesh(format, frame));
  });
}

std::set<std::string> MeshFiles::changes(int frame) const {
  std::set<std::string> names;
  for (const MeshFormat& format : formats_)
    if (const FrameSettings* before = records_.at(format.name).find(frame);
        before != nullptr && std::filesystem::exists(folder_.mesh(format, frame)))
      names.merge(changes_between(*before, settings_));
  return names;
}

void MeshFiles::set_first(const PointCloud& first) {
  how_.first = std::make_shared<const PointCloud>(placed_at(first, positions_));
}

MadeSkins MeshFiles::make(const PointCloud& cloud) {
  if (how_.is_carried && how_.first == nullptr)
    set_first(cloud.stamp && cloud.stamp->frame == 0 ? cloud : read_ply(folder_.frame(0)));
  const PointCloud placed = placed_at(cloud, positions_);
  if (is_of_cells_) return {{}, 0, cells_of(view_, placed)};
  return {skin_frame(view_, placed, how_), skin_groups(view_, placed, how_).size()};
}

SkinMeasure MeshFiles::write(int frame, const PointCloud& cloud, const MadeSkins& made) {
  for (const MeshFormat& format : formats_) write_file_of(format, frame, cloud, made);
  if (made.cells) return measure(*made.cells);
  std::vector<SkinMeasure> all;
  for (const BodySkin& skin : made.skins) all.push_back(measure(skin.mesh));
  return sum_of(all);
}

void MeshFiles::write_file_of(const MeshFormat& format, int frame, const PointCloud& cloud,
                              const MadeSkins& made) {
  FrameRecord& record = records_.at(format.name);
  // Whatever stops us between the two files, the surface counts as unknown and not as its old self.
  if (record.forget(frame)) record.save();
  const std::string path = folder_.mesh(format, frame);
  const FrameStamp stamp = cloud.stamp.value_or(FrameStamp{frame, frame / view_.frame_rate});
  if (format.name == "ply" && !made.cells)
    write_ply(path, mesh_cloud(made.skins, cloud));
  else
    write_file(path, content(format, made, stamp));
  record.note(frame, settings_);
  record.save();
}

std::vector<std::string> MeshFiles::folders() const {
  std::vector<std::string> all;
  for (const MeshFormat& format : formats_)
    if (const std::string path = folder_.meshes_of(format); std::ranges::find(all, path) == all.end())
      all.push_back(path);
  return all;
}

}  // namespace froth

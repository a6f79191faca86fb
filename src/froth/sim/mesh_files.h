// SPDX-License-Identifier: Apache-2.0
// Surfaces of frames as files, in any of io/mesh_format.h, and a record of how each was made.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <froth/io/frame_record.h>
#include <froth/io/mesh_format.h>
#include <froth/io/placed_at.h>
#include <froth/io/run_view.h>
#include <froth/sim/run_folder.h>
#include <froth/surface/cell_writers.h>
#include <froth/surface/skin_frame.h>

namespace froth {

/// What is inside the skins of a frame, and their size.
struct SkinMeasure {
  std::string name;                   ///< of a skin; empty for all together
  double volume = 0, area = 0;        ///< [m^3], [m^2]
  std::size_t pieces = 0, voids = 0;  ///< closed surfaces, outer and inner
  std::size_t triangles = 0;
};

/// Of every skin, those of bodies without particles too, which are zero. Throws as skin_frame does.
std::vector<SkinMeasure> measure_skins(const RunView& view, const PointCloud& frame, const MeshView& how);
SkinMeasure sum_of(const std::vector<SkinMeasure>& skins);

/// The surfaces of a frame, before they are files.
struct MadeSkins {
  std::vector<BodySkin> skins;
  std::size_t groups = 0;                ///< how many there would be if every body had particles
  std::optional<FrameCells> cells = {};  ///< in place of skins
};

class MeshFiles {
 public:
  /// Keeps the view by reference. `folder` gets a folder per kind of files; it is the run's where `is_own`.
  /// `positions` as
  /// io/placed_at.h has them. Throws InputError for what `how` says wrong.
  MeshFiles(const RunView& view, RunFolder folder, const MeshView& how, bool is_own = true,
            const std::string& positions = kWorldPositions);

  /// Makes the folders, and looks again what is there.
  void make_folders();
  /// Whether the files of a frame are there, in all formats, and were made as they would be now.
  bool is_current(int frame) const;
  /// The frame that carried surfaces are made in; without it, the first of the folder.
  void set_first(const PointCloud& first);
  /// What has changed since the files of a frame were made, as far as it is known.
  std::set<std::string> changes(int frame) const;
  /// Throws as skin_frame does, and writes nothing.
  MadeSkins make(const PointCloud& cloud);
  /// Makes the files of a frame, all formats, and says what is inside. A frame without particles has an empty
  /// surface.
  SkinMeasure write(int frame, const PointCloud& cloud) { return write(frame, cloud, make(cloud)); }
  SkinMeasure write(int frame, const PointCloud& cloud, const MadeSkins& made);
  /// The folders that files are written to.
  std::vector<std::string> folders() const;

 private:
  void read_records();
  void write_file_of(const MeshFormat& format, int frame, const PointCloud& cloud, const MadeSkins& made);

  const RunView& view_;
  RunFolder folder_;
  std::string positions_;
  FrameSkins how_;
  FrameSettings settings_;
  bool is_of_cells_;
  std::vector<MeshFormat> formats_;
  std::map<std::string, FrameRecord> records_;  ///< by format
};

}  // namespace froth

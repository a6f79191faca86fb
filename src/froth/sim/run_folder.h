// SPDX-License-Identifier: Apache-2.0
// The output folder of a run and the names of what is in it.
#pragma once

#include <string>
#include <vector>

#include <froth/io/mesh_format.h>
#include <froth/io/point_format.h>
#include <froth/io/run_view.h>

namespace froth {

struct RunFolder {
  std::string path;

  std::string scene() const { return path + "/scene.toml"; }
  std::string view() const { return path + "/view.json"; }                 ///< for pictures and measures
  std::string view_samples() const { return path + "/view_samples.bin"; }  ///< of its meshes
  std::string report() const { return path + "/run.json"; }
  std::string ledger() const { return path + "/diagnostics.csv"; }
  std::string log() const { return path + "/log.txt"; }
  std::string lock() const { return path + "/.lock"; }
  std::string particles() const { return path + "/particles"; }
  std::string checkpoints() const { return path + "/checkpoints"; }
  std::string pictures() const { return path + "/pictures"; }
  std::string picture_record() const { return pictures() + "/record.json"; }  ///< how pictures were drawn
  std::string labelled_pictures() const { return pictures() + "/labelled"; }
  std::string movie() const { return path + "/movie.mp4"; }
  std::string turntable() const { return path + "/turntable"; }  ///< pictures all around one frame
  std::string turntable_movie() const { return path + "/turntable.mp4"; }
  std::string plot() const { return path + "/plot.png"; }
  std::string frame(int number) const;
  std::string frames_of(const PointFormat& format) const { return path + "/" + format.folder; }
  std::string frame(const PointFormat& format, int number) const;
  std::string meshes_of(const MeshFormat& format) const { return path + "/" + format.folder; }
  std::string mesh(const MeshFormat& format, int number) const;
  std::string mesh_record(const MeshFormat& format) const;  ///< how its files were made
  std::string collection() const;                           ///< the .vtp files and their times
  std::string picture(int number) const;

  /// A scene has been run here, or files lie here that a run would replace.
  bool holds_run() const { return !run_files().empty(); }
  /// Files that a run writes, as far as they are there, whoever wrote them.
  std::vector<std::string> run_files() const;
  /// Numbers of the particle frames that are there, ascending.
  std::vector<int> frames() const;
  /// Removes later frames, in all formats, their surfaces and their pictures.
  void remove_frames_after(int last) const;
  /// Removes what a run writes and nothing else.
  void clear() const;
};

/// How a run is to be looked at; throws InputError where the folder holds no run, or one of an older froth.
RunView view_of_run(const std::string& folder);

}  // namespace froth

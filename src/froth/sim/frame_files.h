// SPDX-License-Identifier: Apache-2.0
// Frames of particles as files for other programs, in any of io/point_format.h.
#pragma once

#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/point_format.h>
#include <froth/io/run_view.h>
#include <froth/sim/run_folder.h>

namespace froth {

class FrameFiles {
 public:
  /// The view gives frames their time, and points their size where it wants another than their own. Throws
  /// InputError for an unknown format.
  FrameFiles(const RunView& view, RunFolder folder, const std::vector<std::string>& formats);

  void make_folders() const;
  /// Whether a frame is there in all formats.
  bool has(int frame) const;
  void write(int frame, const PointCloud& cloud) const;
  /// Lists those of a run's frames that are there as .vtp, with their times. Nothing where none of our
  /// formats is vtp and no list is there.
  void write_collection(const std::vector<int>& frames) const;
  /// The folders that files are written to.
  std::vector<std::string> folders() const;

 private:
  std::string content(const PointFormat& format, int frame, const PointCloud& cloud) const;

  RunFolder folder_;
  std::vector<PointFormat> formats_;
  double frame_rate_, voxel_size_;
  double radius_;  ///< of all points [m]; 0: their own
};

}  // namespace froth

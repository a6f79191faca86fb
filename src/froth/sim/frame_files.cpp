// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/frame_files.h>

#include <algorithm>
#include <filesystem>

#include <froth/base/error.h>
#include <froth/io/csv.h>
#include <froth/io/file.h>
#include <froth/io/vdb_points.h>
#include <froth/io/vtp.h>
#include <froth/base/suggest.h>

namespace froth {

namespace fs = std::filesystem;

FrameFiles::FrameFiles(const RunView& view, RunFolder folder, const std::vector<std::string>& formats)
    : folder_(std::move(folder)),
      frame_rate_(view.frame_rate),
      voxel_size_(view.voxel_size),
      radius_(view.render.particle_radius) {
  for (const PointFormat& format : point_formats())
    if (std::find(formats.begin(), formats.end(), format.name) != formats.end()) formats_.push_back(format);
  for (const std::string& name : formats)
    if (find_point_format(name) == nullptr)
      throw InputError("there is no format \"" + name + "\"; there are " + joined(point_format_names()) +
                       suggestion(name, point_format_names()));
}

void FrameFiles::make_folders() const {
  for (const std::string& path : folders()) make_folder(path);
}

bool FrameFiles::has(int frame) const {
  return std::all_of(formats_.begin(), formats_.end(),
                     [&](const PointFormat& format) { return fs::exists(folder_.frame(format, frame)); });
}

std::string FrameFiles::content(const PointFormat& format, int frame, const PointCloud& cloud) const {
  const double time = frame / frame_rate_;
  if (format.name == "vdb")
    return to_vdb_points(cloud, {voxel_size_, time, radius_}, "frame " + std::to_string(frame));
  if (format.name == "vtp") return to_vtp(cloud, time);
  if (format.name == "csv") return to_csv(cloud);
  throw InternalError("format " + format.name + " has no writer");
}

void FrameFiles::write(int frame, const PointCloud& cloud) const {
  for (const PointFormat& format : formats_)
    write_file(folder_.frame(format, frame), content(format, frame, cloud));
}

void FrameFiles::write_collection(const std::vector<int>& frames) const {
  const PointFormat vtp = *find_point_format("vtp");
  const bool is_ours = std::any_of(formats_.begin(), formats_.end(),
                                   [&](const PointFormat& format) { return format.name == vtp.name; });
  if (!is_ours && !fs::exists(folder_.collection())) return;
  std::vector<PvdEntry> entries;
  for (const int frame : frames) {
    const fs::path path = folder_.frame(vtp, frame);
    if (fs::exists(path)) entries.push_back({frame / frame_rate_, path.filename().string()});
  }
  write_file(folder_.collection(), to_pvd(entries));
}

std::vector<std::string> FrameFiles::folders() const {
  std::vector<std::string> all;
  for (const PointFormat& format : formats_) all.push_back(folder_.frames_of(format));
  return all;
}

}  // namespace froth

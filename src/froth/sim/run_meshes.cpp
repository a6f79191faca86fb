// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/run_meshes.h>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/ply.h>
#include <froth/sim/mesh_files.h>

namespace froth {

MeshResult mesh_run(const MeshJob& job) {
  const RunFolder run{job.folder};
  const RunView view = view_of_run(run.path);
  MeshFiles files(view, RunFolder{job.out.empty() ? job.folder : job.out}, job.how, job.out.empty(),
                  job.positions);
  if (view.dimension == 2)
    throw InputError(run.path + " is a planar run; surfaces are made of bodies in three dimensions");
  const std::vector<int> frames = chosen_frames(run, job.frames, job.on_message);
  MeshResult result{int(frames.size()), 0, 0, {}, files.folders()};
  if (job.how.method == "carried") files.set_first(read_ply(run.frame(0)));
  std::vector<int> empty;
  int done = 0;
  for (const int frame : frames) {
    if (job.redo || !files.is_current(frame)) {
      const PointCloud cloud = read_ply(run.frame(frame));
      std::set<std::string> changes = files.changes(frame);
      result.remade += changes.empty() ? 0 : 1;
      result.changes.merge(changes);
      if (result.made++ == 0) {
        skin_groups(view, cloud, frame_skins(job.how));  // complains before there are folders
        files.make_folders();
      }
      if (cloud.count() == 0) empty.push_back(frame);
      try {
        files.write(frame, cloud);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", run.frame(frame), error.what()));
      }
    }
    if (job.on_frame) job.on_frame(++done, int(frames.size()));
  }
  if (!empty.empty() && job.on_message) job.on_message(about_empty(empty, "surface", "surfaces"));
  return result;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/sim/run_folder.h>

#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

// Oracle: names written by hand; only whole frames count, in the order of their numbers and not of their
// text.
TEST_CASE("frames are found by number") {
  const TemporaryFolder folder;
  const RunFolder run{folder.path().string()};
  CHECK(run.frames().empty());
  for (const std::string name : {"frame_0002.ply", "frame_0000.ply", "frame_10000.ply", "frame_9999.ply"})
    folder.write("particles/" + name, "");
  for (const std::string name :
       {"frame_0003.ply.tmp", "frame_.ply", "frame_4x.ply", "notes.txt", "frame_0005.png"})
    folder.write("particles/" + name, "");
  CHECK(run.frames() == std::vector<int>{0, 2, 9999, 10000});
  CHECK(run.frame(7) == folder / "particles/frame_0007.ply");
  CHECK(run.frame(12345) == folder / "particles/frame_12345.ply");
}

// Oracle: what a run writes, listed by hand, against files of somebody else beside them.
TEST_CASE("clearing removes what a run writes and nothing else") {
  const TemporaryFolder folder;
  const RunFolder run{folder.path().string()};
  CHECK_FALSE(run.holds_run());
  for (const std::string name : {"scene.toml", "run.json", "diagnostics.csv", "particles/frame_0000.ply",
                                 "particles/frame_0001.ply.tmp", "checkpoints/step_0000000001.froth",
                                 "checkpoints/step_0000000002.froth.tmp", "pictures/frame_0000.png",
                                 "pictures/view.json", "vdb/frame_0000.vdb", "vtk/frame_0000.vtp",
                                 "vtk/particles.pvd", "csv/frame_0000.csv", "csv/frame_0001.csv.tmp"})
    folder.write(name, "of a run");
  CHECK(run.holds_run());
  for (const std::string name : {"my.toml", "particles/dust.txt", "pictures/holiday.png", "checkpoints/notes",
                                 "vdb/smoke.vdb", "csv/frame_0000.txt"})
    folder.write(name, "mine");
  run.clear();
  CHECK_FALSE(run.holds_run());
  Listing left = listing_of(folder.path());
  for (const auto& [name, content] : left) CHECK((content == "mine" || content == "folder"));
  CHECK(left.size() == 12);  // six files in the folder and in five below it, and the empty vtk/
}

// Oracle: names written by hand.
TEST_CASE("frames of all formats after a given one are removed") {
  const TemporaryFolder folder;
  const RunFolder run{folder.path().string()};
  for (const std::string name : {"particles/frame_0002.ply", "vdb/frame_0002.vdb", "vtk/frame_0002.vtp",
                                 "csv/frame_0002.csv", "csv/frame_0003.txt", "vtk/particles.pvd"})
    folder.write(name, "stays");
  for (const std::string name : {"particles/frame_0003.ply", "vdb/frame_10000.vdb", "vtk/frame_0003.vtp",
                                 "csv/frame_0003.csv", "csv/frame_0004.csv"})
    folder.write(name, "goes");
  run.remove_frames_after(2);
  std::size_t files = 0;
  for (const auto& [name, content] : listing_of(folder.path())) {
    CHECK(content != "goes");
    files += content == "stays";
  }
  CHECK(files == 6);
}

// Oracle: the text of the scene, and a folder without one.
TEST_CASE("a run knows its scene") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(scene_of_run(folder / "run"), InputError);
  folder.write("run/scene.toml", tiny_scene());
  CHECK(scene_of_run(folder / "run").frame_rate == 100);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/scene/read.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/scene_view.h>

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
  for (const std::string name :
       {"scene.toml", "view.json", "view_samples.bin", "run.json", "diagnostics.csv",
        "particles/frame_0000.ply", "particles/frame_0001.ply.tmp", "checkpoints/step_0000000001.froth",
        "checkpoints/step_0000000002.froth.tmp", "pictures/frame_0000.png", "pictures/record.json",
        "vdb/frame_0000.vdb", "vtk/frame_0000.vtp", "vtk/particles.pvd", "csv/frame_0000.csv",
        "csv/frame_0001.csv.tmp", "particles/frame_0002.ply.4711-3.tmp"})
    folder.write(name, "of a run");
  CHECK(run.holds_run());
  for (const std::string name : {"my.toml", "particles/dust.txt", "pictures/holiday.png", "checkpoints/notes",
                                 "vdb/smoke.vdb", "csv/frame_0000.txt", "csv/frame_0000.csv.old-3.tmp"})
    folder.write(name, "mine");
  run.clear();
  CHECK_FALSE(run.holds_run());
  Listing left = listing_of(folder.path());
  for (const auto& [name, content] : left) CHECK((content == "mine" || content == "folder"));
  CHECK(left.size() == 13);  // seven files in the folder and in five below it, and the empty vtk/
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

// Oracle: what was put in; a folder without a run, and one that an older froth has left.
TEST_CASE("a run knows how it is looked at") {
  const TemporaryFolder folder;
  const RunFolder run{folder / "run"};
  CHECK_THROWS_WITH_AS(view_of_run(run.path), doctest::Contains("not the folder of a run"), InputError);
  folder.write("run/run.json", "{}");
  CHECK_THROWS_WITH_AS(view_of_run(run.path), doctest::Contains("earlier froth"), InputError);
  write_run_view(run.view(), run.view_samples(), view_of_scene(read_scene_text(tiny_scene(), "tiny.toml")));
  CHECK(view_of_run(run.path).frame_rate == 100);
}

// Oracle: the scene itself, the report by hand; any change of the scene's text makes another scene.
TEST_CASE("a finished run is known by the text of its scene") {
  const TemporaryFolder folder;
  const RunFolder run{folder / "run"};
  const Scene scene = read_scene_text(tiny_scene(), "tiny.toml");
  CHECK_FALSE(has_finished(run.path, scene));
  folder.write("run/run.json", R"({"status": "finished"})");
  CHECK_FALSE(has_finished(run.path, scene));
  write_run_view(run.view(), run.view_samples(), view_of_scene(scene));
  CHECK(has_finished(run.path, scene));
  CHECK_FALSE(
      has_finished(run.path, read_scene_text(tiny_scene(), "tiny.toml", {.overrides = {"scene.seed=2"}})));
  folder.write("run/run.json", R"({"status": "stopped"})");
  CHECK_FALSE(has_finished(run.path, scene));
}

}  // namespace froth

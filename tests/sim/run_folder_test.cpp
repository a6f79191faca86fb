// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/sim/run_folder.h>

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
                                 "checkpoints/step_0000000002.froth.tmp", "pictures/frame_0000.png"})
    folder.write(name, "of a run");
  CHECK(run.holds_run());
  for (const std::string name :
       {"my.toml", "particles/dust.txt", "pictures/holiday.png", "checkpoints/notes"})
    folder.write(name, "mine");
  run.clear();
  CHECK_FALSE(run.holds_run());
  Listing left = listing_of(folder.path());
  for (const auto& [name, content] : left) CHECK((content == "mine" || content == "folder"));
  CHECK(left.size() == 7);  // four files in the folder and in three below it
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/io/frame_record.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

const FrameSettings kCoarse = {{"voxel", "1"}}, kFine = {{"voxel", "0.5"}};

bool holds(const std::string& path, int frame, const FrameSettings& settings) {
  const FrameRecord record(path);
  return record.find(frame) != nullptr && *record.find(frame) == settings;
}

}  // namespace

// Oracle: what was noted; a damaged file by construction.
TEST_CASE("a record comes back, and a damaged one knows nothing") {
  const TemporaryFolder folder;
  const std::string path = folder / "record.json";
  FrameRecord record(path);
  CHECK_FALSE(record.forget(3));
  record.note(3, kCoarse);
  record.note(4, kFine);
  record.save();
  CHECK(holds(path, 3, kCoarse));
  CHECK(holds(path, 4, kFine));
  CHECK(record.forget(3));
  record.save();
  CHECK(FrameRecord(path).find(3) == nullptr);
  CHECK(holds(path, 4, kFine));
  folder.write("record.json", "{\"looks\": [{\"fra");
  CHECK(FrameRecord(path).find(4) == nullptr);
}

// Oracle: the two lists of what was noted. Both records are read before either is saved, as two processes do.
TEST_CASE("two writers of a record keep each other's frames") {
  const TemporaryFolder folder;
  const std::string path = folder / "record.json";
  FrameRecord before(path);
  before.note(0, kCoarse);
  before.note(1, kCoarse);
  before.save();
  FrameRecord first(path), second(path);
  first.note(2, kFine);
  first.save();
  second.note(3, kCoarse);
  CHECK(second.forget(0));
  second.save();
  first.note(4, kFine);
  first.save();
  CHECK(FrameRecord(path).find(0) == nullptr);
  CHECK(holds(path, 1, kCoarse));
  CHECK(holds(path, 2, kFine));
  CHECK(holds(path, 3, kCoarse));
  CHECK(holds(path, 4, kFine));
}

// Oracle: of two that note the same frame the later one made its file.
TEST_CASE("an older note does not come back over a newer one of another writer") {
  const TemporaryFolder folder;
  const std::string path = folder / "record.json";
  FrameRecord first(path), second(path);
  first.note(0, kCoarse);
  first.save();
  second.note(0, kFine);
  second.save();
  first.note(1, kCoarse);
  first.save();
  CHECK(holds(path, 0, kFine));
}

}  // namespace froth

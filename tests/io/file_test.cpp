// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include <froth/base/error.h>
#include <froth/io/file.h>

#include "support/temporary_folder.h"

namespace froth {

// Oracle: round trip, with bytes that text files do not have.
TEST_CASE("a file comes back as it was written, and replaces the one before") {
  const TemporaryFolder folder;
  const std::string path = folder / "data",
                    content = std::string("a\0b\r\n\xff", 6) + std::string(100000, 'x');
  write_file(path, "before");
  write_file(path, content);
  CHECK(read_file(path) == content);
  write_file(path, "");
  CHECK(read_file(path) == "");
  CHECK(listing_of(folder.path()).size() == 1);
}

// Oracle: the file system's rules: no file below a file or in a folder that is not there, none in place of a
// folder.
TEST_CASE("a failed write says so, keeps what was there and leaves nothing half-written") {
  const TemporaryFolder folder;
  folder.write("plain", "old");
  folder.write("full/inside", "old");
  const Listing before = listing_of(folder.path());
  for (const std::string name : {"nowhere/data", "plain/data", "full"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(write_file(folder / name, "new"), SystemError);
    CHECK(difference(before, listing_of(folder.path())) == "");
  }
}

// Oracle: a half-written file of a killed process lies aside; the next write must not trip over it.
TEST_CASE("a leftover of a killed write is replaced") {
  const TemporaryFolder folder;
  folder.write("data", "old");
  folder.write("data.tmp", "half of something much longer than the new content");
  CHECK(read_file(folder / "data") == "old");
  write_file(folder / "data", "new");
  CHECK(read_file(folder / "data") == "new");
  CHECK(leftovers(folder.path()) == "");
}

// Oracle: each content is written in pieces, in turns with the others; whoever closes last has the file, and
// it is whole. One that gives up takes nothing of the others with it.
TEST_CASE("writers of one file do not get into each other's way") {
  const TemporaryFolder folder;
  const std::string path = folder / "data";
  {
    WholeFile first(path), second(path);
    const WholeFile third(path);
    first.write("fir");
    second.write("sec");
    first.write("st");
    second.write("ond");
    first.close();
    CHECK(read_file(path) == "first");
    WholeFile fourth(path);
    fourth.write("fourth");
    second.close();
    CHECK(read_file(path) == "second");
    fourth.close();
  }
  CHECK(read_file(path) == "fourth");
  CHECK(listing_of(folder.path()).size() == 1);
}

// Oracle: two threads that write the same two contents as fast as they can; whatever is read is one of them.
TEST_CASE("a file that two write at once is always whole") {
  const TemporaryFolder folder;
  const std::string path = folder / "data", a(3000, 'a'), b(5000, 'b');
  write_file(path, a);
  std::atomic<int> at_work = 2, failures = 0;
  const auto work = [&](const std::string& content) {
    for (int k = 0; k < 100; ++k) try {
        write_file(path, content);
      } catch (const SystemError&) {
        ++failures;
      }
    --at_work;
  };
  std::thread one(work, a), two(work, b);
  int torn = 0;
  while (at_work > 0) {
    const std::string content = read_file(path);
    torn += content != a && content != b;
  }
  one.join(), two.join();
  CHECK(torn == 0);
  CHECK(failures == 0);
  CHECK(listing_of(folder.path()).size() == 1);
}

// Oracle: files that cannot be read, by construction.
TEST_CASE("what cannot be read is an InputError that names it") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(read_file(folder / "nothing"), doctest::Contains("nothing"), InputError);
  CHECK_THROWS_AS(read_file(folder.path().string()), InputError);
}

// Oracle: folders that cannot be made, whoever asks.
TEST_CASE("folders are made with their parents or not at all") {
  const TemporaryFolder folder;
  make_folder(folder / "a/b/c");
  make_folder(folder / "a/b/c");
  CHECK(std::filesystem::is_directory(folder / "a/b/c"));
  folder.write("plain", "");
  CHECK_THROWS_AS(make_folder(folder / "plain"), InputError);
  CHECK_THROWS_AS(make_folder(folder / "plain/below"), InputError);
  CHECK_THROWS_AS(make_folder("/proc/froth"), InputError);
}

// Oracle: two holders at once are what a lock is against; one after the other is fine.
TEST_CASE("a lock has one holder at a time") {
  const TemporaryFolder folder;
  const std::string path = folder / "lock";
  {
    const FileLock first(path, "busy");
    CHECK_THROWS_WITH_AS(FileLock(path, "it is busy"), "it is busy", InputError);
  }
  CHECK_NOTHROW(FileLock(path, "busy"));
  CHECK_THROWS_AS(FileLock(folder / "nowhere/lock", "busy"), InputError);
}

}  // namespace froth

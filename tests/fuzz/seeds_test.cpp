// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

namespace froth {

namespace fs = std::filesystem;

namespace {

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

// Oracle: the promises of the targets, on inputs that once broke them or that reach far into a reader. A name
// that begins with "good" or "bad" says whether the reader must take or refuse it.
TEST_CASE("seeds of the fuzzer break no reader") {
  for (const fuzz::Target& target : fuzz::targets()) {
    const std::vector<fs::path> files = files_of(fs::path("tests/fuzz/seeds") / target.name);
    CAPTURE(target.name);
    CHECK(files.size() > 0);
    for (const fs::path& file : files) {
      const std::string name = file.filename().string();
      CAPTURE(name);
      const std::string bytes = bytes_of(file);
      REQUIRE(bytes.size() <= target.max_bytes);
      bool accepted = false;
      REQUIRE_NOTHROW(accepted = target.accepts(bytes));
      if (name.rfind("good", 0) == 0) CHECK(accepted);
      if (name.rfind("bad", 0) == 0) CHECK_FALSE(accepted);
    }
  }
}

// Oracle: what this build writes it must read, and no beginning of a state or a frame is a whole one.
TEST_CASE("the fuzzer starts from inputs that are accepted") {
  for (const fuzz::Target& target : fuzz::targets()) {
    CAPTURE(target.name);
    const bool is_counted = target.name == "state" || target.name == "frame_ply";
    for (const std::string& input : target.fresh()) {
      CHECK(input.size() <= target.max_bytes);
      CHECK(target.accepts(input));
      for (std::size_t size = 0; size < input.size() && is_counted; size += 1 + size / 8) {
        CAPTURE(size);
        CHECK_FALSE(target.accepts(input.substr(0, size)));
      }
    }
  }
}

// Oracle: a state holds no more of anything than it has bytes: a count that was made huge is refused before
// room is made for it. Whole numbers that are no counts may be taken.
TEST_CASE("no count in a saved state is believed") {
  const auto state = std::find_if(fuzz::targets().begin(), fuzz::targets().end(),
                                  [](const fuzz::Target& target) { return target.name == "state"; });
  REQUIRE(state != fuzz::targets().end());
  int refused = 0;
  for (const std::string& input : state->fresh())
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= input.size(); ++at) {
      std::uint64_t number = 0;
      std::memcpy(&number, input.data() + at, sizeof number);
      if (number == 0 || number > 64) continue;
      number = std::uint64_t(1) << 31;
      std::string spoiled = input;
      std::memcpy(spoiled.data() + at, &number, sizeof number);
      CAPTURE(at);
      CHECK_NOTHROW(refused += state->accepts(spoiled) ? 0 : 1);
    }
  CHECK(refused > 10);  // the particles, their columns, the blocks, the bodies, texts
}

}  // namespace froth

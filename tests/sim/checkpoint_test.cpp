// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/io/ply.h>
#include <froth/scene/read.h>
#include <froth/sim/checkpoint.h>
#include <froth/sim/frame_output.h>

#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

Simulation tiny(const ReadOptions& options = {}) {
  return Simulation(read_scene_text(tiny_scene(), "tiny.toml", options));
}

constexpr CheckpointInfo kInfo = {123};

std::string bytes_of(const Simulation& simulation) {
  BinaryWriter out;
  simulation.save(out);
  return out.buffer();
}

/// Whether loading what is in the folder throws the error of a bad file; anything but that or success fails
/// the test.
bool is_refused(const std::string& folder) {
  Simulation simulation = tiny();
  try {
    load_newest_checkpoint(folder, simulation);
  } catch (const InputError&) {
    return true;
  }
  return false;
}

/// A checkpoint after three steps: its only file in a folder, and its bytes.
struct OneCheckpoint {
  TemporaryFolder folder;
  std::string path, content;

  OneCheckpoint() {
    Simulation simulation = tiny();
    for (int n = 0; n < 3; ++n) simulation.step();
    write_checkpoint(folder.path().string(), simulation, kInfo);
    const Listing files = listing_of(folder.path());
    REQUIRE(files.size() == 1);
    path = folder / files.begin()->first;
    content = files.begin()->second;
  }
  bool is_refused_with(const std::string& spoiled) const {
    spill(path, spoiled);
    return is_refused(folder.path().string());
  }
};

}  // namespace

// Oracle: the state itself: a simulation that goes on from a checkpoint equals one that was never saved.
TEST_CASE("a checkpoint restores the state to the bit") {
  const TemporaryFolder folder;
  Simulation straight = tiny();
  for (int n = 0; n < 5; ++n) straight.step();
  write_checkpoint(folder.path().string(), straight, kInfo);
  Simulation loaded = tiny();
  const auto found = load_newest_checkpoint(folder.path().string(), loaded);
  REQUIRE(found.has_value());
  CHECK(found->info.ledger_bytes == 123);
  CHECK(found->damaged.empty());
  CHECK(loaded.progress().step == 5);
  for (int n = 0; n < 20; ++n) straight.step(), loaded.step();
  CHECK(to_ply(frame_cloud(straight)) == to_ply(frame_cloud(loaded)));
  CHECK(bytes_of(straight) == bytes_of(loaded));
}

// Oracle: the rule itself: the newest two are kept, and that of the last frame; the newest is loaded.
TEST_CASE("the newest two checkpoints and that of the last frame are kept") {
  const TemporaryFolder folder;
  Simulation simulation = tiny();
  CHECK_FALSE(load_newest_checkpoint(folder.path().string(), simulation).has_value());
  CHECK_FALSE(load_newest_checkpoint(folder / "nowhere", simulation).has_value());
  const auto name = [](std::int64_t step) {
    const std::string digits = std::to_string(step);
    return "step_" + std::string(10 - digits.size(), '0') + digits + ".froth";
  };
  int apart = 0;  // checks that saw a frame's checkpoint beside the newest two
  for (std::int64_t n = 1; n <= 12; ++n) {
    simulation.step();
    write_checkpoint(folder.path().string(), simulation, kInfo);
    std::set<std::string> expected = {name(n)}, found;
    if (n > 1) expected.insert(name(n - 1));
    if (simulation.progress().frame_step > 0) expected.insert(name(simulation.progress().frame_step));
    for (const auto& [file, content] : listing_of(folder.path())) found.insert(file);
    CHECK(found == expected);
    apart += found.size() == 3 ? 1 : 0;
  }
  CHECK(apart > 0);
  Simulation loaded = tiny();
  load_newest_checkpoint(folder.path().string(), loaded);
  CHECK(loaded.progress().step == 12);
}

// Oracle: the checksum's promise, tried on every bit of the first 64 bytes: magic, format and first sections.
TEST_CASE("a changed byte of the header is noticed") {
  const OneCheckpoint one;
  CHECK_FALSE(one.is_refused_with(one.content));
  for (std::size_t k = 0; k < 64; ++k)
    for (int bit = 0; bit < 8; ++bit) {
      std::string spoiled = one.content;
      spoiled[k] = static_cast<char>(spoiled[k] ^ (1 << bit));
      CAPTURE(k);
      CHECK(one.is_refused_with(spoiled));
    }
}

// Oracle: as above, on random bytes of the body.
TEST_CASE("a changed byte of the body is noticed") {
  const OneCheckpoint one;
  for (std::uint32_t k = 0; k < 200; ++k) {
    const Vec<4, double> u = uniform4({7, Purpose::Test}, k, 0, 0);
    const auto at = std::size_t(u[0] * double(one.content.size()));
    std::string spoiled = one.content;
    spoiled[at] = static_cast<char>(spoiled[at] ^ (1 + int(254 * u[1])));
    CAPTURE(at);
    CHECK(one.is_refused_with(spoiled));
  }
}

// Oracle: no part of a checkpoint is a checkpoint, and neither is one with something behind it.
TEST_CASE("a cut or lengthened checkpoint is refused") {
  const OneCheckpoint one;
  const std::size_t size = one.content.size();
  for (std::size_t kept = 0; kept < 64; ++kept)
    CHECK(one.is_refused_with(one.content.substr(0, kept)));  // every cut of the header
  for (std::uint32_t k = 0; k < 60; ++k) {
    const auto kept = std::size_t(uniform4({8, Purpose::Test}, k, 0, 0)[0] * double(size));
    CAPTURE(kept);
    CHECK(one.is_refused_with(one.content.substr(0, kept)));
  }
  CHECK(one.is_refused_with(one.content.substr(0, size - 1)));
  CHECK(one.is_refused_with(one.content + '\0'));
  CHECK(one.is_refused_with(one.content + one.content));
}

// Oracle: the rule itself: the newest intact one is loaded, whatever is wrong with the newest, and all
// damaged ones are named and left where they are.
TEST_CASE("damaged checkpoints are passed over") {
  const TemporaryFolder folder;
  Simulation simulation = tiny();
  for (int n = 0; n < 2; ++n) {
    simulation.step();
    write_checkpoint(folder.path().string(), simulation, kInfo);
  }
  const Listing files = listing_of(folder.path());
  REQUIRE(files.size() == 2);
  const auto& [name, content] = *files.rbegin();
  std::string flipped = content;
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  for (const std::string& spoiled : {std::string(), content.substr(0, 20), content.substr(0, 100), flipped}) {
    spill(folder / name, spoiled);
    Simulation loaded = tiny();
    const auto found = load_newest_checkpoint(folder.path().string(), loaded);
    REQUIRE(found.has_value());
    CHECK(loaded.progress().step == 1);
    CHECK(found->damaged == std::vector<std::string>{folder / name});
    CHECK(slurp(folder / name) == spoiled);
  }
}

/// The complaint that the tiny scene's checkpoint earns from a scene with a change; "" where it is loaded.
std::string complaint_about(const OneCheckpoint& one, const std::string& change) {
  Simulation simulation = tiny({.overrides = {change}});
  try {
    load_newest_checkpoint(one.folder.path().string(), simulation);
  } catch (const InputError& error) {
    return error.what();
  }
  CHECK(simulation.progress().step == 3);
  return "";
}

// Oracle: the rule itself: what changes no state may change between the parts of a run.
TEST_CASE("end, title, colours, pictures and formats may change between the parts of a run") {
  const OneCheckpoint one;
  for (const std::string change :
       {"scene.end_time=5.0", "scene.title=jelly", "bodies.0.color=[1.0, 0.0, 0.0]", "render.samples=4",
        "render.ground=false", "output.formats=[\"csv\"]",
        "materials.jelly.youngs_modulus=100000.0"}) {  // 1e5 in other digits
    CAPTURE(change);
    CHECK(complaint_about(one, change) == "");
  }
}

// Oracle: the values that were typed in, before and after: the sentence must name the key and both.
TEST_CASE("a change that decides the state is refused by name") {
  const OneCheckpoint one;
  for (const auto& [change, said] : {
           std::pair{"scene.seed=2", "scene.seed was 1 and is now 2"},
           std::pair{"materials.jelly.youngs_modulus=1.5e5",
                     "materials.jelly.youngs_modulus was 1e+05 and is now 150000.0"},
           std::pair{"scene.precision=double", "scene.precision was \"float\" and is now \"double\""},
           std::pair{"scene.frame_rate=50", "scene.frame_rate was 100.0 and is now 50.0"},
           std::pair{"bodies.0.velocity.constant=[1.0, 0.0]", "bodies.0.velocity"},
       }) {
    CAPTURE(change);
    const std::string complaint = complaint_about(one, change);
    CAPTURE(complaint);
    CHECK(complaint.find(said) != std::string::npos);
    CHECK(complaint.find('\n') == std::string::npos);
  }
}

// Oracle: the number that older files carry behind their magic; nothing of them may be taken for damage.
TEST_CASE("a checkpoint of an older format is refused as such") {
  const OneCheckpoint one;
  std::string older = one.content;
  older[8] = 1;  // the format is a little-endian number behind eight bytes of magic
  spill(one.path, older);
  CHECK(complaint_about(one, "scene.seed=1").find("older froth") != std::string::npos);
}

}  // namespace froth

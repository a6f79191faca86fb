// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

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

CheckpointInfo info_of(const Simulation& simulation) { return {scene_digest(simulation.scene()), 123}; }

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
    write_checkpoint(folder.path().string(), simulation, info_of(simulation));
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
  write_checkpoint(folder.path().string(), straight, info_of(straight));
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

// Oracle: the rule itself: the newest two are kept, and the newest is the one that is loaded.
TEST_CASE("the newest two checkpoints are kept") {
  const TemporaryFolder folder;
  Simulation simulation = tiny();
  CHECK_FALSE(load_newest_checkpoint(folder.path().string(), simulation).has_value());
  CHECK_FALSE(load_newest_checkpoint(folder / "nowhere", simulation).has_value());
  for (int n = 0; n < 12; ++n) {
    simulation.step();
    write_checkpoint(folder.path().string(), simulation, info_of(simulation));
    CHECK(listing_of(folder.path()).size() == (n == 0 ? 1 : 2));
  }
  Simulation loaded = tiny();
  load_newest_checkpoint(folder.path().string(), loaded);
  CHECK(loaded.progress().step == 12);
}

// Oracle: the checksum's promise, tried on every byte of the header (28 bytes and a version text behind
// them).
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
    write_checkpoint(folder.path().string(), simulation, info_of(simulation));
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

// Oracle: what decides the state and what does not: a later end continues a run, another stiffness does not.
TEST_CASE("the digest tells scenes apart and lets a run be extended") {
  const Simulation scene = tiny();
  const auto digest = [](const std::string& change) {
    return scene_digest(tiny({.overrides = {change}}).scene());
  };
  CHECK(digest("scene.end_time=5.0") == scene_digest(scene.scene()));
  for (const std::string change :
       {"scene.seed=2", "scene.gravity=[0, -9]", "materials.jelly.youngs_modulus=1.01e5",
        "solver.transfer=flip", "scene.precision=double", "scene.frame_rate=50"}) {
    CAPTURE(change);
    CHECK(digest(change) != scene_digest(scene.scene()));
  }
}

// Oracle: pictures do not change a state: their settings may change between the parts of a run.
TEST_CASE("settings of pictures do not belong to the digest") {
  const Simulation scene = tiny(), other = tiny({.overrides = {"render.samples=4", "render.ground=false"}});
  CHECK(scene_digest(scene.scene()) == scene_digest(other.scene()));
}

}  // namespace froth

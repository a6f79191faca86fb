// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/physics_keys.h>

#include <algorithm>

#include "sample_scene.h"

namespace froth {

namespace {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

KeyValues keys_of(const std::string& text, const ReadOptions& options = {}) {
  return physics_keys(read_sample(text, options));
}

/// Paths of one list or the other whose values differ, each once.
std::vector<std::string> differing(const KeyValues& a, const KeyValues& b) {
  std::vector<std::string> paths;
  for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const auto& each : *from)
      if (std::find(to->begin(), to->end(), each) == to->end() &&
          std::find(paths.begin(), paths.end(), each.first) == paths.end())
        paths.push_back(each.first);
  return paths;
}

const std::vector<std::string> kNone = {};

}  // namespace

// Oracle: the list of what may change when a run is resumed, written by hand.
TEST_CASE("what only people and pictures see decides nothing") {
  const KeyValues keys = keys_of(kSample);
  for (const char* change :
       {"scene.title=\"Other\"", "scene.source=\"Somebody\"", "scene.end_time=3.0", "render.width=100",
        "render.color_by=speed", "output.formats=[\"csv\"]", "output.mesh.voxel=1", "bodies.0.color=[1,0,0]",
        "colliders.0.color=[1,0,0]", "colliders.0.visible=false", "colliders.0.name=\"racket\"",
        "domain.visible=false", "solver.retries=9"}) {
    CAPTURE(change);
    CHECK(differing(keys, keys_of(kSample, {.overrides = {change}})) == kNone);
  }
}

// Oracle: each change touches the key that it names, and no other.
TEST_CASE("what decides the states, frames or ledger is named by its path") {
  const KeyValues keys = keys_of(kSample);
  for (const std::string path :
       {"materials.jelly.youngs_modulus", "materials.sand.density", "solver.cell_size",
        "solver.flip_ratio_dt", "solver.dt", "bodies.1.particles_per_cell", "bodies.0.separation_ratio",
        "colliders.0.contact.friction", "bodies.1.shape.cylinder.radius"}) {
    const auto changed = differing(keys, keys_of(kSample, {.overrides = {path + "=0.03"}}));
    CAPTURE(path);
    CHECK(changed == std::vector{path});
  }
  const auto only = [&](const std::string& path, const std::string& value) {
    const auto changed = differing(keys, keys_of(kSample, {.overrides = {path + "=" + value}}));
    CHECK_MESSAGE(changed == std::vector{path}, path);
  };
  only("scene.seed", "7");
  only("scene.precision", "double");
  only("output.attributes", "[\"pressure\"]");
  only("output.diagnostics", "step");
  only("bodies.0.name", "\"cube\"");
}

// Oracle: values as a scene would write them, defaults among them, whole numbers of real keys as real ones.
TEST_CASE("keys that decide come with their values, in order, and the same from the resolved scene") {
  const KeyValues keys = keys_of(kSample);
  const auto has = [&](const char* path, const char* value) {
    CHECK_MESSAGE(
        std::find(keys.begin(), keys.end(), std::pair<std::string, std::string>(path, value)) != keys.end(),
        path);
  };
  has("materials.jelly.youngs_modulus", "10000.0");
  has("materials.jelly.density", "1000.0");
  has("bodies.0.velocity.constant", "[1.0, 0.0, 0.0]");
  has("colliders.0.motion.keyframes.1.angle", "90.0");
  has("solver.method", "\"explicit_mpm\"");
  has("solver.dt", "\"auto\"");
  has("scene.dimension", "3");
  has("domain.periodic", "[\"x\"]");
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  CHECK(keys_of(read_sample(kSample).resolved_text) == keys);
  CHECK(keys_of(sample_with("density = 1580", "density = 1580.0")) == keys);
}

}  // namespace froth

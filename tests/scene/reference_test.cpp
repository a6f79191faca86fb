// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <iterator>

#include "sample_scene.h"

namespace froth {

// Oracle: the list of key paths, made by another walk over the schema, and a few paths written by hand.
TEST_CASE("the reference page mentions every key") {
  const std::string page = scene_reference_markdown();
  const std::vector<std::string> paths = scene_key_paths();
  for (const char* known : {"scene.end_time", "solver.cell_size", "materials.*.density",
                            "bodies.N.shape.union", "materials.*.friction_angle", "bodies.N.shape.box.min",
                            "quality.smoke", "colliders.N.motion.keyframes.N.angle"})
    CHECK_MESSAGE(std::find(paths.begin(), paths.end(), known) != paths.end(), known);
  for (const std::string& path : paths) {
    const std::string key = path.substr(path.find_last_of('.') + 1);
    CHECK_MESSAGE(page.find("| `" + key + "` |") != std::string::npos, path);
  }
}

// Oracle: the page promises a complete scene; the reader decides.
TEST_CASE("the example of the reference page is a valid scene") {
  const std::string page = scene_reference_markdown();
  const std::size_t begin = page.find("```toml\n") + 8;
  const std::string example = page.substr(begin, page.find("```\n", begin) - begin);
  const Scene scene = read_sample(example);
  CHECK(scene.bodies.size() == 2);
  CHECK(read_sample(example, {.quality = "smoke"}).solver.cell_size == 0.05);
}

// Oracle: the generator. The page in docs/ is what it prints now; remake it with `froth reference`.
TEST_CASE("docs/scene-format.md is up to date") {
  std::ifstream file("docs/scene-format.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  CHECK(page == scene_reference_markdown());
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Every way to get resampling wrong earns one message with the right place and the right words.
#include <froth/scene/build.h>

#include "broken_rows.h"

namespace froth {

// Oracle: places counted by hand; the message names the key and what is allowed.
TEST_CASE("resampling keys out of range") {
  const auto row = [](const std::string& keys, const char* place, std::vector<std::string> words) {
    return Broken{"velocity = { constant = [1, 0, 0] }", "resampling = { " + keys + " }", place, words};
  };
  check_all({
      row("every_steps = -1", "32:30", {"every_steps", "between 0 and 1e+09", "-1"}),
      row("every_steps = 2.5", "32:30", {"every_steps needs a whole number", "2.5"}),
      row("strain = 0.6", "32:25", {"strain", "between 0 and 0.5", "0.6"}),
      row("strain = -0.1", "32:25", {"strain", "between 0 and 0.5"}),
      row("coverage = 1.1", "32:27", {"coverage", "between 0.5 and 1", "1.1"}),
      row("depth = 4", "32:24", {"depth", "between 1 and 3.5", "is 4"}),
      row("depth = 0.5", "32:24", {"depth", "between 1 and 3.5", "0.5"}),
      row("merge_distance = 0.6", "32:33", {"merge_distance", "between 0 and 0.5"}),
      row("new_fields = \"mesh\"", "32:29", {"new_fields", "donors, grid", "\"mesh\""}),
      row("stran = 0.1", "32:16", {"resampling", "\"stran\"", "did you mean \"strain\""}),
      row("enabled = 1", "32:26", {"enabled", "true or false"}),
      row("every_steps = 0, strain = 0", "32:42", {"neither steps nor strain", "enabled = false"}),
      {"velocity = { constant = [1, 0, 0] }", "resampling = true", "32:14", {"resampling needs a table"}},
  });
}

// Oracle: [Yue2015], section 6.1: a new particle lies 2.2 r, 1.1 cells, below the surface. A sheet of 0.02 m
// has such a place with cells of 0.005 m but not with cells of 0.01 m; an emitter that fills the same shape
// says so as well, before it starts.
TEST_CASE("a body that is too thin to be resampled is refused") {
  const auto message = [](const std::string& piece, const char* cell) -> std::string {
    const std::string text =
        std::string("[scene]\nend_time = 1\nframe_rate = 1\n[solver]\ncell_size = ") + cell +
        "\n[materials.m]\npreset = \"shaving_cream\"\n" + piece +
        "material = \"m\"\nshape = { box = { min = [0, 0, 0], max = [0.2, 0.02, 0.2] } }\n"
        "resampling = {}\n";
    try {
      build_solver(read_scene_text(text, "thin.toml"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* piece :
       {"[[bodies]]\nname = \"sheet\"\n", "[[emitters]]\nname = \"sheet\"\nkind = \"fill\"\n"}) {
    CHECK(message(piece, "0.005") == "");
    const std::string thin = message(piece, "0.01");
    for (const char* word :
         {"\"sheet\"", "three cells (0.03 m) thick", "no void", "solver.cell_size smaller"})
      CHECK(thin.find(word) != std::string::npos);
  }
}

}  // namespace froth

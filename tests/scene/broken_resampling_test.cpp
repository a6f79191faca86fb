// SPDX-License-Identifier: Apache-2.0
// Every way to get resampling wrong earns one message with the right place and the right words.
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
      row("depth = 0.5", "32:24", {"depth", "between 1 and 4", "0.5"}),
      row("merge_distance = 0.6", "32:33", {"merge_distance", "between 0 and 0.5"}),
      row("new_fields = \"mesh\"", "32:29", {"new_fields", "donors, grid", "\"mesh\""}),
      row("stran = 0.1", "32:16", {"resampling", "\"stran\"", "did you mean \"strain\""}),
      row("enabled = 1", "32:26", {"enabled", "true or false"}),
      row("every_steps = 0, strain = 0", "32:42", {"neither steps nor strain", "enabled = false"}),
      {"velocity = { constant = [1, 0, 0] }", "resampling = true", "32:14", {"resampling needs a table"}},
  });
}

}  // namespace froth

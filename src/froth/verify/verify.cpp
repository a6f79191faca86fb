// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/verify.h>

#include <limits>

#include <froth/base/error.h>
#include <froth/verify/cases.h>

namespace froth::verify {

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> all;
    for (const auto& group : {motion_cases(),
                              elastic_cases(),
                              beam_cases(),
                              implicit_cases(),
                              scheme_cases(),
                              liquid_cases(),
                              pool_cases(),
                              contact_cases(),
                              wall_cases(),
                              sand_cases(),
                              rheology_cases(),
                              foam_cases(),
                              cream_cases(),
                              foam_scene_cases(),
                              foam_drop_cases(),
                              lagrangian_cases(),
                              lagrangian_solid_cases(),
                              lagrangian_scene_cases(),
                              lagrangian_strand_cases(),
                              lagrangian_brush_cases(),
                              separable_cases(),
                              separable_sand_cases(),
                              separable_breaking_cases(),
                              separable_space_cases(),
                              viscoelastic_cases(),
                              fold_cases(),
                              sponge_cases(),
                              pie_cases(),
                              embedding_cases(),
                              embedding_beam_cases(),
                              embedding_surface_cases(),
                              power_cases(),
                              power_scene_cases(),
                              power_heap_cases(),
                              bubble_cases()})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
  return cases;
}

std::vector<Case> select_cases(const std::string& only, bool quick) {
  std::vector<Case> chosen;
  bool is_known = only.empty();
  for (const Case& one : all_cases()) {
    if (!only.empty() && only != one.group && only != one.name) continue;
    is_known = true;
    if (!quick || one.is_quick) chosen.push_back(one);
  }
  if (!is_known)
    throw InputError("there is no case or group \"" + only + "\"; froth verify --list names them");
  if (chosen.empty()) throw InputError("\"" + only + "\" has no quick case; leave out --quick");
  return chosen;
}

Findings run_case(const Case& one, const Watch& watch) {
  try {
    return one.run(watch);
  } catch (const SimulationError& error) {
    Row row = within("the simulation goes on to its end", std::numeric_limits<double>::quiet_NaN(), 0, 0,
                     derived("any simulation must"));
    row.note = error.what();
    return {{row}};
  }
}

}  // namespace froth::verify

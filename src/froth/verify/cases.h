// SPDX-License-Identifier: Apache-2.0
// The groups of cases, a file each. A new case is a function and a line in its group's list.
#pragma once

#include <froth/verify/verify.h>

namespace froth::verify {

std::vector<Case> motion_cases();
std::vector<Case> elastic_cases();
std::vector<Case> beam_cases();
std::vector<Case> implicit_cases();
std::vector<Case> scheme_cases();
std::vector<Case> liquid_cases();
std::vector<Case> pool_cases();
std::vector<Case> contact_cases();
std::vector<Case> wall_cases();
std::vector<Case> rheology_cases();
std::vector<Case> viscoelastic_cases();
std::vector<Case> fold_cases();
std::vector<Case> sponge_cases();
std::vector<Case> pie_cases();
std::vector<Case> sand_cases();
std::vector<Case> foam_cases();
std::vector<Case> cream_cases();
std::vector<Case> foam_scene_cases();
std::vector<Case> foam_drop_cases();
std::vector<Case> embedding_cases();
std::vector<Case> power_cases();
std::vector<Case> power_scene_cases();
std::vector<Case> power_heap_cases();
std::vector<Case> bubble_cases();
std::vector<Case> embedding_beam_cases();
std::vector<Case> embedding_surface_cases();
std::vector<Case> lagrangian_cases();
std::vector<Case> lagrangian_solid_cases();
std::vector<Case> lagrangian_scene_cases();
std::vector<Case> lagrangian_strand_cases();
std::vector<Case> lagrangian_brush_cases();
std::vector<Case> separable_cases();
std::vector<Case> separable_sand_cases();
std::vector<Case> separable_breaking_cases();
std::vector<Case> separable_space_cases();

}  // namespace froth::verify

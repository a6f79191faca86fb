// SPDX-License-Identifier: Apache-2.0
// Every way to get an expression, a motion or a force wrong earns one message with the right place and words.
#include "broken_rows.h"

namespace froth {

// Oracle: places counted by hand in the sample; characters of an expression count from one.
TEST_CASE("expressions that make no sense") {
  const std::string young = "youngs_modulus = 1e4", velocity = "{ constant = [1, 0, 0] }";
  check_all({
      {young,
       "youngs_modulus = \"1e4*(1+x\"",
       "27:18",
       {"materials.jelly.youngs_modulus", "missing parenthesis"}},
      {young, "youngs_modulus = \"1e4*t\"", "27:18", {"unexpected token \"t\" at character 5", "x, y, z"}},
      {young, "youngs_modulus = \"\"", "27:18", {"youngs_modulus", "empty"}},
      {young, "youngs_modulus = \"stiff\"", "27:18", {"unexpected token \"stiff\" at character 1"}},
      {young, "youngs_modulus = \"1 - 2\"", "27:18", {"must be positive [Pa]", "\"1 - 2\" is -1"}},
      {young, "youngs_modulus = \"1/0\"", "27:18", {"must be finite", "is inf"}},
      {young, "youngs_modulus = true", "27:18", {"needs a number [Pa] or an expression in quotes, not true"}},
      {"density = 1000", "density = \"1000*x\"", "26:11", {"density needs a number [kg/m^3], not the text"}},
      {velocity, "{ constant = [\"x\", 0, 0] }", "32:26", {"velocity.constant needs a number"}},
      {velocity, "{ expression = [0, \"x+\", 0] }", "32:31", {"velocity.expression", "at its end"}},
      {velocity, "{ expression = [\"x\", 0] }", "32:27", {"3 numbers or expressions", "but has 2"}},
      {velocity, "{ expression = \"x\" }", "32:27", {"needs 3 numbers in brackets"}},
      {velocity, "{ expression = [\"x\", 0, 0], constant = [0, 0, 0] }", "32:40", {"keep one"}},
  });
}

// Oracle: places counted by hand.
TEST_CASE("motions, surfaces and forces that make no sense") {
  const std::string motion = "motion = { keyframes", all = "motion = { ";
  check_all({
      {motion,
       "motion = { shift = [\"x\", 0, 0], keyframes",
       "44:21",
       {"motion.shift", "\"x\"", "it may use t"}},
      {motion,
       "motion = { shift = [\"1/t\", 0, 0], keyframes",
       "44:21",
       {"must be finite [m]", "inf at t = 0"}},
      {motion, "motion = { angle = \"90*\", keyframes", "44:20", {"motion.angle", "unexpected end"}},
      {motion,
       "motion = { angle = \"sqrt(1-t)\", keyframes",
       "44:20",
       {"must be finite [degrees]", "at t = 1.0"}},
      {motion, "motion = { interpolation = \"bouncy\", keyframes", "44:28", {"linear, smooth, ease_in"}},
      {"{ time = 0 }",
       "{ time = 0, easing = \"ease_inn\" }",
       "44:46",
       {"easing", "did you mean \"ease_in\"?"}},
      {"{ time = 0 }", "{ time = \"t\" }", "44:34", {"time needs a number [s], not"}},
      {"motion =",
       "surface_velocity = [1, 0]\nmotion =",
       "44:20",
       {"surface_velocity needs 3 numbers", "has 2"}},
      {"motion =",
       "surface_velocity = [\"x\", 0, 0]\nmotion =",
       "44:21",
       {"surface_velocity", "it may use t"}},
      {"motion =",
       "surface_velocity = 1\nmotion =",
       "44:20",
       {"3 numbers in brackets [m/s]", "the number 1"}},
      {"[quality.smoke]", "[[forces]]\n[quality.smoke]", "46:1", {"forces.0 has no \"acceleration\""}},
      {"[quality.smoke]",
       "[[forces]]\nacceleration = [\"x*T\", 0, 0]\n[quality.smoke]",
       "47:17",
       {"forces.0.acceleration", "x, y, z, t"}},
      {"[quality.smoke]",
       "[[forces]]\nforce = [0, 0, 0]\n[quality.smoke]",
       "47:1",
       {"forces.0 has no key \"force\""}},
      {"[quality.smoke]", "[forces]\nacceleration = [0, 0, 0]\n[quality.smoke]", "46:1", {"[[forces]]"}},
  });
}

}  // namespace froth

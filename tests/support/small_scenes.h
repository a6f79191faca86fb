// SPDX-License-Identifier: Apache-2.0
// Scene texts for tests that start the program: one that takes milliseconds, one that has a bit of
// everything.
#pragma once

#include <string>

namespace froth {

/// A jelly block that drops on a floor: 16 particles, two frames, milliseconds. Lines are counted in tests.
inline std::string tiny_scene() {
  return R"([scene]
dimension = 2
end_time = 0.02
frame_rate = 100

[solver]
cell_size = 0.1

[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e5

[[bodies]]
name = "block"
material = "jelly"
shape = { box = { min = [0, 0.1], max = [0.2, 0.3] } }

[[colliders]]
name = "floor"
shape = { half_space = { point = [0, 0], normal = [0, 1] } }

[output]
attributes = []
)";
}

/// Sand and a jelly ball, hit by a paddle that spins and swings, on a rough floor: two laws, moving contact,
/// friction.
inline std::string busy_scene(int dimension, const std::string& precision) {
  const bool flat = dimension == 2;
  const auto point = [&](const char* xy, const char* z) {
    return std::string("[") + xy + (flat ? "" : std::string(", ") + z) + "]";
  };
  return "[scene]\ndimension = " + std::to_string(dimension) + "\nprecision = \"" + precision +
         "\"\nend_time = 0.4\nframe_rate = 20\nseed = 3\n[solver]\ncell_size = " + (flat ? "0.02" : "0.05") +
         R"(
[materials.sand]
model = "drucker_prager"
density = 1500
youngs_modulus = 1e5
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
[[bodies]]
name = "heap"
material = "sand"
shape = { box = { min = )" +
         point("-0.3, 0.02", "-0.1") + ", max = " + point("0.0, 0.3", "0.1") + R"( } }
[[bodies]]
name = "ball"
material = "jelly"
shape = { sphere = { center = )" +
         point("0.2, 0.2", "0") + R"(, radius = 0.12 } }
velocity = { constant = )" +
         point("-1.5, 0", "0.2") + R"( }
[[colliders]]
name = "floor"
shape = { half_space = { point = )" +
         point("0, 0", "0") + ", normal = " + point("0, 1", "0") + R"( } }
contact = { kind = "separating", friction = 0.4 }
[[colliders]]
name = "paddle"
shape = { box = { min = )" +
         point("-0.5, 0.05", "-0.1") + ", max = " + point("-0.4, 0.25", "0.1") + R"( } }
contact = { kind = "separating", friction = 0.3 }
motion = { pivot = )" +
         point("-0.45, 0.15", "0") +
         ", spin = { rate = 6 }, oscillation = { amplitude = " + point("0.2, 0", "0") +
         R"(, frequency = 3 } }
[output]
attributes = ["J", "pressure"]
diagnostics = "step"
)";
}

/// The text with one piece replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? std::string("the scene has no \"" + from + "\"")
                                 : text.replace(at, from.size(), to);
}

}  // namespace froth

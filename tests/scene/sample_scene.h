// SPDX-License-Identifier: Apache-2.0
// One valid scene that tests break, change and read again.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/scene/read.h>

namespace froth {

/// Line numbers matter to the tests; the first line below is line 1.
inline const std::string kSample = R"([scene]
title = "Sand and jelly"
end_time = 1.5
frame_rate = 60

[solver]
transfer = "flip"
flip_ratio = 0.95
cell_size = 0.01
dt = "auto"

[domain]
min = [0, 0, 0]
max = [1.2, 0.8, 0.4]
periodic = ["x"]
contact = { kind = "slip" }

[materials.sand]
model = "drucker_prager"
density = 1580
youngs_modulus = 3.5e5
friction_angle = 35

[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4

[[bodies]]
material = "jelly"
shape = { box = { min = [0.1, 0.1, 0.1], max = [0.3, 0.2, 0.2] } }
velocity = { constant = [1, 0, 0] }

[[bodies]]
name = "column"
material = "sand"
shape = { cylinder = { base = [0.6, 0, 0.2], axis = [0, 2, 0], radius = 0.1, height = 0.2 } }
particles_per_cell = 4

[[colliders]]
name = "bat"
shape = { sphere = { center = [0.5, 0.5, 0.2], radius = 0.05 } }
contact = { kind = "separating", friction = 0.5 }
motion = { keyframes = [{ time = 0 }, { time = 1, shift = [0.1, 0, 0], angle = 90 }] }

[quality.smoke]
scene.end_time = 0.1
bodies.1.particles_per_cell = 1

[quality.draft.solver]
cell_size = 0.02
)";

/// The sample with the first occurrence of `from` replaced.
inline std::string sample_with(const std::string& from, const std::string& to) {
  std::string text = kSample;
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

inline Scene read_sample(const std::string& text, const ReadOptions& options = {}) {
  return read_scene_text(text, "sample.toml", options);
}

/// The message that reading earns, or "" where it succeeds.
inline std::string complaint(const std::string& text, const ReadOptions& options = {}) {
  try {
    read_sample(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// An example of every table that the reference page's scene does not show. They fit into that scene: lengths
// of some centimetres about half a metre above the floor.
#include <froth/scene/describe_key.h>

namespace froth {

namespace {

/// By the name of the key, or by its whole path where the name means two things; what the page's scene has is
/// not needed here.
const char* const kTables = R"toml(
box = { center = [0, 0.6, 0], size = [0.2, 0.2, 0.2] }
sphere = { center = [0, 0.6, 0], radius = 0.1 }
cylinder = { base = [0, 0.5, 0], axis = [0, 1, 0], radius = 0.1, height = 0.2 }
capsule = { from = [-0.1, 0.6, 0], to = [0.1, 0.6, 0], radius = 0.05 }
half_space = { point = [0, 0, 0], normal = [0, 1, 0] }
rounded_box = { center = [0, 0.6, 0], size = [0.2, 0.2, 0.2], rounding = 0.03 }
ellipsoid = { center = [0, 0.6, 0], radii = [0.15, 0.1, 0.1] }
cone = { base = [0, 0.5, 0], axis = [0, 1, 0], radius = 0.1, height = 0.2 }
torus = { center = [0, 0.6, 0], axis = [0, 1, 0], major_radius = 0.12, minor_radius = 0.05 }
polygon = { points = [[0, 0.5], [0.2, 0.5], [0.1, 0.7]] }
extrusion = { points = [[0, 0.5], [0.2, 0.5], [0.1, 0.7]], height = 0.2 }
mesh = { file = "model.obj", scale = 0.1, resolution = 64 }
union = [
  { sphere = { center = [0, 0.6, 0], radius = 0.1 } },
  { sphere = { center = [0.1, 0.6, 0], radius = 0.1 } },
]
difference = [
  { sphere = { center = [0, 0.6, 0], radius = 0.1 } },
  { sphere = { center = [0.1, 0.6, 0], radius = 0.1 } },
]
intersection = [
  { sphere = { center = [0, 0.6, 0], radius = 0.1 } },
  { sphere = { center = [0.1, 0.6, 0], radius = 0.1 } },
]
shapes = [
  { sphere = { center = [0, 0.6, 0], radius = 0.1 } },
  { sphere = { center = [0.1, 0.6, 0], radius = 0.1 } },
]
shell = { shape = { sphere = { center = [0, 0.6, 0], radius = 0.1 } }, thickness = 0.03 }
shape = { sphere = { center = [0, 0.6, 0], radius = 0.1 } }
transform = { scale = 1.1, rotate = { axis = [0, 1, 0], angle = 30 }, translate = [0, 0.02, 0] }
rotate = { axis = [0, 1, 0], angle = 30 }
velocity = { constant = [1, 0, 0] }
rotating = { center = [0, 0.6, 0], axis = [0, 0, 1], rate = 3 }
affine = { center = [0, 0.6, 0], gradient = [[1, 0, 0], [0, -1, 0], [0, 0, 0]] }
layers = [{ material = "jelly", thickness = 0.03 }]
resampling = { every_steps = 20 }
look = { kind = "glossy", color = [0.8, 0.2, 0.1], roughness = 0.2 }
contact = { kind = "separating", friction = 0.3 }
motion = { keyframes = [{ time = 0 }, { time = 1, shift = [0, 0.1, 0] }] }
keyframes = [{ time = 0 }, { time = 1, shift = [0, 0.1, 0] }]
dynamic = { density = 500, friction = 0.5, restitution = 0.2 }
spin = { rate = 2 }
oscillation = { amplitude = [0.1, 0, 0], frequency = 2 }
forces = [{ acceleration = [1, 0, 0], bodies = ["body_0"] }]
region = { box = { center = [0, 0.7, 0], size = [0.3, 0.1, 0.3] } }
definitions = { swing = "sin(2*pi*t)", push = "3 * swing * exp(-x^2)" }
output = { attributes = ["pressure"] }
"bodies.N.mesh" = { edge_length = 0.05 }
strands = { radius = 0.002, segments = 4, gap = 0.05, length = 0.1 }
"output.mesh" = { formats = ["ply", "glb"], voxel = 0.5 }
camera = [
  { time = 0, eye = [1.5, 1, 2], target = [0, 0.3, 0] },
  { time = 1, eye = [-1.5, 1, 2], target = [0, 0.3, 0] },
]
guard = { energy_warning = 0.1, energy_stop = 0.3 }
draft = { solver = { cell_size = 0.03 } }
figure = { solver = { cell_size = 0.01 } }
paper = { solver = { cell_size = 0.005 } }

[smooth_union]
shapes = [
  { sphere = { center = [0, 0.6, 0], radius = 0.1 } },
  { sphere = { center = [0.1, 0.6, 0], radius = 0.1 } },
]
radius = 0.05

[repetition]
shape = { sphere = { center = [0, 0.6, 0], radius = 0.05 } }
count = [3, 1, 1]
spacing = [0.15, 0, 0]

[sheet]
thickness = 0.001
edge_length = 0.05
corner = [-0.1, 0.6, -0.1]
side_u = [0, 0, 0.2]
side_v = [0.2, 0, 0]

[[emitters]]
material = "jelly"
shape = { box = { center = [0, 0.9, 0], size = [0.1, 0.1, 0.1] } }
velocity = [0, -1, 0]

[[held]]
shape = { box = { center = [0, 0.7, 0], size = [0.2, 0.05, 0.2] } }
motion = { shift = [0, "0.1 * t", 0] }

[[tractions]]
body = "body_0"
region = { box = { center = [0, 0.7, 0], size = [0.3, 0.1, 0.3] } }
traction = [0, -200, 0]

[[kill_zones]]
shape = { box = { center = [0, 0.1, 0], size = [0.2, 0.2, 0.2] } }
)toml";

}  // namespace

const Node* table_example(const std::string& key) {
  static const Node tables = parse_toml(kTables, "examples");
  return tables.find(key);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/scene/read.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/sweep_table.h>

#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

double number(const std::vector<SweepNumber>& numbers, const std::string& name) {
  for (const SweepNumber& n : numbers)
    if (n.name == name) return n.value;
  return std::nan("");
}

/// Two points of body 0, at x = 0 and x = 1.
PointCloud two_points() {
  PointCloud cloud;
  cloud.properties = {{"x", NumberType::Double, {0, 1}},
                      {"y", NumberType::Double, {2, 2}},
                      {"z", NumberType::Double, {0, 4}},
                      {"body", NumberType::Int, {0, 0}}};
  return cloud;
}

/// A block of foam that is stretched until particles are inserted.
const char* const kStretched = R"([scene]
end_time = 0.5
frame_rate = 2
gravity = [0, 0, 0]
[solver]
cell_size = 0.1
jitter = 0
[materials.foam]
preset = "shaving_cream"
bulk_modulus = 5000
tear_yield = 1000
[[bodies]]
material = "foam"
shape = { box = { min = [-0.4, -0.4, -0.4], max = [0.4, 0.4, 0.4] } }
velocity = { affine = { center = [0.1, 0, 0], gradient = [[2, 0, 0], [0, -1, 0], [0, 0, -1]] } }
resampling = { every_steps = 50, strain = 0.15 }
)";

}  // namespace

// Oracle: the lever by hand. Three times the mass at x = 1, z = 4 draws the centre three quarters of the way.
TEST_CASE("the centre of mass counts the masses that a frame has") {
  const TemporaryFolder folder;
  const Scene scene = read_scene_text(tiny_scene(), "tiny.toml");
  const RunFolder run{folder / "run"};
  std::filesystem::create_directories(run.particles());
  PointCloud cloud = two_points();
  write_file(run.frame(0), to_ply(cloud));
  CHECK(number(sweep_numbers(scene, run.path), "center_x") == 0.5);
  cloud.properties.push_back({"mass", NumberType::Double, {1, 3}});
  write_file(run.frame(0), to_ply(cloud));
  CHECK(number(sweep_numbers(scene, run.path), "center_x") == 0.75);
  CHECK(number(sweep_numbers(scene, run.path), "center_y") == 2);
}

// Oracle: what the solver itself says its mass is, after new particles have taken mass from old ones.
TEST_CASE("frames of resampled bodies have masses, others have none") {
  Simulation plain(read_scene_text(tiny_scene(), "tiny.toml"));
  CHECK(frame_cloud(plain).find("mass") == nullptr);
  Simulation foam(read_scene_text(kStretched, "stretched.toml"));
  const Totals before = foam.solver().totals(0);
  foam.advance_frame();
  CHECK(foam.solver().totals(0)["particles"] > before["particles"]);
  const PointCloud frame = frame_cloud(foam);
  REQUIRE(frame.find("mass") != nullptr);
  double sum = 0, least = 1e9, most = 0;
  for (std::size_t k = 0; k < frame.count(); ++k) {
    const double m = frame.find("mass")->values[k];
    sum += m, least = std::min(least, m), most = std::max(most, m);
  }
  CHECK(sum == doctest::Approx(before["mass"]).epsilon(1e-5).scale(0));  // the frame has floats
  CHECK(most > 1.2 * least);
}

}  // namespace froth

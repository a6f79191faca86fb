// SPDX-License-Identifier: Apache-2.0
// A program that uses froth as a library: a stone falls, in memory and into a folder. Exit code 0: all is as
// it should be.
#include <froth/froth.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace {

const char* const kScene = R"(
[scene]
title = "A falling stone"
dimension = 2
precision = "double"
gravity = [0, -9.81]
end_time = 0.1
frame_rate = 50

[solver]
cell_size = 0.1
dt = 1e-3

[materials.stone]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e5

[[bodies]]
name = "stone"
material = "stone"
shape = { box = { min = [0, 1], max = [0.2, 1.2] } }
)";

void check(bool claim, const char* what) {
  if (claim) return;
  std::fprintf(stderr, "consumer: not so: %s\n", what);
  std::exit(1);
}

// Oracle: free fall under symplectic Euler in closed form: after n steps of dt, v = n dt g and
// y = y0 + g dt^2 n (n + 1) / 2. Numbers are below 2 and some 100 roundings of 1e-16 add up to 1e-13 at most
// (with a margin of ten).
void fall() {
  froth::World world(froth::scene_text(kScene, "stone.toml"));
  const froth::Particles start = world.particles(0);
  while (!world.is_finished()) world.advance_frame();
  const froth::Particles end = world.particles(0);
  const double n = double(world.step_count()), dt = 1e-3, g = -9.81;
  check(n == 100 && world.frame() == 5 && world.time() == 0.1, "100 steps, 5 frames, 0.1 s");
  check(!start.ids.empty() && end.ids == start.ids, "the same particles in the same order");
  double worst = 0;
  for (std::size_t p = 0; p < end.ids.size(); ++p) {
    const double fallen = end.positions[p][1] - start.positions[p][1];
    worst = std::max(worst, std::abs(fallen - g * dt * dt * n * (n + 1) / 2));
    worst = std::max(worst, std::abs(end.velocities[p][1] - g * n * dt));
  }
  check(worst < 1e-12, "free fall as in closed form");
  std::printf("%zu particles of %s fell for %g s; worst error %.1e\n", end.ids.size(),
              world.bodies()[0].name.c_str(), world.time(), worst);
}

// Oracle: mass is density times area, momentum is mass times g t, an undeformed volume ratio is one. The
// tolerance is for a few roundings in each of the particles' sums.
void totals() {
  froth::World world(froth::scene_text(kScene));
  world.advance_frame();
  const froth::World::Totals now = world.totals();
  check(now.particle_count == world.bodies()[0].particle_count, "totals count the particles");
  check(std::abs(now.mass - 40) < 1e-11, "0.2 m x 0.2 m of 1000 kg/m^2 are 40 kg");
  check(std::abs(now.momentum[1] + 40 * 9.81 * world.time()) < 1e-10, "momentum is m g t");
  for (const double J : world.attribute(0, "J")) check(std::abs(J - 1) < 1e-12, "free fall does not deform");
  check(world.attribute(0, "tau").size() % now.particle_count == 0, "components lie side by side");
}

// Oracle: what the interface promises: one sentence in an InputError, with the place and the word.
void errors() {
  froth::SceneSource source = froth::scene_text(kScene, "stone.toml");
  source.overrides = {"solver.cell_sise=0.1"};
  try {
    froth::World world(source);
    check(false, "a wrong key is refused");
  } catch (const froth::InputError& error) {
    check(std::string(error.what()).find("cell_size") != std::string::npos, "the message suggests a key");
  }
  const froth::World world(froth::scene_text(kScene));
  try {
    world.particles(1);
    check(false, "a body that is not there is refused");
  } catch (const froth::InputError&) {}
  try {
    world.attribute(0, "colour");
    check(false, "an attribute that is not there is refused");
  } catch (const froth::InputError&) {}
}

// Oracle: a run into a folder that is stopped and resumed reaches the end; a second run finds it there. The
// world that a program makes of the resolved scene is the same world.
void run(const std::string& folder) {
  const froth::ThreadLimit one_thread(1);
  froth::RunSettings settings;
  settings.on_step = [](const froth::RunStatus& now) { return now.step_count < 7; };
  check(!froth::run_scene(froth::scene_text(kScene), folder, settings), "stopped after seven steps");
  settings = {};
  settings.resume = true;
  check(froth::run_scene(froth::scene_text(kScene), folder, settings), "resumed to the end");
  check(froth::run_scene(froth::scene_text(kScene), folder), "already at its end");

  froth::World first(froth::scene_text(kScene));
  froth::World second(froth::scene_text(first.resolved_scene()));
  froth::World moved = std::move(second);
  first.step();
  moved.step();
  check(first.particles(0).positions == moved.particles(0).positions, "the resolved scene is the scene");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  fall();
  totals();
  errors();
  run(argv[1]);
  std::printf("froth %s as a library: fine\n", froth::kVersion);
  return 0;
}

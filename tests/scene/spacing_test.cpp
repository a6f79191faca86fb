// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <froth/scene/build.h>
#include <froth/scene/sample_bodies.h>

#include "sample_scene.h"

namespace froth {

namespace {

const std::string kOwn = "particles_per_cell = 4", kSolver = "dt = \"auto\"";

}  // namespace

// Oracle: n particles in a cell of edge h are h / n^(1/3) apart in space.
TEST_CASE("a body's spacing follows from its cells, or is given") {
  const Scene by_cells = read_sample(kSample);
  CHECK(by_cells.bodies[0].spacing == 0.01 / std::pow(8.0, 1.0 / 3));
  CHECK(by_cells.bodies[1].spacing == 0.01 / std::pow(4.0, 1.0 / 3));

  const Scene own = read_sample(sample_with(kOwn, "spacing = 0.004"));
  CHECK(own.bodies[0].spacing == by_cells.bodies[0].spacing);
  CHECK(own.bodies[1].spacing == 0.004);
  CHECK(own.bodies[1].particles_per_cell == doctest::Approx(15.625));  // (10 / 4)^3

  const Scene common = read_sample(sample_with(kSolver, kSolver + "\nspacing = 0.005"));
  CHECK(common.bodies[0].spacing == 0.005);
  CHECK(common.bodies[1].spacing == by_cells.bodies[1].spacing);  // its own particles_per_cell count
  CHECK(!common.solver.values.has("particles_per_cell"));         // no default beside what replaces it
}

// Oracle: a lattice of spacing s has volume / s^3 points, to the jitter at the surface; and the sampling does
// not see the grid.
TEST_CASE("particles are as far apart as the spacing says, whatever the cells") {
  const std::string text = sample_with(kOwn, "spacing = 0.02");
  const Scene fine = read_sample(text), coarse = read_sample(text, {.overrides = {"solver.cell_size=0.02"}});
  const SampledBody column = sample_body(fine, fine.bodies[1]);
  const double pi = std::acos(-1.0), volume = pi * 0.1 * 0.1 * 0.2;
  CHECK(column.volume == doctest::Approx(8e-6).scale(0));
  CHECK(static_cast<double>(column.points.size()) == doctest::Approx(volume / 8e-6).epsilon(0.05));
  CHECK(column.points == sample_body(coarse, coarse.bodies[1]).points);
}

// Oracle: an emitter's batches come from a lattice of the spacing.
TEST_CASE("emitters take a spacing too") {
  const std::string jet =
      "[[emitters]]\nmaterial = \"jelly\"\nvelocity = [1, 0, 0]\nspacing = 0.007\n"
      "shape = { box = { min = [0.1, 0.4, 0.1], max = [0.2, 0.5, 0.2] } }\n";
  const Scene scene = read_sample(sample_with("[quality.smoke]", jet + "[quality.smoke]"));
  CHECK(scene.bodies[2].spacing == 0.007);
  CHECK(scene.bodies[2].emitter->sampling.spacing == 0.007);
}

// Oracle: places counted by hand in the sample; both keys are named.
TEST_CASE("spacing and particles per cell exclude each other") {
  const auto says = [](const std::string& from, const std::string& to, const std::string& words) {
    const std::string message = complaint(sample_with(from, to));
    CHECK_MESSAGE(message == "sample.toml:" + words, message);
  };
  says(kOwn, kOwn + "\nspacing = 0.01",
       "39:1: bodies.1 has both \"particles_per_cell\" and \"spacing\"; keep one");
  says(kOwn, "spacing = 0.01\n" + kOwn,
       "39:1: bodies.1 has both \"spacing\" and \"particles_per_cell\"; keep one");
  says(kSolver, "spacing = 0.01\nparticles_per_cell = 2",
       "11:1: solver has both \"spacing\" and \"particles_per_cell\"; keep one");
  CHECK(complaint(sample_with(kOwn, "spacing = 0")).find("38:11: bodies.1.spacing must be positive [m]") !=
        std::string::npos);
}

// Oracle: the command line has the last word, and what it replaces goes.
TEST_CASE("a spacing on the command line replaces particles per cell, and the other way round") {
  const Scene close = read_sample(kSample, {.overrides = {"bodies.1.spacing=0.003"}});
  CHECK(close.bodies[1].spacing == 0.003);
  const Scene back =
      read_sample(sample_with(kOwn, "spacing = 0.02"), {.overrides = {"bodies.1.particles_per_cell=1"}});
  CHECK(back.bodies[1].spacing == 0.01);
  const ReadOptions both{.overrides = {"bodies.0.spacing=0.003", "bodies.0.particles_per_cell=1"}};
  CHECK(complaint(kSample, both).find("bodies.0 has both") != std::string::npos);
}

// Oracle: the sample's smoke level has one particle in a cell of bodies.1; a level has the word over the
// scene.
TEST_CASE("a quality level replaces a spacing, and the numbers of another transfer") {
  const std::string text = sample_with(kOwn, "spacing = 0.004");
  CHECK(read_sample(text).bodies[1].spacing == 0.004);
  CHECK(read_sample(text, {.quality = "smoke"}).bodies[1].spacing == 0.01);
  const std::string apic =
      sample_with("[quality.draft.solver]", "[quality.draft.solver]\ntransfer = \"apic\"");
  CHECK(read_sample(apic).solver.transfer.flip_ratio == 0.95);
  CHECK(read_sample(apic, {.quality = "draft"}).solver.transfer.flip_ratio == 0);
}

}  // namespace froth

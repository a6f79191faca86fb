// SPDX-License-Identifier: Apache-2.0
// Implicit steps as a scene takes them: every scheme, every law that can, and steps that cannot be taken.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/scene/read.h>
#include <froth/sim/simulation.h>
#include <froth/transfer/scheme.h>

using namespace froth;

namespace {

const std::string kRubber = "model = \"neo_hookean\"\nyoungs_modulus = 1e5\npoisson_ratio = 0.3";

/// A block of some law that turns and stretches, for 20 ms.
std::string block_of(const std::string& law) {
  return "[scene]\ndimension = 2\nprecision = \"double\"\ngravity = [0, 0]\nend_time = 0.02\nframe_rate = "
         "50\n"
         "[solver]\ncell_size = 0.1\nkeep_volume = false\n[materials.m]\ndensity = 1000\n" +
         law +
         "\n[[bodies]]\nmaterial = \"m\"\nshape = { box = { min = [0, 0], max = [0.6, 0.6] } }\n"
         "velocity = { affine = { center = [0.3, 0.3], gradient = [[2, -4], [1, -1]] } }\n";
}

Simulation begin(const std::string& text, const std::vector<std::string>& overrides) {
  return Simulation(read_scene_text(text, "block.toml", {.overrides = overrides}));
}

std::vector<Vec3<double>> places(const Simulation& simulation) {
  std::vector<Vec3<double>> x;
  const std::vector<Vec3<double>> all = simulation.solver().positions(0);
  for (const std::uint32_t slot : simulation.solver().bodies()[0].slots_by_id()) x.push_back(all[slot]);
  return x;
}

/// Largest distance between the particles of both solvers after 20 ms with steps of dt.
double difference(const std::string& text, double dt, std::vector<std::string> overrides) {
  overrides.push_back(fmt::format("solver.dt={}", dt));
  std::vector<Vec3<double>> ends[2];
  for (int k = 0; k < 2; ++k) {
    overrides.push_back(k == 0 ? "solver.method=explicit_mpm" : "solver.method=implicit_mpm");
    if (k == 1) overrides.push_back("solver.tolerance=1e-7");
    Simulation simulation = begin(text, overrides);
    simulation.advance_frame();
    CHECK(simulation.progress().retries == 0);
    ends[k] = places(simulation);
  }
  REQUIRE(ends[0].size() == ends[1].size());
  double most = 0;
  for (std::size_t k = 0; k < ends[0].size(); ++k) most = std::max(most, norm(ends[0][k] - ends[1][k]));
  return most;
}

/// Oracle: both solvers are of first order and have one limit, so that half the step halves what they differ
/// by; the next order changes the ratio of 2 by a share of dt times the fastest rate, here below a fifth.
/// PIC damps with every step, so that with more of them less is left to differ.
void check_first_order(const std::string& text, const std::vector<std::string>& overrides = {},
                       bool damps = false) {
  const double coarse = difference(text, 2e-4, overrides), fine = difference(text, 1e-4, overrides);
  CAPTURE(coarse);
  CAPTURE(fine);
  CHECK(fine > 3e-8);  // there is something to halve
  CHECK(coarse / fine > 1.6);
  if (!damps) CHECK(coarse / fine < 2.4);
}

}  // namespace

TEST_CASE("implicit steps agree with explicit ones to first order under every scheme") {
  for (const std::string& scheme : transfer_scheme_names()) {
    CAPTURE(scheme);
    check_first_order(block_of(kRubber), {"solver.transfer=" + scheme}, scheme == "pic");
  }
}

TEST_CASE("implicit steps agree with explicit ones to first order under every law that has them") {
  const std::string moduli = "youngs_modulus = 1e5\npoisson_ratio = 0.3";
  for (const std::string& law :
       {"model = \"fixed_corotated\"\n" + moduli,
        std::string("model = \"liquid\"\nbulk_modulus = 1e5\nviscosity = 20"),
        "model = \"von_mises\"\nyield_stress = 1000\n" + moduli,
        std::string("model = \"herschel_bulkley\"\nbulk_modulus = 1e5\nshear_modulus = 3e4\nyield_stress = "
                    "500\nconsistency = 50\nflow_index = 0.5"),
        std::string("model = \"oldroyd_b\"\nrelaxation_time = 0.01\nviscosity = 10\nshear_modulus = "
                    "4e4\nlame_lambda = 6e4")}) {
    CAPTURE(law);
    check_first_order(block_of(law));
  }
}

// Oracle: a block at 24 m/s crosses 4.8 cells of 0.1 m in the frame's step of 20 ms. Where five are allowed
// that is one step; where three are, it is halved once; where two are, it is halved twice, and then the rest
// of 15 ms (3.6 cells) once more.
TEST_CASE("a step that goes too far is rejected, counted and taken in parts") {
  const std::string text = block_of(kRubber);
  const std::string fast = "bodies.0.velocity={constant=[24,0]}";
  for (const auto& [most, steps, rejected] :
       {std::tuple{2.0, 3, 3}, std::tuple{3.0, 2, 1}, std::tuple{5.0, 1, 0}}) {
    CAPTURE(most);
    Simulation simulation = begin(text, {"solver.method=implicit_mpm", "solver.dt=0.02", fast,
                                         fmt::format("solver.most_cells={}", most)});
    const Vec3<double> before = places(simulation)[0];
    simulation.advance_frame();
    CHECK(simulation.progress().step == steps);
    CHECK(simulation.totals()["rejected_too_far"] == rejected);
    CHECK(norm(places(simulation)[0] - before - Vec3<double>{0.48, 0, 0}) < 1e-9);  // it flies on unstrained
  }
}

// Oracle: a jaw that comes 0.35 m nearer to the other one in a step holds all nodes but those at rest, and
// what lies between them turns inside out, whatever else moves. In half a step three cells are left between
// the jaws.
TEST_CASE("a step without any feasible velocity says so, and shorter ones go on") {
  const std::string text = block_of(kRubber) +
                           "[[held]]\nshape = { box = { min = [-1, -1], max = [0.1, 2] } }\n"
                           "[[held]]\nshape = { box = { min = [0.5, -1], max = [2, 2] } }\nmotion = { shift "
                           "= [\"-17.5 * t\", 0] }\n";
  const auto run = [&](const char* retries) {
    Simulation simulation = begin(text, {"solver.method=implicit_mpm", "solver.dt=0.02", retries});
    try {
      simulation.advance_frame();
    } catch (const SimulationError& error) {
      return std::string(error.what());
    }
    CHECK(simulation.progress().time == doctest::Approx(0.02));
    return std::string(simulation.totals()["rejected_infeasible"] > 0 ? "went on" : "was never rejected");
  };
  const std::string message = run("solver.retries=0");
  CAPTURE(message);
  CHECK(message.find("every velocity that was tried turns some particle inside out") != std::string::npos);
  CHECK(message.find("try a smaller solver.dt") != std::string::npos);
  CHECK(run("solver.retries=4") == "went on");
}

// Oracle: the same jaws leave no feasible velocity. Where infeasible steps are allowed, the step is taken
// whole and the ledger counts it; otherwise it has no such count.
TEST_CASE("an infeasible step that is allowed is counted") {
  const std::string foam =
      "model = \"oldroyd_b\"\nshear_modulus = 3e4\nlame_lambda = 6e4\nrelaxation_time = 1e30";
  const std::string text = block_of(foam) +
                           "[[held]]\nshape = { box = { min = [-1, -1], max = [0.1, 2] } }\n"
                           "[[held]]\nshape = { box = { min = [0.5, -1], max = [2, 2] } }\nmotion = { shift "
                           "= [\"-17.5 * t\", 0] }\n";
  for (const bool keeps : {true, false}) {
    Simulation simulation =
        begin(text, {"solver.method=implicit_mpm", "solver.dt=0.02", "solver.most_cells=100",
                     fmt::format("solver.keep_feasible={}", keeps)});
    simulation.advance_frame();
    const Totals totals = simulation.totals();
    CHECK((totals["rejected_infeasible"] > 0) == keeps);
    CHECK(totals.has("accepted_infeasible") == !keeps);
    if (!keeps) CHECK(totals["accepted_infeasible"] == 1);
  }
}

// Oracle: the count itself. A stiff slab, clamped at one end, takes many iterations with the diagonal blocks
// alone, more with nothing, and at most half as many with patches.
TEST_CASE("preconditioners save iterations") {
  const std::string slab =
      "[scene]\ngravity = [0, 0, 0]\nend_time = 0.0125\nframe_rate = 80\n"
      "[solver]\nmethod = \"implicit_mpm\"\ncell_size = 0.05\ndt = 0.0125\ncg_iterations = 20000\n"
      "[materials.m]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e8\n"
      "[[bodies]]\nmaterial = \"m\"\nshape = { box = { min = [0, 0, 0], max = [1, 1, 0.1] } }\n"
      "velocity = { expression = [0, \"sin(3*x)\", \"cos(5*x*y)\"] }\n"
      "[[held]]\nshape = { box = { min = [-0.1, -1, -1], max = [0.11, 2, 2] } }\n";
  const auto iterations = [&](const std::string& preconditioner) {
    Simulation simulation = begin(slab, {"solver.preconditioner=" + preconditioner});
    simulation.advance_frame();
    CHECK(simulation.progress().retries == 0);
    return simulation.totals()["cg_iterations"];
  };
  const double patches = iterations("patches"), blocks = iterations("blocks"), none = iterations("none");
  CAPTURE(patches);
  CAPTURE(blocks);
  CAPTURE(none);
  CHECK(2 * patches < blocks);
  CHECK(blocks < none);
}

// Oracle: conservation. A stiff block lands on a rough floor at rest: nothing can supply energy, so that
// kinetic, elastic and gravitational energy together never rise, but for what solves leave: a thousandth of
// the start.
TEST_CASE("friction does not invent energy") {
  const std::string landing =
      "[scene]\ndimension = 2\nprecision = \"double\"\nend_time = 0.3\nframe_rate = 20\n"
      "[solver]\nmethod = \"implicit_mpm\"\ncell_size = 0.05\n"
      "[domain]\nmin = [0, 0]\nmax = [3, 1]\ncontact = { kind = \"separating\", friction = 0.8 }\n"
      "[materials.m]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e7\npoisson_ratio = 0.45\n"
      "[[bodies]]\nmaterial = \"m\"\nshape = { box = { min = [0.1, 0.1], max = [0.5, 0.6] } }\n"
      "velocity = { constant = [3, -2] }\n";
  for (const char* modulus : {"1e6", "1e7", "1e8"}) {
    CAPTURE(modulus);
    Simulation simulation = begin(landing, {std::string("materials.m.youngs_modulus=") + modulus});
    const auto energy = [&] {
      const Totals now = simulation.totals();
      return now["kinetic_energy"] + now["elastic_energy"] + now["gravitational_energy"];
    };
    const double start = energy();
    double before = start, most = 0;
    while (simulation.progress().frame < simulation.scene().frame_count()) {
      simulation.step();
      most = std::max(most, energy() - before);
      before = energy();
    }
    CHECK(most < 1e-3 * start);
  }
}

// Oracle: the jaws' own motion. A jelly between a plate that sticks and one with friction is pressed to 0.6
// of its height; nothing in that is too fast or too stiff for steps of 2 ms, so that none may be rejected.
TEST_CASE("a press with friction needs no shorter steps") {
  const std::string press =
      "[scene]\ndimension = 2\nend_time = 0.25\nframe_rate = 20\n"
      "[solver]\nmethod = \"implicit_mpm\"\ncell_size = 0.05\ndt = 0.002\n"
      "[materials.m]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e5\n"
      "[[bodies]]\nmaterial = \"m\"\nshape = { box = { min = [0.3, 0.3], max = [0.7, 0.7] } }\n"
      "[[colliders]]\nshape = { box = { center = [0.5, 0.2], size = [1, 0.2] } }\n"
      "motion = { shift = [0, \"0.3 * t\"] }\ncontact = { kind = \"sticky\" }\n"
      "[[colliders]]\nshape = { box = { center = [0.5, 0.8], size = [1, 0.2] } }\n"
      "motion = { shift = [0, \"-0.3 * t\"] }\ncontact = { kind = \"separating\", friction = 0.3 }\n";
  Simulation simulation = begin(press, {});
  while (simulation.progress().frame < simulation.scene().frame_count()) simulation.advance_frame();
  CHECK(simulation.progress().retries == 0);
}

// Oracle: free flight, and nothing at all. In single precision velocities are known to a rounding of the
// speed; a solve must not ask for more. A scene whose particles are all gone goes on too.
TEST_CASE("fast bodies and empty scenes are solved in single precision") {
  const std::string ball =
      "[scene]\ndimension = 2\ngravity = [0, 0]\nend_time = 0.004\nframe_rate = 1000\n"
      "[solver]\nmethod = \"implicit_mpm\"\ncell_size = 0.002\n"
      "[materials.m]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e5\n"
      "[[bodies]]\nmaterial = \"m\"\nshape = { sphere = { center = [0, 0], radius = 0.01 } }\n"
      "velocity = { constant = [20, 0] }\n";
  Simulation flies = begin(ball, {});
  const Vec3<double> before = places(flies)[0];
  while (flies.progress().frame < 4) flies.advance_frame();
  CHECK(flies.progress().retries == 0);
  CHECK(std::abs(places(flies)[0][0] - before[0] - 0.08) < 1e-5);
  Simulation ends =
      begin(ball + "[[kill_zones]]\nshape = { half_space = { point = [0.03, 0], normal = [-1, 0] } }\n", {});
  while (ends.progress().frame < 4) ends.advance_frame();
  CHECK(ends.progress().retries == 0);
  CHECK(ends.totals()["particles"] == 0);
}

// Oracle: most_cells itself. A light body that flies 3.8 cells in a step is too fast whatever rests
// elsewhere.
TEST_CASE("how far a step goes is judged by the lightest particle") {
  const std::string two =
      "[scene]\ndimension = 2\ngravity = [0, 0]\nend_time = 0.02\nframe_rate = 50\n"
      "[solver]\nmethod = \"implicit_mpm\"\ncell_size = 0.05\ndt = 0.02\n"
      "[materials.heavy]\nmodel = \"neo_hookean\"\ndensity = 8000\nyoungs_modulus = 1e5\n"
      "[materials.light]\nmodel = \"neo_hookean\"\ndensity = 2\nyoungs_modulus = 1e3\n"
      "[[bodies]]\nmaterial = \"heavy\"\nshape = { sphere = { center = [0, 0], radius = 0.2 } }\n"
      "[[bodies]]\nmaterial = \"light\"\nshape = { sphere = { center = [3, 0], radius = 0.2 } }\n"
      "velocity = { constant = [9.5, 0] }\n";
  Simulation simulation = begin(two, {});
  simulation.advance_frame();
  CHECK(simulation.totals()["rejected_too_far"] == 1);
}

TEST_CASE("laws that yield by pressure are refused") {
  std::string message;
  try {
    begin(block_of("model = \"drucker_prager\"\nyoungs_modulus = 1e5"), {"solver.method=implicit_mpm"});
  } catch (const InputError& error) {
    message = error.what();
  }
  CHECK(message.find("implicit_mpm") != std::string::npos);
  CHECK(message.find("drucker_prager") != std::string::npos);
}

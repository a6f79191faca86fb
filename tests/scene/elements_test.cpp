// SPDX-License-Identifier: Apache-2.0
// Meshes, sheets and strands of scenes: they are refused in one sentence where they cannot be, and give the
// same bits for any number of threads and after loading.
#include <algorithm>
#include <doctest/doctest.h>

#include "support/solver_of.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

std::string head(int dimension, const std::string& method = "explicit_mpm") {
  const std::string zero = dimension == 2 ? "[0, 0]" : "[0, -9.81, 0]";
  return "[scene]\ndimension = " + std::to_string(dimension) + "\ngravity = " + zero +
         "\nend_time = 1\nframe_rate = 10\n[solver]\nmethod = \"" + method +
         "\"\ntransfer = \"asflip\"\ncell_size = 0.1\n"
         "[materials.rubber]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e5\npoisson_ratio = "
         "0.3\n"
         "[materials.sand]\nmodel = \"drucker_prager\"\ndensity = 1000\nyoungs_modulus = 1e5\n";
}
const std::string kSquare =
    "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0], max = [0.5, 0.5] } }\n"
    "mesh = { edge_length = 0.05 }\nvelocity = { expression = [\"1 - 3*y\", \"0.5 + 3*x\"] }\n";
const std::string kRope =
    "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.01, segments = 8, from = [0, 1, 0], to = "
    "[0.6, 1, 0], "
    "copies = 3, copy_step = [0, 0, 0.05] }\n";
const std::string kCloth =
    "[[bodies]]\nmaterial = \"rubber\"\nsheet = { thickness = 0.002, corner = [0, 0.5, 0], side_u = [0, 0, "
    "0.5], "
    "side_v = [0.5, 0, 0], edge_length = 0.08 }\n";
const std::string kClamp = "[[held]]\nshape = { box = { min = [-0.01, 0.4, -0.1], max = [0.09, 1.1, 1] } }\n";
const std::string kBlock =
    "[[bodies]]\nmaterial = \"rubber\"\nshape = { sphere = { center = [0.3, 0.3, 0.3], radius = 0.2 } }\n"
    "mesh = { edge_length = 0.08 }\n";

/// The rubber of a scene with contact of its own.
std::string with_contact(std::string text) {
  const std::string key = "poisson_ratio = 0.3\n";
  return text.insert(text.find(key) + key.size(), "contact_modulus = 1e4\nseparates_across = true\n");
}

/// A body whose vertices keep what its Newton step gives them.
std::string kept(std::string body) {
  return body.insert(body.rfind(" }"), ", integration = \"newton_kept\"");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Oracle: see check_same_bits.
TEST_CASE("elements: the same bits for any number of threads, loaded or not") {
  const auto nothing = [](const Solver&, bool) {};
  const auto same = [&](const std::string& text) {
    test::check_same_bits([&] { return test::solver_of(text); }, 15, 15, 1e-3, nothing);
  };
  same(head(2) + kSquare);
  same(head(3) + kRope + kClamp);
  same(head(3) + kCloth + kClamp);
  same(head(3) + kBlock);
  same(head(3) + kept(kRope) + kClamp);
  same(with_contact(head(3)) + kRope + kClamp);
  same(with_contact(head(3)) + kCloth + kClamp);
}

// Oracle: see check_same_bits. Steps of a solve are longer than any that forces at their start would allow.
TEST_CASE("elements in a solve: the same bits for any number of threads, loaded or not") {
  const auto nothing = [](const Solver&, bool) {};
  const auto same = [&](const std::string& text) {
    test::check_same_bits([&] { return test::solver_of(text); }, 4, 4, 1e-2, nothing);
  };
  const std::string two = head(2, "implicit_mpm"), three = head(3, "implicit_mpm");
  same(two + kSquare);
  same(three + kRope + kClamp);
  same(three + kCloth + kClamp + kBlock);
}

// Oracle: what a step that is not solved says of itself, that nothing has moved: the same places and
// velocities to the last bit, held vertices included; a shorter one is then solved.
TEST_CASE("elements in a solve that fails are where they were") {
  const auto solver =
      test::solver_of(head(3, "implicit_mpm") + kRope + kClamp + kBlock,
                      {"solver.newton_iterations=1", "scene.precision=double", "solver.tolerance=1e-6"});
  const auto look = [&] {
    std::vector<Vec3<double>> all;
    for (const BodyView& body : solver->bodies())
      for (const auto& field : {kPosition, kVelocity}) {
        const std::vector<Vec3<double>> values = body.vectors(field);
        for (const std::uint32_t slot : body.slots_by_id()) all.push_back(values[slot]);
      }
    return all;
  };
  const std::vector<Vec3<double>> before = look();
  const StepReport report = solver->advance(0, .1);
  REQUIRE(!report.ok());
  CHECK(solver->after_failure() == AfterFailure::StateIsKept);
  CHECK(look() == before);
  CHECK(solver->totals(0)["rejected_unsolved"] == 1);
  CHECK(solver->totals(0)["boundary_work"] == 0);
}

// Oracle: forces of elements are internal: the sum of momenta of a free body stays, to the rounding of 200
// steps in double.
TEST_CASE("a free body of elements keeps its momentum in the grid") {
  for (const char* forces : {"newton", "newton_kept", "explicit"}) {
    const auto solver = test::solver_of(
        head(2) + kSquare, {"scene.precision=double", std::string("bodies.0.mesh.integration=") + forces});
    const Totals before = solver->totals(0);
    test::advance(*solver, 200, 5e-4);
    const Totals after = solver->totals(.1);
    CHECK(std::abs(after["momentum_x"] - before["momentum_x"]) < 1e-9 * before["absolute_momentum"]);
    CHECK(std::abs(after["momentum_y"] - before["momentum_y"]) < 1e-9 * before["absolute_momentum"]);
    CHECK(after["elastic_energy"] > 0);
    CHECK(after["kinetic_energy"] + after["elastic_energy"] < 1.001 * before["kinetic_energy"]);
  }
}

// Oracle: what vertices keep of a step and what goes past them to the nodes is one momentum, so that schemes
// without a velocity of particles take both alike, to rounding; FLIP keeps what nodes do not resolve.
TEST_CASE("vertices that keep their step give nodes the same momentum") {
  const auto difference = [](const char* transfer) {
    const auto end_of = [&](const std::string& rope) {
      const auto solver = test::solver_of(
          head(3) + rope + kClamp, {"scene.precision=double", std::string("solver.transfer=") + transfer});
      test::advance(*solver, 60, 1e-3);
      return solver->positions(0);
    };
    const auto one = end_of(kRope), other = end_of(kept(kRope));
    double largest = 0;
    for (std::size_t k = 0; k < one.size(); ++k) largest = std::max(largest, norm(one[k] - other[k]));
    return largest;
  };
  CHECK(difference("apic") < 1e-10);
  CHECK(difference("flip") > 1e-6);
}

// Oracle: a clamped strand sags and stays where it is clamped; energies of stretching and bending are its
// own.
TEST_CASE("a clamped strand sags from its clamp") {
  const auto solver = test::solver_of(head(3) + kRope + kClamp);
  test::advance(*solver, 100, 1e-3);
  const BodyView body = solver->bodies().front();
  REQUIRE(body.topology != nullptr);
  CHECK(body.topology->segments.size() == 3 * 8);
  const std::vector<Vec3<double>> x = body.vectors(kPosition);
  const std::vector<std::uint32_t> slot = body.slots_by_id();
  CHECK(norm(x[slot[0]] - Vec3<double>{0, 1, 0}) < 1e-6);
  CHECK(norm(x[slot[1]] - Vec3<double>{.075, 1, 0}) < 1e-6);
  CHECK(x[slot[8]][1] < .97);
  const Totals totals = solver->totals(.1);
  CHECK(totals["bending_energy"] > 0);
  CHECK(totals["elastic_energy"] ==
        doctest::Approx(totals["stretching_energy"] + totals["bending_energy"] + totals["twisting_energy"]));
}

/// A tetrahedron with its last corner at height `top`, in a file.
std::string tetrahedron(const TemporaryFolder& folder, const char* name, const std::string& top) {
  return folder.write(name,
                      "# vtk DataFile Version 3.0\none\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
                      "0 0 0 1 0 0 0 1 0 0 0 " +
                          top + "\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n");
}

// Oracle: closed forms of laws in a homogeneous stretch, at the start: fixed-corotated,
// W = mu sum (s - 1)^2 + lambda/2 (J - 1)^2, times the rest volume; for a membrane
// h A (mu tr G^2 + lambda'/2 (tr G)^2) with lambda' = E nu/(1 - nu^2). Mass is that of rest.
TEST_CASE("bodies start elsewhere than where they are at rest") {
  const double mu = 1e5 / 2.6, lambda = 1e5 * .3 / (1.3 * .4);
  const auto fixed = [](int dimension) {
    std::string text = head(dimension);
    return text.replace(text.find("neo_hookean"), 11, "fixed_corotated");
  };
  const auto start = [](const std::string& text) {
    return test::solver_of(text, {"scene.precision=double"})->totals(0);
  };
  const std::string square =
      "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0], max = [1, 0.5] } }\n"
      "mesh = { edge_length = 0.1, start_map = [\"1.2*x\", \"0.3 + y/1.1\"] }\n";
  const Totals flat = start(fixed(2) + square);
  const double s = 1.2, t = 1 / 1.1;
  CHECK(flat["elastic_energy"] == doctest::Approx(.5 * (mu * ((s - 1) * (s - 1) + (t - 1) * (t - 1)) +
                                                        lambda / 2 * (s * t - 1) * (s * t - 1)))
                                      .epsilon(1e-9));
  CHECK(flat["mass"] == doctest::Approx(500).epsilon(1e-12));

  const TemporaryFolder folder;
  const Totals file = start(fixed(3) + "[[bodies]]\nmaterial = \"rubber\"\nmesh = { file = \"" +
                            tetrahedron(folder, "start.vtk", "1.5") + "\", rest_file = \"" +
                            tetrahedron(folder, "rest.vtk", "1.0") + "\", scale = 0.2 }\n");
  CHECK(file["elastic_energy"] == doctest::Approx(.008 / 6 * (mu * .25 + lambda / 2 * .25)).epsilon(1e-9));
  CHECK(file["mass"] == doctest::Approx(1000 * .008 / 6).epsilon(1e-12));

  const double G = (1.1 * 1.1 - 1) / 2, across = 1e5 * .3 / (1 - .09);
  const Totals cloth = start(
      head(3) +
      "[[bodies]]\nmaterial = \"rubber\"\nsheet = { thickness = 0.002, corner = [0, 0.5, 0], side_u = "
      "[0, 0, 0.5], side_v = [0.5, 0, 0], edge_length = 0.08, start_map = [\"1.1*x\", \"y\", \"z\"] }\n");
  CHECK(cloth["stretching_energy"] ==
        doctest::Approx(.25 * .002 * (mu * G * G + across / 2 * G * G)).epsilon(1e-9));
  CHECK(std::abs(cloth["bending_energy"]) < 1e-12);
}

// Oracle: free flight. Flung outwards at 5 m/s for 0.1 s, pieces are apart by most of their way, which holds
// for no whole body.
TEST_CASE("a square of pieces falls apart") {
  const auto widest = [](const std::string& pieces) {
    const auto solver = test::solver_of(
        head(2) +
            "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0], max = [1, 1] } }\nmesh = { "
            "edge_length = 0.1, pieces = " +
            pieces + ", gap = 0.01 }\nvelocity = { expression = [\"5*(x < 0.5 ? -1 : 1)\", \"0\"] }\n",
        {"scene.precision=double", "solver.cell_size=0.05"});
    if (pieces == "1") CHECK(solver->totals(0)["mass"] == doctest::Approx(1000).epsilon(1e-12));
    test::advance(*solver, 200, 5e-4);
    double left = 1e9, right = -1e9;
    for (const Vec3<double>& x : solver->positions(0))
      left = std::min(left, x[0]), right = std::max(right, x[0]);
    return right - left;
  };
  CHECK(widest("40") > 1.5);
  CHECK(widest("1") < 1.4);
}

// Oracle: of roots on a lattice half have a length; their strands, and no others, are there.
TEST_CASE("no strand grows where its length is 0") {
  const auto grown = [](const std::string& length) {
    return test::solver_of(head(3) +
                           "[[bodies]]\nmaterial = \"rubber\"\njitter = 0\n"
                           "shape = { box = { min = [-0.4, 0, 0], max = [0.4, 0.1, 0.4] } }\n"
                           "strands = { radius = 0.01, gap = 0.1, segments = 3, direction = [0, 1, 0], "
                           "length = " +
                           length + " }\n")
        ->positions(0);
  };
  const auto all = grown("0.3"), half = grown("\"x > 0 ? 0.3 : 0\"");
  CHECK(all.size() == 8 * 4 * 4);
  CHECK(half.size() == all.size() / 2);
  CHECK(std::ranges::all_of(half, [](const Vec3<double>& x) { return x[0] > 0; }));
}

// Oracle: one sentence each, with the place.
TEST_CASE("elements that cannot be are refused") {
  const auto refused = [](const std::string& text, const std::string& words) {
    const std::string message = test::build_complaint(text);
    CAPTURE(message);
    CHECK(contains(message, "sample.toml:"));
    CHECK(contains(message, words));
  };
  const std::string zone = "[[kill_zones]]\nshape = { box = { min = [9, 9, 9], max = [10, 10, 10] } }\n";
  refused(head(3) + kRope + zone, "kill zone \"kill_zone_0\" would tear");
  refused(head(3) + kBlock + "resampling = {}\n", "cannot be resampled");
  refused(head(3, "implicit_mpm") +
              "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0, 0], max = [1, 1, 1] } }\n"
              "mesh = { edge_length = 0.5, integration = \"explicit\" }\n",
          "implicit_mpm solves for with all others; remove integration");
  refused(head(2) + "[[bodies]]\nmaterial = \"rubber\"\n", "bodies.0 has no \"shape\"");
  refused(head(2) +
              "[[bodies]]\nmaterial = \"sand\"\nshape = { box = { min = [0, 0], max = [1, 1] } }\n"
              "mesh = { edge_length = 0.1 }\n",
          "need an elastic material");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1, from = [0, 0, 0] }\n",
          "needs both from and to");
  refused(
      head(3) +
          "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1, from = [0, 0, 0], to = [0, 0, 0] }\n",
      "needs a length");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1 }\n",
          "strands need from and to");
  const std::string brush =
      "[[bodies]]\nmaterial = \"rubber\"\nshape = { sphere = { center = [0, 0, 0], radius = 1 } }\n"
      "strands = { radius = 0.1, gap = 0.5, direction = [0, 1, 0], length = ";
  refused(head(3) + brush + "0 }\n", "no strand grows");
  refused(head(3) + brush + "\"x - 5\" }\n", "length");
  refused(head(3) +
              "[[bodies]]\nmaterial = \"rubber\"\nsheet = { thickness = 0.1, corner = [0, 0, 0], "
              "side_u = [1, 0, 0], side_v = [2, 0, 0], edge_length = 0.1 }\n",
          "lie in one line");
  refused(head(3) + kBlock + "[domain]\nperiodic = [\"x\"]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\nwalls = []\n",
          "periodic axis");
  const std::string file = "[[bodies]]\nmaterial = \"rubber\"\nmesh = { file = \"nowhere.msh\"";
  refused(head(3) + file + " }\n", "mesh file \"");
  refused(head(3) + file + " }\n", "it cannot be read");
  refused(head(3) + file + ", edge_length = 0.1 }\n", "either an edge_length or a file");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nmesh = {}\n", "either an edge_length or a file");
  const std::string mesh =
      "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0, 0], max = [1, 1, 1] "
      "} }\nmesh = { edge_length = 0.5, ";
  refused(head(3) + mesh + "rest_file = \"a.vtk\" }\n", "rest_file is for meshes from a file");
  refused(head(3) + mesh + "pieces = 100, gap = 0.01 }\n", "100 pieces cannot be made of 48 elements");
  refused(head(3) + mesh + "pieces = 10 }\n", "pieces need a gap");
  refused(head(3) + mesh + "pieces = 10, gap = 0.2 }\n", "more than a fifth of an edge, 0.5 m");
  refused(head(3) + mesh + "start_map = [\"-x\", \"y\", \"z\"] }\n",
          "has turned inside out at the start; change start_map");
  const TemporaryFolder folder;
  const std::string both = "[[bodies]]\nmaterial = \"rubber\"\nmesh = { file = \"" +
                           tetrahedron(folder, "one.vtk", "1") + "\", rest_file = \"" + folder / "no.vtk" +
                           "\"";
  refused(head(3) + both + " }\n", "no.vtk\": it cannot be read");
  refused(head(3) + both + ", start_map = [\"x\", \"y\", \"z\"] }\n", "give one of them");
  std::string other = head(3, "embedding") + kRope;
  const std::string grid = "transfer = \"asflip\"\ncell_size = 0.1\n";
  refused(other.erase(other.find(grid), grid.size()), "knows no strands");
}

}  // namespace froth

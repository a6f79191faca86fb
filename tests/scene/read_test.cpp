// SPDX-License-Identifier: Apache-2.0
// What a valid scene becomes: fields, defaults, units, overrides, quality, and the text that repeats the run.
#include <cmath>
#include <cstring>
#include <numbers>

#include "sample_scene.h"

namespace froth {

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Fields that differ between two scenes, by exact comparison.
std::string differences(const Scene& a, const Scene& b) {
  std::string out;
  const auto check = [&](bool same, const std::string& what) { out += same ? "" : what + " "; };
  check(a.gravity == b.gravity, "gravity");
  check(a.end_time == b.end_time && a.frame_rate == b.frame_rate && a.seed == b.seed, "times");
  check(a.solver.cell_size == b.solver.cell_size && a.solver.dt == b.solver.dt, "solver");
  check(a.domain.min == b.domain.min && a.domain.max == b.domain.max, "domain");
  check(a.materials.size() == b.materials.size() && a.bodies.size() == b.bodies.size(), "counts");
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    const MaterialSpec &m = a.materials[i], &n = b.materials[i];
    check(m.name == n.name && m.model == n.model && m.density == n.density, m.name);
    for (const char* key : {"youngs_modulus", "bulk_modulus", "viscosity", "poisson_ratio"})
      if (m.law.has(key)) check(m.law.real(key) == n.law.real(key), m.name + "." + key);
  }
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const Bounds p = a.bodies[i].shape.bounds(), q = b.bodies[i].shape.bounds();
    check(p.min == q.min && p.max == q.max, "shape");
    check(a.bodies[i].velocity.constant == b.bodies[i].velocity.constant, "velocity");
    check(a.bodies[i].particles_per_cell == b.bodies[i].particles_per_cell, "particles_per_cell");
  }
  check(a.obstacles.colliders.size() == b.obstacles.colliders.size(), "colliders");
  check(a.render.particle_radius == b.render.particle_radius && a.render.eye == b.render.eye, "render");
  return out;
}

}  // namespace

// Oracle: the sample as written, and the defaults of the reference page.
TEST_CASE("a scene has the values of its file and the defaults for the rest") {
  const Scene scene = read_sample(kSample);
  CHECK(scene.name == "sample");
  CHECK(scene.title == "Sand and jelly");
  CHECK(scene.dimension == 3);
  CHECK(scene.gravity == Vec3<double>{0, -9.81, 0});
  CHECK(scene.frame_count() == 90);
  CHECK(scene.solver.transfer_name == "flip");
  CHECK(scene.solver.transfer.flip_ratio == 0.95);
  CHECK(scene.solver.dt == 0);
  CHECK(scene.solver.cfl == 0.4);
  REQUIRE(scene.materials.size() == 2);
  CHECK(scene.materials[0].name == "sand");  // file order, not the alphabet's
  CHECK(scene.materials[0].law.real("poisson_ratio") == 0.3);
  REQUIRE(scene.bodies.size() == 2);
  CHECK(scene.bodies[0].name == "body_0");
  CHECK(scene.bodies[0].material == 1);
  CHECK(scene.bodies[0].particles_per_cell == 8);
  CHECK(scene.bodies[0].velocity.constant == Vec3<double>{1, 0, 0});
  CHECK(scene.bodies[1].particles_per_cell == 4);
  CHECK(scene.bodies[1].jitter == 0.5);
}

// Oracle: points chosen by hand inside and outside; the cylinder's axis has length 2 but its height is 0.2.
TEST_CASE("shapes are where the file puts them") {
  const Scene scene = read_sample(kSample);
  const Shape& column = scene.bodies[1].shape;
  CHECK(column.signed_distance({0.6, 0.19, 0.2}) < 0);
  CHECK(column.signed_distance({0.6, 0.21, 0.2}) > 0);
  CHECK(column.signed_distance({0.71, 0.1, 0.2}) > 0);

  const std::string box = "shape = { box = { min = [0.1, 0.1, 0.1], max = [0.3, 0.2, 0.2] } }";
  // Scaled by 2 to [0, 2]^3 minus the ball, turned about z by 90 degrees to x in [-2, 0], then moved up by 1.
  const Scene turned = read_sample(sample_with(
      box,
      "shape = { difference = [{ box = { min = [0, 0, 0], max = [1, 1, 1] } }, { sphere = { center = [1, 1, "
      "1], "
      "radius = 0.5 } }], transform = { scale = 2, rotate = { axis = [0, 0, 3], angle = 90 }, translate = "
      "[0, 1, 0] } }"));
  const Shape& shape = turned.bodies[0].shape;
  CHECK(shape.signed_distance({-0.1, 1.1, 0.1}) < 0);
  CHECK(shape.signed_distance({0.1, 1.1, 0.1}) > 0);
  CHECK(shape.signed_distance({-0.1, 2.9, 0.1}) < 0);
  CHECK(shape.signed_distance({-1.9, 2.9, 1.9}) > 0);  // bitten off
}

// Oracle: the definition of the domain: x repeats, y and z have two walls each, solid outside.
TEST_CASE("walls of the domain are half-spaces after the file's colliders") {
  const Scene scene = read_sample(kSample);
  REQUIRE(scene.obstacles.colliders.size() == 5);
  CHECK(!scene.obstacles.colliders[0].is_wall);
  for (std::size_t i = 1; i < 5; ++i) {
    CHECK(scene.obstacles.colliders[i].is_wall);
    CHECK(scene.obstacles.colliders[i].contact.kind == ContactKind::Slip);
    CHECK(scene.obstacles.colliders[i].shape.signed_distance({0.6, 0.4, 0.2}) > 0);
  }
  CHECK(scene.obstacles.colliders[1].shape.signed_distance({0.6, -0.1, 0.2}) ==
        doctest::Approx(-0.1).scale(0));
  CHECK(scene.obstacles.colliders[2].shape.signed_distance({0.6, 0.9, 0.2}) ==
        doctest::Approx(-0.1).scale(0));
  CHECK(scene.domain.is_periodic[0]);
  CHECK(!scene.domain.is_bounded[0]);
  CHECK(scene.domain.is_bounded[2]);
}

// Oracle: v = w x (x - center) by hand; degrees are radians times 180 / pi.
TEST_CASE("velocities and motions") {
  const Scene scene = read_sample(sample_with(
      "{ constant = [1, 0, 0] }", "{ rotating = { center = [1, 0, 0], axis = [0, 0, 5], rate = 2 } }"));
  const VelocityField& field = scene.bodies[0].velocity;
  const Vec3<double> v = field.constant + field.gradient * (Vec3<double>{2, 0, 0} - field.center);
  CHECK(v == Vec3<double>{0, 2, 0});
  const Motion& motion = scene.obstacles.colliders[0].motion;
  REQUIRE(motion.keyframes.size() == 2);
  CHECK(motion.keyframes[1].angle == doctest::Approx(std::numbers::pi / 2));
  CHECK(motion.axis == Vec3<double>{0, 0, 1});
}

// Oracle: the same scene typed twice. cgs: 1 m = 100 cm, 1 kg/m^3 = 1e-3 g/cm^3, 1 Pa = 10 dyn/cm^2. All
// numbers below are exact in cgs, so one correctly rounded division gives the very doubles that SI has.
TEST_CASE("a cgs scene is the SI scene, field by field") {
  const char* si = R"([scene]
gravity = [0, -9.81, 0.5]
end_time = 1
frame_rate = 24
[solver]
cell_size = 0.02
[domain]
min = [-0.5, 0, -1]
max = [0.5, 1.23, 1]
[materials.water]
model = "liquid"
density = 997
bulk_modulus = 1.5e5
viscosity = 0.7
[materials.jelly]
model = "neo_hookean"
density = 1100
youngs_modulus = 12345
[[bodies]]
material = "water"
shape = { box = { min = [0.01, 0.02, 0.03], max = [0.29, 0.37, 0.41] } }
velocity = { constant = [0.55, -0.01, 0] }
[render]
eye = [1.5, 1, 2]
)";
  const char* cgs = R"([scene]
units = "cgs"
gravity = [0, -981, 50]
end_time = 1
frame_rate = 24
[solver]
cell_size = 2
[domain]
min = [-50, 0, -100]
max = [50, 123, 100]
[materials.water]
model = "liquid"
density = 0.997
bulk_modulus = 1.5e6
viscosity = 7
[materials.jelly]
model = "neo_hookean"
density = 1.1
youngs_modulus = 123450
[[bodies]]
material = "water"
shape = { box = { min = [1, 2, 3], max = [29, 37, 41] } }
velocity = { constant = [55, -1, 0] }
[render]
eye = [150, 100, 200]
)";
  CHECK(differences(read_sample(si), read_sample(cgs)) == "");
  // A default is SI whatever the scene's units.
  CHECK(read_sample("[scene]\nunits = \"cgs\"\n" + kSample.substr(8)).gravity == Vec3<double>{0, -9.81, 0});
}

// Oracle: the definition of an override; each is compared with the scene that has the value typed in.
TEST_CASE("overrides set values of any type, at any depth") {
  const Scene scene = read_sample(
      kSample,
      {.overrides = {"solver.cell_size=0.02", "solver.transfer=nflip", "bodies.1.particles_per_cell = 2",
                     "bodies.0.velocity.constant=[0, 3, 0]", "scene.title=\"a = b\"", "render.ground=false",
                     "materials.sand.friction_angle=20"}});
  CHECK(scene.solver.cell_size == 0.02);
  CHECK(scene.solver.transfer_name == "nflip");
  CHECK(scene.bodies[1].particles_per_cell == 2);
  CHECK(scene.bodies[0].velocity.constant == Vec3<double>{0, 3, 0});
  CHECK(scene.title == "a = b");
  CHECK(!scene.render.ground);
  CHECK(scene.materials[0].law.real("friction_angle") == 20);
}

// Oracle: what a sweep over schemes needs: numbers of the scene's own scheme do not stand in the way of
// another, while those typed beside it are still checked.
TEST_CASE("another scheme on the command line drops what it has no use for") {
  const std::string text = sample_with("flip_ratio = 0.95", "flip_ratio = 0.9\nbeta_max = 0.5");
  const auto with = [&](const std::vector<std::string>& more) {
    return read_sample(text, {.overrides = more}).solver.transfer;
  };
  CHECK(with({"solver.transfer=asflip"}).beta_max == 0.5);
  CHECK(with({"solver.transfer=asflip"}).flip_ratio == 0.9);
  CHECK(with({"solver.transfer=nflip"}).beta_max == 1);
  CHECK(with({"solver.transfer=nflip"}).flip_ratio == 0.9);
  CHECK(with({"solver.transfer=apic"}).flip_ratio == 0);
  const ReadOptions typed{.overrides = {"solver.beta_max=0.5", "solver.transfer=apic"}};
  CHECK(contains(complaint(text, typed), "beta_max has no meaning"));
}

// Oracle: the form `--set a.b=c: ...` of the design, and the rule each override breaks.
TEST_CASE("overrides report as they were typed") {
  const auto says = [](const std::string& assignment, const std::string& words) {
    const std::string message = complaint(kSample, {.overrides = {assignment}});
    CAPTURE(message);
    CHECK(message.substr(0, assignment.size() + 8) == "--set " + assignment + ": ");
    CHECK(contains(message, words));
  };
  says("solver.cellsize=1", "did you mean \"cell_size\"?");
  says("solver.cell_size=-1", "must be positive");
  says("solver.cell_size=big", "needs a number [m], not the text \"big\"");
  says("bodies.7.jitter=0", "no element 7 in a list of 2");
  says("bodies.first.jitter=0", "have numbers");
  says("solver.cell_size.x=1", "which has no \"x\"");
  says("solver.cell_size", "path.to.key=value");
  says("solver..x=1", "empty part");
  says("scene.title=two words", "put text in quotes");
  says("scene.title=1\nx=2", "put text in quotes");
  says("bodies.0.material=snad", "did you mean \"sand\"?");
  says("quality.smoke.scene.end_time=1", "--quality");
}

// Oracle: halves and the limit of samples, written down by hand.
TEST_CASE("smoke draws small pictures unless it says how") {
  const auto size_of = [](const std::string& text, const ReadOptions& options) {
    const RenderSpec render = read_sample(text, options).render;
    return std::vector{render.width, render.height, render.samples};
  };
  using Size = std::vector<int>;
  const std::string strip = kSample + "[render]\nwidth = 601\nheight = 20\nsamples = 4\n";
  const std::string own = kSample + "[quality.smoke.render]\n";
  CHECK(size_of(kSample, {}) == Size{960, 540, 32});
  CHECK(size_of(kSample, {.quality = "draft"}) == Size{960, 540, 32});
  CHECK(size_of(kSample, {.quality = "smoke"}) == Size{480, 270, 6});
  CHECK(size_of(strip, {.quality = "smoke"}) == Size{300, 20, 4});  // less than 16 pixels is no picture
  CHECK(size_of(own + "samples = 9\n", {.quality = "smoke"}) == Size{480, 270, 9});
  CHECK(size_of(own + "width = 500\n", {.quality = "smoke"}) == Size{500, 540, 6});
  CHECK(size_of(kSample, {.overrides = {"render.width=700"}, .quality = "smoke"}) == Size{700, 270, 6});
  // The text that repeats the run has the same pictures, and is halved only once.
  const Scene smoke = read_sample(kSample, {.quality = "smoke"});
  CHECK(size_of(smoke.resolved_text, {}) == Size{480, 270, 6});
}

// Oracle: the sample's quality tables; what a level does not mention stays.
TEST_CASE("a quality level is merged over the scene") {
  const Scene smoke = read_sample(kSample, {.quality = "smoke"});
  CHECK(smoke.end_time == 0.1);
  CHECK(smoke.bodies[1].particles_per_cell == 1);
  CHECK(smoke.bodies[1].name == "column");
  CHECK(smoke.solver.cell_size == 0.01);
  CHECK(read_sample(kSample, {.quality = "draft"}).solver.cell_size == 0.02);
  // An override has the last word.
  CHECK(read_sample(kSample, {.overrides = {"scene.end_time=9"}, .quality = "smoke"}).end_time == 9);
}

// Oracle: places counted by hand; levels are checked whether they are chosen or not.
TEST_CASE("quality levels are checked like the scene") {
  const std::string missing = complaint(kSample, {.quality = "paper"});
  CHECK(contains(missing, "--quality paper: "));
  CHECK(contains(missing, "smoke, draft"));
  const auto says = [](const std::string& from, const std::string& to, const std::string& place,
                       const std::string& words) {
    const std::string message = complaint(sample_with(from, to));
    CAPTURE(message);
    CHECK(contains(message, "sample.toml:" + place + ": "));
    CHECK(contains(message, words));
  };
  says("scene.end_time = 0.1", "scene.end_tme = 0.1", "47:7", "did you mean \"end_time\"?");
  says("bodies.1.p", "bodies.5.p", "48:8", "no element 5");
  says("cell_size = 0.02", "cell_size = -2", "51:13", "must be positive");
  says("[quality.smoke]", "[quality.smok]", "46:10", "did you mean \"smoke\"?");
  says("[quality.smoke]", "[quality.smoke]\nquality.draft.x = 1", "47:1", "cannot be changed from here");
}

// Oracle: reading is a projection: reading what was resolved must change nothing, in text or in values.
TEST_CASE("the resolved text repeats the run and resolves to itself") {
  for (const std::string units : {"", "units = \"cgs\"\n"})
    for (const std::string quality : {"", "smoke"}) {
      // An awkward number, an awkward name and an empty list must survive.
      std::string text =
          sample_with("title = \"Sand and jelly\"", units + "title = \"q\\\"\\\\ \\t\\u0001 é\"");
      text.replace(text.find("0.95"), 4, "0.12345678901234568");
      text.replace(text.find("[materials.jelly]"), 17, "[materials.\"the jelly\"]");
      text.replace(text.find("\"jelly\""), 7, "\"the jelly\"");
      const Scene first = read_sample(text, {.overrides = {"solver.max_dt=1e-5"}, .quality = quality});
      const Scene second = read_sample(first.resolved_text);
      CHECK(second.resolved_text == first.resolved_text);
      CHECK(differences(first, second) == "");
      CHECK(first.title == second.title);
      CHECK(second.solver.max_dt == 1e-5);
      CHECK(second.solver.transfer.flip_ratio == 0.12345678901234568);
      CHECK(!contains(first.resolved_text, "quality"));
      CHECK(contains(first.resolved_text, "poisson_ratio = 0.3"));
    }
}

}  // namespace froth

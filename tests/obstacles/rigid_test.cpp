// SPDX-License-Identifier: Apache-2.0
// Rigid bodies alone, without material: closed forms of mechanics, conserved quantities, and Euler's
// equations integrated by someone else.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/obstacles/rigid_contacts.h>

using namespace froth;

namespace {

using V = Vec3<double>;
constexpr double kG = 9.81;

Collider solid(const char* name, Shape shape, std::optional<RigidSpec> rigid = {}) {
  Collider collider;
  collider.name = name, collider.shape = std::move(shape), collider.rigid = rigid;
  return collider;
}

struct World {
  std::vector<Collider> colliders;
  V gravity{};
  int dimension = 3;
  RigidBodies rigid{colliders, dimension};
  double time = 0, load_work = 0, boundary_work = 0;

  void step(double dt) {
    rigid.accelerate([&](const V&) { return gravity; }, dt, 1);
    boundary_work += rigid.collide(colliders, std::span<const TouchingMass>{}, time, dt, norm(gravity));
    load_work += rigid.move(dt);
    time += dt;
  }
  void run(double until, double dt) {
    const int steps = static_cast<int>(std::lround((until - time) / dt));
    for (int k = 0; k < steps; ++k) step(dt);
  }
  const RigidBody& body(std::size_t b = 0) const { return rigid.bodies()[b]; }
};

double largest(const Mat3<double>& a) {
  double most = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(a(r, c)));
  return most;
}

Mat3<double> diagonal(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

}  // namespace

// Oracle: closed forms. Boxes and spheres to rounding; others by sums over 96 cells along the longest side
// (512 in the plane), whose error is a share of a cell on the surface: half a percent.
TEST_CASE("Mass, centre and inertia of shapes are those of the closed forms") {
  const RigidMass box = rigid_mass(Shape::box({1, 2, 3}, {1.2, 2.4, 3.1}), 500, 3);
  CHECK(box.mass == doctest::Approx(500 * 0.2 * 0.4 * 0.1).epsilon(1e-13));
  CHECK(norm(box.center - V{1.1, 2.2, 3.05}) < 1e-13);
  CHECK(largest(box.inertia - box.mass / 12 * diagonal(0.16 + 0.01, 0.04 + 0.01, 0.04 + 0.16)) <
        1e-13 * box.mass);
  const Mat3<double> turn = rotation({0, 0, 1}, 0.7);
  const RigidMass turned =
      rigid_mass(Shape::box({-1, -2, -3}, {1, 2, 3}).transformed(turn, {5, 0, 0}, 1), 1, 3);
  CHECK(largest(turned.inertia - turn * (48.0 / 3 * diagonal(13, 10, 5)) * transpose(turn)) < 1e-11);
  CHECK(norm(turned.center - V{5, 0, 0}) < 1e-13);
  const RigidMass ball = rigid_mass(Shape::sphere({0, 1, 0}, 0.3), 1000, 3);
  CHECK(ball.mass == doctest::Approx(1000 * 4.0 / 3 * std::numbers::pi * 0.027).epsilon(1e-13));
  CHECK(ball.inertia(1, 1) == doctest::Approx(0.4 * ball.mass * 0.09).epsilon(1e-13));

  const RigidMass egg = rigid_mass(Shape::ellipsoid({0, 0, 0}, {0.3, 0.2, 0.1}), 1000, 3);
  CHECK(egg.mass == doctest::Approx(1000 * 4.0 / 3 * std::numbers::pi * 0.006).epsilon(5e-3));
  CHECK(egg.inertia(0, 0) == doctest::Approx(egg.mass / 5 * 0.05).epsilon(5e-3));
  CHECK(egg.inertia(2, 2) == doctest::Approx(egg.mass / 5 * 0.13).epsilon(5e-3));

  const RigidMass sheet = rigid_mass(Shape::box({0, 0, -kUnbounded}, {2, 1, kUnbounded}), 10, 2);
  CHECK(sheet.mass == doctest::Approx(20).epsilon(1e-12));
  CHECK(sheet.inertia(2, 2) == doctest::Approx(20.0 / 12 * 5).epsilon(1e-10));
  const RigidMass triangle =
      rigid_mass(Shape::prism({{0, 0}, {3, 0}, {0, 3}}, -kUnbounded, kUnbounded), 2, 2);
  CHECK(triangle.mass == doctest::Approx(9).epsilon(5e-3));
  CHECK(norm(triangle.center - V{1, 1, 0}) < 5e-3);
}

// Oracle: Euler's equations I w' = L x w in the body's frame, by the classical Runge-Kutta method with steps
// a tenth as long; angular momentum and energy, which a free body keeps. The middle axis is the unstable one.
TEST_CASE("A free asymmetric top keeps angular momentum and energy, and turns as Euler's equations say") {
  const V w0{0.1, 4, 0.2};
  const auto end_of = [&](double dt) {
    World world{{solid("top", Shape::box({-0.1, -0.2, -0.3}, {0.1, 0.2, 0.3}),
                       RigidSpec{1000, {1, 2, 3}, w0, 0, 0})}};
    const RigidBody start = world.body();
    double worst = 0;
    while (world.time < 3 - dt / 2) {
      world.step(dt);
      worst = std::max(worst, std::abs(world.body().kinetic_energy() / start.kinetic_energy() - 1));
    }
    CHECK(norm(world.body().spin - start.spin) <= 1e-15 * norm(start.spin));
    CHECK(norm(world.body().momentum - start.momentum) == 0);
    CHECK(norm(world.body().center - V{3, 6, 9}) < 1e-12);
    CHECK(worst < 0.5 * dt * dt * 16);  // w^2 dt^2, the truncation of the middle's angular velocity
    return transpose(matrix_of(world.body().turn)) * angular(world.body().velocity());
  };
  const Mat3<double> I = rigid_mass(Shape::box({-0.1, -0.2, -0.3}, {0.1, 0.2, 0.3}), 1000, 3).inertia;
  const auto rate = [&](const V& w) {
    const V L{I(0, 0) * w[0], I(1, 1) * w[1], I(2, 2) * w[2]}, torque = cross(L, w);
    return V{torque[0] / I(0, 0), torque[1] / I(1, 1), torque[2] / I(2, 2)};
  };
  V w = w0;
  const double h = 1e-4;
  for (int k = 0; k < 30000; ++k) {
    const V a = rate(w), b = rate(w + 0.5 * h * a), c = rate(w + 0.5 * h * b), d = rate(w + h * c);
    w += (h / 6) * (a + 2.0 * b + 2.0 * c + d);
  }
  const double coarse = norm(end_of(4e-3) - w), fine = norm(end_of(2e-3) - w);
  CHECK(norm(w - w0) > 0.5);  // it has tumbled
  CHECK(fine < 0.02 * norm(w));
  CHECK(coarse / fine == doctest::Approx(4).epsilon(0.15));  // second order
}

// Oracle: Coulomb's closed form. A box slides down a slope at g (sin a - mu cos a), or stays where tan a <
// mu. A step is semi-implicit, so that the way is off by half of a step's: a dt t / 2.
TEST_CASE("A box on a slope sticks below the angle of friction, and slides above it as Coulomb says") {
  for (const int dimension : {2, 3})
    for (const double mu : {0.0, 0.3, 0.62, 0.66}) {
      CAPTURE(dimension);
      CAPTURE(mu);
      const double angle = std::atan(0.64), dt = 1e-3, depth = dimension == 2 ? kUnbounded : 0.1;
      const V n{-std::sin(angle), std::cos(angle), 0}, down{-std::cos(angle), -std::sin(angle), 0};
      const Shape box = Shape::box({-0.2, 0, -depth}, {0.2, 0.1, depth});
      World world{
          {solid("slope", Shape::half_space({0, 0, 0}, n)),
           solid("box", box.transformed(rotation({0, 0, 1}, angle), {}, 1), RigidSpec{700, {}, {}, mu, 0.5})},
          {0, -kG, 0},
          dimension};
      const V start = world.body().center;
      world.run(0.5, dt);
      const V way = world.body().center - start;
      const double a = std::max(0.0, kG * (std::sin(angle) - mu * std::cos(angle)));
      CHECK(dot(way, down) == doctest::Approx(0.125 * a + 0.25 * a * dt).epsilon(1e-6).scale(1e-3));
      CHECK(std::abs(dot(way, n)) < 1e-9);
      CHECK(norm(angular(world.body().velocity())) < 1e-6);
    }
}

// Oracle: the definition of restitution, speed after over speed before the impact, to a step's gravity.
TEST_CASE("A sphere bounces by its restitution, and then rests without sinking") {
  for (const double e : {0.0, 0.5, 0.8, 1.0}) {
    World world{{solid("floor", Shape::half_space({0, 0, 0}, {0, 1, 0})),
                 solid("ball", Shape::sphere({0, 1, 0}, 0.1), RigidSpec{500, {0.3, 0, 0}, {}, 0, e})},
                {0, -kG, 0}};
    const double dt = 1e-3;
    double before = 0, after = 0;
    while (world.time < 1 && after == 0) {
      const double v = world.body().momentum[1];
      world.step(dt);
      if (world.body().momentum[1] >= 0 || std::abs(world.body().momentum[1]) < 0.5 * std::abs(v)) {
        before = v - dt * kG * world.body().mass.mass;
        after = std::max(world.body().momentum[1], 1e-300);
      }
    }
    if (e > 0)
      CHECK(before / world.body().mass.mass == doctest::Approx(-std::sqrt(2 * kG * 0.9)).epsilon(5e-3));
    if (e > 0) CHECK(after / -before == doctest::Approx(e).epsilon(1e-12));
    CHECK(world.body().center[1] > 0.1 - 1e-9);
    if (e == 1) continue;
    world.run(8, dt);
    CHECK(world.body().center[1] == doctest::Approx(0.1).epsilon(1e-6));
    CHECK(std::abs(world.body().momentum[1]) < 1e-9 * world.body().mass.mass);
  }
}

// Oracle: rest is rest: a tower of five boxes, unequal, stays for four seconds; an overhang beyond the middle
// falls.
TEST_CASE("A tower stands without jitter and without sinking, and what overhangs falls") {
  std::vector<Collider> colliders{solid("floor", Shape::half_space({0, 0, 0}, {0, 1, 0}))};
  for (int k = 0; k < 5; ++k)
    colliders.push_back(solid(("box" + std::to_string(k)).c_str(),
                              Shape::box({-0.1, 0.1 * k, -0.1}, {0.1, 0.1 * (k + 1), 0.1}),
                              RigidSpec{400.0 + 300 * (k % 2), {}, {}, 0.5, 0}));
  World tower{colliders, {0, -kG, 0}};
  tower.run(4, 2e-3);
  for (std::size_t k = 0; k < 5; ++k) {
    CAPTURE(k);
    CHECK(norm(tower.body(k).center - V{0, 0.05 + 0.1 * double(k), 0}) < 1e-3 * 0.1);
    CHECK(norm(linear(tower.body(k).velocity())) < 1e-6);
    CHECK(norm(angular(tower.body(k).velocity())) < 1e-5);
  }
  for (const double overhang : {0.09, 0.11}) {
    World edge{{solid("table", Shape::box({-1, -1, -1}, {0, 0, 1})),
                solid("box", Shape::box({overhang - 0.2, 0, -0.1}, {overhang, 0.1, 0.1}),
                      RigidSpec{400, {}, {}, 0.5, 0})},
               {0, -kG, 0}};
    edge.run(1.5, 2e-3);
    CHECK((edge.body().center[1] < -0.1) == (overhang > 0.1));
  }
}

// Oracle: conserved quantities. Two boxes that meet off-centre keep momentum and angular momentum to
// rounding, and lose no energy where restitution is 1 and friction 0, but what the early bounce of several
// corners may give.
TEST_CASE("Bodies that hit each other keep momentum and angular momentum, and gain no energy") {
  for (const int dimension : {2, 3})
    for (const double e : {0.0, 1.0}) {
      const double depth = dimension == 2 ? kUnbounded : 0.1;
      World world{{solid("one", Shape::box({-0.5, -0.1, -depth}, {-0.3, 0.1, depth}),
                         RigidSpec{800, {2, 0.1, 0}, {0, 0, 1}, 0.4 * (1 - e), e}),
                   solid("two", Shape::box({0.3, 0.0, -depth}, {0.6, 0.3, depth}),
                         RigidSpec{500, {-1, 0, 0}, {0, 0, -2}, 0.2 * (1 - e), e})},
                  {},
                  dimension};
      const RigidBodies::Sums before = world.rigid.sums({});
      const double spin = world.body().spin[2];
      world.run(0.6, 1e-3);
      const RigidBodies::Sums after = world.rigid.sums({});
      CHECK(norm(after.momentum - before.momentum) < 1e-12 * before.absolute_momentum);
      CHECK(norm(after.angular - before.angular) < 1e-3 * norm(before.angular));
      CHECK(std::abs(world.body().spin[2] - spin) > 0.01 * std::abs(spin));  // they did meet
      CHECK(after.kinetic < before.kinetic * (1 + 1e-9));
      if (e == 0) CHECK(after.kinetic < 0.95 * before.kinetic);
    }
}

// Oracle: what a belt does to a box that rests on it: friction drags it to the belt's speed, and the belt's
// work is friction times the way of its surface: m v^2, half of it heat.
TEST_CASE("A conveyor belt drags a box along, and its work is counted") {
  Collider belt = solid("belt", Shape::half_space({0, 0, 0}, {0, 1, 0}));
  belt.surface_velocity = {Field(0.6), Field(0.0), Field(0.0)};
  World world{
      {belt, solid("box", Shape::box({-0.1, 0, -0.1}, {0.1, 0.05, 0.1}), RigidSpec{500, {}, {}, 0.3, 0})},
      {0, -kG, 0}};
  world.run(1, 1e-3);
  const double m = world.body().mass.mass;
  CHECK(world.body().momentum[0] / m == doctest::Approx(0.6).epsilon(1e-6));
  CHECK(world.boundary_work == doctest::Approx(m * 0.36).epsilon(1e-6));
}

// Oracle: a saved state goes on with the same bits.
TEST_CASE("A saved rigid body goes on as the one that was not saved") {
  const std::vector<Collider> colliders{solid("floor", Shape::half_space({0, 0, 0}, {0, 1, 0})),
                                        solid("box", Shape::box({-0.1, 0.3, -0.1}, {0.1, 0.5, 0.2}),
                                              RigidSpec{500, {0.2, 0, 0}, {3, 1, 2}, 0.3, 0.4})};
  World one{colliders, {0, -kG, 0}}, two{colliders, {0, -kG, 0}};
  one.run(0.2, 1e-3);
  BinaryWriter out;
  one.rigid.save(out);
  BinaryReader in(out.buffer());
  two.rigid.load(in);
  two.time = one.time;
  one.run(0.6, 1e-3), two.run(0.6, 1e-3);
  CHECK(one.body().center == two.body().center);
  CHECK(one.body().spin == two.body().spin);
}

// Oracle: what has no mass cannot move.
TEST_CASE("A half-space cannot be a rigid body") {
  CHECK_THROWS_AS(
      RigidBodies({solid("floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), RigidSpec{1, {}, {}, 0, 0})}, 3),
      InputError);
}

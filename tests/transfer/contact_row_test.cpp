// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

#include <froth/base/random.h>
#include <froth/transfer/contact_row.h>

using namespace froth;
using V = Vec3<double>;

namespace {

constexpr double kTouch = 1e-3;

V random_vector(std::uint64_t place, std::uint32_t index) {
  const Vec<4, double> u = uniform4({7, Purpose::Test}, place, 0, index);
  return {2 * u[0] - 1, 2 * u[1] - 1, 2 * u[2] - 1};
}

/// A plane near the origin, in turns still, running along itself, and moving and turning.
struct TestPlane {
  V point, normal, linear{}, angular{}, surface{};

  explicit TestPlane(std::uint64_t place)
      : point(0.1 * random_vector(place, 0)), normal(random_vector(place, 1)) {
    normal = normal / norm(normal);
    if (place % 3 > 0) surface = random_vector(place, 2);
    if (place % 3 > 1) linear = random_vector(place, 3), angular = random_vector(place, 4);
  }
  Collider collider(const ContactRule& rule) const {
    Collider c{.name = "plane", .shape = Shape::half_space(point, normal), .motion = {}, .contact = rule};
    for (int d = 0; d < 3; ++d) c.surface_velocity[static_cast<std::size_t>(d)] = Field(surface[d]);
    if (dot(linear, linear) > 0) c.motion.spin = 1;  // only so that it counts as moving: the pose is given
    return c;
  }
  Pose pose() const {
    Pose p;
    p.linear = linear, p.angular = angular;
    return p;
  }
  V velocity(const V& x) const {
    return linear + cross(angular, x) + surface - dot(surface, normal) * normal;
  }
};

/// The rules of docs/architecture.md for one node, each as a branch.
V after_contact(const ContactRule& rule, const V& v, const V& v_plane, const V& n) {
  if (rule.kind == ContactKind::Sticky) return v_plane;
  const double normal = dot(v - v_plane, n);
  if (rule.kind == ContactKind::Separating && normal >= 0) return v;
  const V tangential = v - v_plane - normal * n;
  const double speed = norm(tangential);
  const double taken = rule.kind == ContactKind::Separating ? rule.friction * -normal : 0;
  if (taken >= speed) return v_plane;
  return v_plane + (speed - taken) / speed * tangential;
}

/// Compares one row with the rules; returns how many of its nodes touch the plane.
template <int Dim, class Real>
int compare_row(std::uint64_t place, const ContactRule& rule) {
  const TestPlane plane(place);
  const Collider collider = plane.collider(rule);
  const PosedCollider posed(collider, plane.pose(), plane.pose(), 0);
  REQUIRE(posed.is_plane());
  const V first = lift(drop<Dim>(0.3 * random_vector(place, 5)));
  Lanes<Real, 4> nodes[4], before[4];
  Vec3<RowReal> x = first.cast<RowReal>();
  for (int k = 0; k < 4; ++k) {
    x[Dim - 1].v[k] = first[Dim - 1] + 0.1 * k;
    const Real mass = (place + std::uint64_t(k)) % 5 == 0 ? Real(0) : Real(0.5 + k);  // some are empty
    const V v = random_vector(place, 6 + std::uint32_t(k));
    nodes[k] = before[k] = lanes_of(drop<Dim>(v).template cast<Real>(), mass);
  }
  const RowReal work = contact_row<Dim, Real>(posed, x, kTouch, nodes);

  // Numbers are about 1: in double a dozen roundings of them, and then one to Real.
  const double few = 32 * std::numeric_limits<double>::epsilon();
  const double tolerance = few + 2 * double(std::numeric_limits<Real>::epsilon());
  int touching = 0;
  for (int k = 0; k < 4; ++k) {
    const V at{x[0][k], x[1][k], x[2][k]};
    const V v = lift(vec_of<Dim, Real>(before[k])).template cast<double>(), v_plane = plane.velocity(at);
    const double mass = double(before[k][3]);
    const bool touches = dot(at - plane.point, plane.normal) <= kTouch && mass > 0;
    const V expected = touches ? after_contact(rule, v, v_plane, plane.normal) : v;
    for (int d = 0; d < Dim; ++d)
      CHECK(std::abs(double(nodes[k][d]) - expected[d]) <= (touches ? tolerance : 0.0));
    CHECK(double(nodes[k][3]) == mass);
    CHECK(std::abs(work[k] - (touches ? mass * dot(expected - v, v_plane) : 0.0)) <= 8 * few);
    touching += touches;
  }
  return touching;
}

template <int Dim, class Real>
void compare_rows() {
  for (const ContactRule rule : {ContactRule{ContactKind::Sticky, 0},
                                 ContactRule{ContactKind::Slip, 0},
                                 ContactRule{ContactKind::Separating, 0},
                                 ContactRule{ContactKind::Separating, 0.3},
                                 {ContactKind::Separating, 2}}) {
    int touching = 0;
    for (std::uint64_t place = 0; place < 300; ++place) touching += compare_row<Dim, Real>(place, rule);
    CHECK(touching > 300);  // of 1200 nodes: neither none nor all
    CHECK(touching < 900);
  }
}

}  // namespace

// Oracle: the rules of contact for one node at a time, written out with branches, at random nodes and planes.
TEST_CASE("a row of nodes meets a plane as its nodes do one by one") {
  compare_rows<3, float>();
  compare_rows<3, double>();
  compare_rows<2, float>();
  compare_rows<2, double>();
}

// Oracle: 0 / 0. A node that moves straight into the floor has no tangential direction, one at rest on it not
// even a normal speed; neither may become not-a-number.
TEST_CASE("a row without tangential motion stops") {
  const Collider floor{"floor", Shape::half_space({}, {0, 1, 0}), {}, {ContactKind::Separating, 0.3}};
  const PosedCollider posed(floor, Pose{}, Pose{}, 0);
  Lanes<float, 4> nodes[4] = {{0, -1, 0, 1}, {0, 0, 0, 1}, {0, -1e-30f, 0, 1}, {0, 1, 0, 1}};
  const RowReal work = contact_row<3, float>(posed, V{}.cast<RowReal>(), kTouch, nodes);
  for (int k = 0; k < 4; ++k) {
    for (int d = 0; d < 3; ++d) CHECK(nodes[k][d] == (k == 3 && d == 1 ? 1.0f : 0.0f));
    CHECK(work[k] == 0);
  }
}

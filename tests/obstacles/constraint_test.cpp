// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/obstacles/constraint.h>

#include "support/random_values.h"

using namespace froth;
using namespace froth::test;
using V = Vec3<double>;

namespace {

V random_vector(Rng& rng) { return {rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2)}; }
V random_unit(Rng& rng) {
  const V v = random_vector(rng);
  return v / norm(v);
}

}  // namespace

// Oracle: the change of velocity that contact.h makes, for every rule and random nodes: what is prescribed
// and active must give the same velocity. Friction is not a constraint, so it is left out.
TEST_CASE("a constraint that is active does what contact does") {
  Rng rng(3);
  for (const ContactKind kind : {ContactKind::Sticky, ContactKind::Slip, ContactKind::Separating})
    for (int trial = 0; trial < 200; ++trial) {
      const V n = random_unit(rng), v = random_vector(rng), surface = random_vector(rng);
      const ContactConstraint<double> constraint = contact_constraint({kind, 0}, surface, n);
      CHECK(constraint.sticks == (kind == ContactKind::Sticky));
      CHECK(constraint.separates == (kind == ContactKind::Separating));
      const bool is_active = !constraint.separates || dot(v - surface, n) < 0;
      PrescribedVelocity<double> prescribed;
      if (is_active) prescribed.prescribe(constraint);
      CHECK(norm(prescribed.apply(v) - resolve_contact({kind, 0}, v, surface, n)) < 1e-14);
    }
}

// Oracle: in the middle of a thin wall there is no normal, and nothing may pass.
TEST_CASE("where there is no normal a node sticks") {
  const ContactConstraint<double> c =
      contact_constraint<double>({ContactKind::Slip, 0}, {1, 2, 3}, {0, 0, 0});
  CHECK(c.sticks);
}

// Oracle: linear algebra. Two walls leave one direction free, three none; the result obeys every wall, and
// what a solve may still do changes none of them. The nearest velocity that obeys is unique: v minus it is a
// sum of normals, so that it has no part along the free direction.
TEST_CASE("several walls") {
  Rng rng(4);
  for (int trial = 0; trial < 200; ++trial) {
    const V n1 = random_unit(rng), n2 = random_unit(rng), n3 = random_unit(rng);
    const double s1 = rng.uniform(-1, 1), s2 = rng.uniform(-1, 1), s3 = rng.uniform(-1, 1);
    const V free = cross(n1, n2);
    if (norm(free) < 0.1 || std::abs(dot(free, n3)) < 0.1) continue;
    PrescribedVelocity<double> walls;
    walls.prescribe(n1, s1);
    walls.prescribe(n1, s1);  // twice is once
    walls.prescribe(n2, s2);
    CHECK(walls.count == 2);
    const V v = random_vector(rng), kept = walls.apply(v), change = walls.project(random_vector(rng));
    CHECK(std::abs(dot(kept, n1) - s1) < 1e-12);
    CHECK(std::abs(dot(kept, n2) - s2) < 1e-12);
    CHECK(std::abs(dot(v - kept, free)) < 1e-12);
    CHECK(std::abs(dot(change, n1)) < 1e-12);
    CHECK(std::abs(dot(change, n2)) < 1e-12);
    walls.prescribe(n3, s3);
    CHECK(walls.count == 3);
    CHECK(std::abs(dot(walls.apply(v), n3) - s3) < 1e-11);
    CHECK(norm(walls.project(v)) < 1e-13);
  }
}

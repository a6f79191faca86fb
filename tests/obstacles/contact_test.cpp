// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/obstacles/contact.h>

using namespace froth;
using V = Vec3<double>;

namespace {
double distance(const V& a, const V& b) { return norm(a - b); }
const V kUp{0, 1, 0};
}  // namespace

// Oracle: the contact rules written out by hand for a floor that moves at (0.5, 1, 0).
TEST_CASE("sticky, slip and separating contact") {
  const V floor{0.5, 1, 0}, hit{2.5, -2, 1}, leave{2.5, 4, 1};
  CHECK(distance(resolve_contact({ContactKind::Sticky, 0}, hit, floor, kUp), floor) == 0);
  CHECK(distance(resolve_contact({ContactKind::Sticky, 0}, leave, floor, kUp), floor) == 0);
  CHECK(distance(resolve_contact({ContactKind::Slip, 0}, hit, floor, kUp), V{2.5, 1, 1}) < 1e-15);
  CHECK(distance(resolve_contact({ContactKind::Slip, 0}, leave, floor, kUp), V{2.5, 1, 1}) < 1e-15);
  CHECK(distance(resolve_contact({ContactKind::Separating, 0}, hit, floor, kUp), V{2.5, 1, 1}) < 1e-15);
  CHECK(distance(resolve_contact({ContactKind::Separating, 0}, leave, floor, kUp), leave) == 0);
}

// Oracle: Coulomb. An impulse of normal part N takes at most mu N off the tangential part, along it.
TEST_CASE("friction takes at most mu times the normal impulse") {
  const V still{}, v{3, -2, 4};  // tangential speed 5
  const V slid = resolve_contact({ContactKind::Separating, 0.5}, v, still, kUp);
  CHECK(distance(slid, V{3 * 0.8, 0, 4 * 0.8}) < 1e-15);  // 5 - 0.5 * 2 = 4 = 0.8 * 5
  CHECK(distance(resolve_contact({ContactKind::Separating, 2.5}, v, still, kUp), still) < 1e-15);
  CHECK(distance(resolve_contact({ContactKind::Separating, 9}, v, still, kUp), still) == 0);
}

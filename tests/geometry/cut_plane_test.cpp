// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/geometry/cut_plane.h>

namespace froth {

namespace {

/// Signed distance beyond the plane: positive where things are cut off.
double beyond(const std::string& text, const Vec3<double>& x) {
  const Plane plane = cut_plane(text);
  return dot(x - plane.point, plane.normal);
}

}  // namespace

// Oracle: distances from planes, by hand; sqrt(2)/2 * (1 + 1) - 0.5 for the oblique one.
TEST_CASE("a cut is typed as an inequality that names what goes") {
  CHECK(beyond("z>0.1", {5, 6, 0.3}) == doctest::Approx(0.2));
  CHECK(beyond("z=0.1", {5, 6, 0.3}) == doctest::Approx(0.2));
  CHECK(beyond("z<0.1", {5, 6, 0.3}) == doctest::Approx(-0.2));
  CHECK(beyond(" x > -2.5 ", {-2, 0, 0}) == doctest::Approx(0.5));
  CHECK(beyond("y<-1e-1", {0, -0.3, 0}) == doctest::Approx(0.2));
  CHECK(beyond("1,0,1>0.5", {1, 7, 1}) == doctest::Approx(std::sqrt(2.0) - 0.5));
  CHECK(beyond("0, -2, 0 < 3", {0, -3.5, 0}) == doctest::Approx(-0.5));
}

// Oracle: what is no plane, by construction; the message shows how to write one.
TEST_CASE("what is no plane is refused with an example") {
  for (const std::string text : {"", "z", "z>", ">1", "w>1", "z>a", "z>1m", "0,0,0>1", "1,2>1", "1,2,3,4>1",
                                 "z>>1", "z>nan", "z>inf", "1,,2>0"}) {
    CAPTURE(text);
    std::string message;
    try {
      cut_plane(text);
    } catch (const InputError& error) {
      message = error.what();
    }
    CHECK(message.find("\"" + text + "\" is no plane") == 0);
    CHECK(message.find("z=0.1") != std::string::npos);
  }
}

}  // namespace froth

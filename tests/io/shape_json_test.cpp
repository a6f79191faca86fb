// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/geometry/motion.h>
#include <froth/io/shape_json.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

/// A ball of radius 1/3, sampled.
Shape sampled_ball(const Vec3<double>& center) {
  DistanceArray array{{-0.5, -0.5, -0.5}, 0.1, 0.15, {11, 11, 11}, {}};
  array.values.resize(11 * 11 * 11);
  for (int k = 0; k < 11; ++k)
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 11; ++i) {
        const Vec3<double> x = array.origin + 0.1 * Vec3<double>{double(i), double(j), double(k)};
        array.values[array.number_of(i, j, k)] = float(std::min(norm(x) - 1.0 / 3, array.margin));
      }
  return Shape::sampled(std::move(array)).transformed(Mat3<double>::identity(), center, 1);
}

/// One of every kind, with numbers that no short decimal is equal to.
std::vector<Shape> all_kinds() {
  const double t = 1.0 / 3;
  const Shape box = Shape::box({-t, -0.1, -kUnbounded}, {0.7 * t, 0.3, kUnbounded});
  const Shape sphere = Shape::sphere({0.1, -0.0, t}, t / 2);
  const Shape star = Shape::prism({{0, 0.1}, {t, 0}, {0.2, 0.5}, {0.1, 0.2}}, -kUnbounded, kUnbounded);
  const Shape ball = sampled_ball({0, 0, 0});
  return {Shape(),
          box,
          sphere,
          Shape::cylinder({0, 0, 0}, {t, 0.1, 0.2}, 0.1),
          Shape::capsule({0, 0, 0}, {t, 0.1, 0.2}, 0.1),
          Shape::half_space({0, t, 0}, {1, 2, 3}),
          Shape::rounded_box({-t, -0.1, -0.2}, {t, 0.3, 0.2}, 0.05),
          Shape::ellipsoid({0, 0.1, 0}, {t, 0.2, kUnbounded}),
          Shape::cone({0, 0, 0}, {t, 0.1, 0.2}, 0.1, 0),
          Shape::torus({0, 0, 0}, {1, 1, 0}, 0.3, 0.1),
          star,
          Shape::prism({{0, 0.1}, {t, 0}, {0.2, 0.5}}, -0.1, t),
          ball,
          Shape::unite({box, sphere, ball}),
          Shape::subtract(box, {sphere, star}),
          Shape::intersect({box, sphere}),
          Shape::unite_smoothly({box, sphere, star}, 0.07),
          sphere.shell(0.02),
          Shape::unite({ball, ball.transformed(rotation({0, 0, 1}, t), {t, 0, 0}, 0.7)})
              .repeated({2, 1, 2}, {0.5, 0, t})
              .transformed(rotation({0.6, 0.8, 0}, 0.4), {0.1, 0.2, t}, 1.3)};
}

/// From text to text, as a file would have it.
Shape through_text(const Shape& shape, const TemporaryFolder& folder) {
  SampleWriter writer;
  const std::string text = shape_to_json(shape, writer).dump();
  Samples samples;
  if (!writer.is_empty()) {
    writer.write(folder / "samples.bin");
    samples = read_samples(folder / "samples.bin");
  }
  return shape_from_json(nlohmann::json::parse(text), samples);
}

bool is_same(double a, double b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

}  // namespace

// Oracle: the shape itself, asked at random points in and around it: every bit of every distance.
TEST_CASE("a shape of every kind comes back exactly") {
  const TemporaryFolder folder;
  std::vector<bool> seen(std::size_t(ShapeKind::Shell) + 1, false);
  for (const Shape& shape : all_kinds()) {
    const Shape again = through_text(shape, folder);
    const ShapeView view = shape.view();
    REQUIRE(again.view().count == view.count);
    CHECK(is_same(again.view().resolution, view.resolution));
    for (int k = 0; k < view.count; ++k) seen[std::size_t(view.ops[k].kind)] = true;
    std::size_t wrong = 0;
    for (std::uint32_t k = 0; k < 2000; ++k) {
      const Vec<4, double> u = uniform4({11, Purpose::Test}, k, 0, 0);
      const Vec3<double> x{2 * u[0] - 1, 2 * u[1] - 1, 2 * u[2] - 1};
      wrong += !is_same(shape.signed_distance(x), again.signed_distance(x));
    }
    CHECK(wrong == 0);
    const Bounds a = shape.bounds(), b = again.bounds();
    CHECK((a.min == b.min && a.max == b.max));
  }
  for (const bool kind : seen) CHECK(kind);
}

// Oracle: by hand. Four copies of two balls are eight users of two arrays, of which one is a copy of the
// other.
TEST_CASE("samples that shapes share are stored once") {
  const TemporaryFolder folder;
  SampleWriter writer;
  shape_to_json(all_kinds().back(), writer);
  writer.write(folder / "samples.bin");
  CHECK(std::filesystem::file_size(folder / "samples.bin") == 11 * 11 * 11 * sizeof(float));
}

// Oracle: programs that are none, by hand.
TEST_CASE("what is no shape is refused") {
  const auto refuse = [](const std::string& program) {
    CAPTURE(program);
    const nlohmann::json json =
        nlohmann::json::parse("{\"resolution\": 0, \"program\": " + program + "}", nullptr, false);
    REQUIRE_FALSE(json.is_discarded());
    CHECK_THROWS_AS(shape_from_json(json, nullptr), InputError);
  };
  refuse(R"([{"kind": "blob"}])");
  refuse(R"([{"radius": 1}])");
  refuse(R"([{"kind": "sphere", "radius": "one"}])");
  refuse(R"([{"kind": "sphere", "p": [0, 0]}])");
  refuse(R"([{"kind": "union"}])");
  refuse(R"([{"kind": "shell"}])");
  refuse(R"([{"kind": "sphere"}, {"kind": "sphere"}])");
  refuse(R"([{"kind": "sphere"}, {"kind": "difference"}])");
  refuse(R"([{"kind": "prism", "corners": [0, 0, 1, 1]}])");
  refuse(R"([{"kind": "sampled", "count": [2, 2, 2], "first_sample": 0}])");
  refuse(R"([{"kind": "sampled", "count": [2, 2, -2], "first_sample": 0}])");
  refuse(R"(["sphere"])");
  CHECK_THROWS_AS(shape_from_json(nlohmann::json::parse("[]"), nullptr), InputError);
}

}  // namespace froth

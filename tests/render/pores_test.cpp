// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/render/pores.h>

namespace froth {

namespace {

constexpr double kSpacing = 0.02, kSize = 0.008;  // [m]

/// A square of the plane y = 0 by vertices, and particles on a lattice around it.
struct Plate {
  SurfaceMesh mesh;
  PointCloud frame;

  explicit Plate(const Vec3<double>& shift = {}) {
    constexpr int vertices = 60, particles = 15;
    for (int i = 0; i < vertices; ++i)
      for (int j = 0; j < vertices; ++j) {
        const Vec3<double> x{i * 0.3 / vertices, 0, j * 0.3 / vertices};
        mesh.x.push_back((x + shift).cast<float>());
        mesh.normal.push_back({0, 1, 0});
      }
    for (const char* name : {"x", "y", "z", "body", "radius", "id"})
      frame.properties.push_back({name, NumberType::Double, {}});
    for (int k = 0; k < particles * particles * 3; ++k) {
      const Vec3<double> x =
          kSpacing * Vec3<double>{0.5 + k % particles, k / 225 - 2.0, 0.5 + k / particles % particles};
      const double own[6] = {x[0] + shift[0], x[1] + shift[1], x[2] + shift[2], 0, 0.6 * kSpacing, double(k)};
      for (std::size_t d = 0; d < 6; ++d) frame.properties[d].values.push_back(own[d]);
    }
  }
  std::vector<Pore> pores() const { return pores_of(mesh, frame, {0}, kSize); }
};

}  // namespace

// Oracle: the closed form of one dimple: depth a R (1 - t^2)^2 has the slope 4 a t (1 - t^2), here by
// differences of the depth; none in the middle, at the rim and outside. R^2 = r^2 - h^2 by Pythagoras.
TEST_CASE("a bubble that is cut open bends the normal towards its middle") {
  const float r = 0.005f, h = 0.003f, rim = 0.004f;
  const PoreField field({{{0.1f, -h, 0.2f}, r}});
  const Vec3<float> up{0, 1, 0};
  const auto depth = [&](double t) { return t < 1 ? 0.8 * double(rim) * std::pow(1 - t * t, 2) : 0.0; };
  for (const double t : {0.0, 0.2, 0.5, 0.8, 0.99, 1.01, 1.5}) {
    CAPTURE(t);
    const double step = 1e-5, slope = (depth(t - step) - depth(t + step)) / (2 * step * double(rim));
    const Dimple at = field.at({0.1f + float(t) * rim, 0, 0.2f}, up, 1e-5f);
    CHECK(std::abs(double(-at.normal[0] / at.normal[1]) - (t == 0 ? 0 : slope)) < 2e-3);
    CHECK(double(norm(at.normal)) == doctest::Approx(1).epsilon(1e-5));
    CHECK((at.shade < 1) == (t < 1));
  }
  // Below the size of a pixel there is nothing to see.
  CHECK(field.at({0.102f, 0, 0.2f}, up, 0.01f).normal == up);
  CHECK(PoreField(std::vector<Pore>{}).is_empty());
}

// Oracle: by Delesse, the share of a section that is bubble is the share of the volume that is, 0.3 before
// overlaps, 1 - exp(-0.3) = 0.26 with them. Some 1400 dimples are on the square, so that the standard error
// of the share is about 0.26 / sqrt(1400) = 0.007; five of them are allowed.
TEST_CASE("bubbles open over the share of the surface that they fill of the volume") {
  const Plate plate;
  const PoreField field(plate.pores());
  int count = 0, open = 0;
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 200; ++j, ++count)
      open +=
          field.at({0.02f + 0.0013f * float(i), 0, 0.02f + 0.0013f * float(j)}, {0, 1, 0}, 1e-6f).shade < 1;
  CHECK(std::abs(double(open) / count - (1 - std::exp(-0.3))) < 0.035);
}

// Oracle: symmetry: particles that have moved take their bubbles along, as far as float can tell.
TEST_CASE("bubbles go along with their particles") {
  const Vec3<double> shift{0.013, 0.07, -0.021};
  const std::vector<Pore> before = Plate().pores(), after = Plate(shift).pores();
  REQUIRE(before.size() > 100);
  std::size_t same = 0;
  for (std::size_t a = 0, b = 0; a < before.size() && b < after.size();) {
    const bool matches = norm(after[b].x.cast<double>() - before[a].x.cast<double>() - shift) < 1e-6 &&
                         after[b].radius == before[a].radius;
    if (matches)
      ++same, ++a, ++b;
    else
      before.size() - a > after.size() - b ? ++a : ++b;  // one that the surface just touches may be lost
  }
  CHECK(double(same) >= 0.99 * double(before.size()));
}

// Oracle: the frame itself: no bubbles without a size, of no body and without radii.
TEST_CASE("without bubbles the surface is as it is") {
  const Plate plate;
  CHECK(pores_of(plate.mesh, plate.frame, {0}, 0).empty());
  CHECK(pores_of(plate.mesh, plate.frame, {1}, kSize).empty());
  PointCloud bare = plate.frame;
  std::erase_if(bare.properties, [](const PointProperty& p) { return p.name == "radius"; });
  CHECK(pores_of(plate.mesh, bare, {0}, kSize).empty());
}

}  // namespace froth

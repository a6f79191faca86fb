// SPDX-License-Identifier: Apache-2.0
// Skins of bodies whose surfaces are known. Voxels are half a spacing, samples are jittered as scenes have
// it.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/thread_limit.h>
#include <froth/geometry/mesh_shells.h>

#include "surface/skin_shapes.h"

using namespace froth;
using namespace froth::test;

namespace {

SkinSettings settings_of(SkinMethod method) {
  SkinSettings settings;
  settings.method = method;
  return settings;
}

void report(const std::string& method, const SkinShape& body, std::uint64_t seed, const SkinError& e) {
  MESSAGE(method << " " << body.name << " seed " << seed << ": volume " << 100 * e.volume << " %, distance "
                 << e.distance << ", normals " << e.normal << ", triangles " << e.face
                 << " degrees; near edges distance " << e.edge_distance << ", triangles " << e.edge_face
                 << " degrees");
}

bool same_bytes(const SurfaceMesh& a, const SurfaceMesh& b) {
  const auto same = [](const auto& u, const auto& v) {
    return u.size() == v.size() && std::memcmp(u.data(), v.data(), u.size() * sizeof(u[0])) == 0;
  };
  return same(a.x, b.x) && same(a.normal, b.normal) && same(a.triangles, b.triangles);
}

SkinPoints thread_of(double gap) {
  SkinPoints points;
  for (int k = 0; k < 30; ++k)  // oblique, and not quite straight
    points.x.push_back({float(0.8 * gap * k), float(0.6 * gap * k), float(0.15 * std::sin(1.7 * k))});
  points.spacing.assign(points.x.size(), 1.0f);
  return points;
}

/// Sets of points that are within 1.3 spacings of each other.
std::size_t clusters_of(const SkinPoints& points) {
  std::vector<char> is_seen(points.count());
  std::size_t clusters = 0;
  for (std::size_t first = 0; first < points.count(); ++first) {
    if (is_seen[first]) continue;
    ++clusters;
    is_seen[first] = 1;
    for (std::vector<std::size_t> rest = {first}; !rest.empty();) {
      const Vec3<float> x = points.x[rest.back()];
      rest.pop_back();
      for (std::size_t p = 0; p < points.count(); ++p)
        if (!is_seen[p] && norm(points.x[p] - x) <= 1.3f) is_seen[p] = 1, rest.push_back(p);
    }
  }
  return clusters;
}

}  // namespace

// Oracle: closed forms of volume, place and normal of the true surface; Euler's number.
TEST_CASE("level_set skins are closed and where the surface is") {
  std::vector<SkinShape> bodies = skin_shapes();
  for (const SkinShape& box : small_boxes()) bodies.push_back(box);
  for (const SkinShape& body : bodies)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const SurfaceMesh mesh = skin(sampled(body.shape, seed), settings_of(SkinMethod::LevelSet));
      const Topology topology = topology_of(mesh);
      const SkinError error = error_of(mesh, body);
      report("level_set", body, seed, error);
      CAPTURE(body.name);
      CAPTURE(seed);
      CHECK(topology.is_closed);
      CHECK(topology.is_manifold);
      CHECK(topology.pieces == 1);
      CHECK(topology.euler == body.euler);
      CHECK(std::abs(error.volume) < (body.is_thin ? 0.03 : 0.01));
      CHECK(error.distance < 0.5);
      CHECK(error.normal < 5);
    }
}

// Oracle: the same closed forms must tell a skin that smooths nothing: bare spheres show their own slopes, at
// radius 0.6 spacings between the 61 and 36 degrees of spheres on a lattice with radii of 0.5 and 0.75.
TEST_CASE("the union of spheres is seen to be rough") {
  const SkinShape body = skin_shapes()[1];
  const SurfaceMesh mesh = skin(sampled(body.shape, 1), settings_of(SkinMethod::Spheres));
  CHECK(topology_of(mesh).is_closed);
  CHECK(error_of(mesh, body).face > 30);
  CHECK(error_of(mesh, body).normal > 30);
}

// Oracle: a thin-plate flow must not eat the body: twice the time, the same volume within 0.2 %.
TEST_CASE("twice the smoothing leaves the volume") {
  for (const SkinShape& body : skin_shapes()) {
    SkinSettings settings;
    const SkinPoints points = sampled(body.shape, 1);
    const double once = enclosed_volume(skin(points, settings));
    settings.smoothing = 2;
    const double twice = enclosed_volume(skin(points, settings));
    MESSAGE(body.name << ": volume changes by " << 100 * (twice / once - 1) << " %");
    CHECK(std::abs(twice / once - 1) < 0.002);
  }
}

// Oracle: the closed forms, with the level set's bounds for volumes. These kernels smooth less: the bounds
// for places and normals are only what tells them from bare spheres (8 degrees here, 4.5 for the level set).
TEST_CASE("anisotropic skins are closed and hold their volume") {
  for (const SkinShape& body : skin_shapes()) {
    const SurfaceMesh mesh = skin(sampled(body.shape, 1), settings_of(SkinMethod::Anisotropic));
    const Topology topology = topology_of(mesh);
    const SkinError error = error_of(mesh, body);
    report("anisotropic", body, 1, error);
    CAPTURE(body.name);
    CHECK(topology.is_closed);
    CHECK(topology.is_manifold);
    CHECK(topology.euler == body.euler);
    CHECK(std::abs(error.volume) < (body.is_thin ? 0.03 : 0.01));
    CHECK(error.distance < 0.6);
    CHECK(error.normal < 10);
  }
}

// Oracle: symmetry of the task; threads share tiles in any order.
TEST_CASE("skins have the same bytes for any number of threads") {
  const SkinPoints points = sampled(skin_shapes()[2].shape, 1);
  for (const SkinMethod method : {SkinMethod::LevelSet, SkinMethod::Anisotropic, SkinMethod::Spheres}) {
    SkinSettings settings = settings_of(method);
    settings.adaptivity = 0.2;
    SurfaceMesh one;
    {
      const ThreadLimit limit(1);
      one = skin(points, settings);
    }
    const ThreadLimit limit(2);
    CHECK(one.triangles.size() > 1000);
    CHECK(same_bytes(one, skin(points, settings)));
  }
}

// Oracle: count of pieces. A thread of single particles is one piece as long as neighbours are nearer
// than 1.3 spacings, and 30 of them well beyond two; a particle alone keeps about its volume, on voxels as
// wide as its radius.
TEST_CASE("threads and single particles are kept") {
  for (const double gap : {0.8, 1.0, 1.2}) {
    const Topology topology = topology_of(skin(thread_of(gap), {}));
    CAPTURE(gap);
    CHECK(topology.is_closed);
    CHECK(topology.pieces == 1);
    CHECK(topology.euler == 2);
  }
  CHECK(topology_of(skin(thread_of(2.5), {})).pieces == 30);
  const SkinPoints lone{{{0.1f, 0.2f, 0.3f}}, {1.0f}};
  const SurfaceMesh ball = skin(lone, {});
  CHECK(topology_of(ball).euler == 2);
  CHECK(enclosed_volume(ball) > 0.6);
  CHECK(enclosed_volume(ball) < 1.2);
}

// Oracle: the particles' own clusters, by brute force: those within 1.3 spacings of each other are one piece.
// Bodies have tips that narrow to a single particle; smoothing rounds tips off, so there may be fewer pieces
// but never more, and volumes may be 2 % less. A drop well away from them is one more.
TEST_CASE("sharp tips stay on their bodies or go, and do not become drops") {
  const Vec3<double> middle{0.31, -0.17, 0.23};
  std::vector<Shape> arms;
  for (int k = 0; k < 5; ++k) {
    const double turn = 2 * kPi * k / 5 + 0.2;
    arms.push_back(
        Shape::cone(middle, middle + Vec3<double>{14 * std::cos(turn), 14 * std::sin(turn), 0.5}, 4, 0));
  }
  const Shape wedge = Shape::prism({{-12, -3}, {12.3, 0.1}, {-12, 3}}, -1.7, 1.9);
  for (const Shape& shape : {Shape::unite(arms), wedge, Shape::cone(middle, {17, 9, 5}, 5, 0)})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SkinPoints points = sampled(shape, seed);
      const SurfaceMesh mesh = skin(points, {});
      CHECK(shell_volumes(mesh).size() <= clusters_of(points));
      CHECK(enclosed_volume(mesh) == doctest::Approx(double(points.count())).epsilon(0.02));
      const std::size_t pieces = shell_volumes(mesh).size();
      points.x.push_back({-30, 0, 0});
      points.spacing.push_back(1);
      CHECK(shell_volumes(skin(points, {})).size() == pieces + 1);
    }
}

// Oracle: count of shells and closed form. A solid ball has one, however fine the voxels.
TEST_CASE("fine voxels make no holes or islands") {
  const SkinShape body{"ball", Shape::sphere({0.31, -0.17, 0.23}, 6), 4 * kPi / 3 * 216, 2};
  const SkinPoints points = sampled(body.shape, 1);
  for (const SkinMethod method : {SkinMethod::LevelSet, SkinMethod::Anisotropic})
    for (const double voxel : {0.34, 0.25, 0.1}) {
      SkinSettings settings = settings_of(method);
      settings.voxel = voxel;
      const SurfaceMesh mesh = skin(points, settings);
      const SkinError error = error_of(mesh, body);
      report(name_of(method), body, 1, error);
      CAPTURE(voxel);
      CHECK(shell_volumes(mesh).size() == 1);
      CHECK(topology_of(mesh).is_closed);
      CHECK(enclosed_volume(mesh) == doctest::Approx(double(points.count())).epsilon(0.02));
      CHECK(error.distance < 0.6);
    }
  SkinSettings fine;
  fine.voxel = 0.2;
  CHECK(shell_volumes(skin(thread_of(1.2), fine)).size() == 1);
  CHECK(shell_volumes(skin(thread_of(2.5), fine)).size() == 30);
}

// Oracle: a particle that is nowhere, or that has flown off, leaves the surface of the others as it is.
TEST_CASE("particles that have flown off have no skin") {
  const SkinPoints points = sampled(Shape::sphere({0, 0, 0}, 3), 1);
  for (const SkinMethod method : {SkinMethod::LevelSet, SkinMethod::Anisotropic, SkinMethod::Spheres})
    for (const float far : {3e6f, 1e30f, std::nanf(""), -std::numeric_limits<float>::infinity()}) {
      SkinPoints more = points;
      more.x.push_back({0, far, 0});
      more.spacing.push_back(1);
      CHECK(same_bytes(skin(more, settings_of(method)), skin(points, settings_of(method))));
    }
}

// Oracle: closed form. Half of the cube has split particles, of half the spacing.
TEST_CASE("a body of particles of two sizes has one smooth skin") {
  SkinPoints points = sampled(Shape::box({-8, -8, -8}, {0, 8, 8}), 1);
  const SkinPoints fine = sampled(Shape::box({0, -8, -8}, {8, 8, 8}), 1, 0.5);
  points.x.insert(points.x.end(), fine.x.begin(), fine.x.end());
  points.spacing.insert(points.spacing.end(), fine.spacing.begin(), fine.spacing.end());
  const SkinShape body = box_shape("cube of two sizes", {8, 8, 8});
  SkinSettings settings;
  settings.voxel = 1;  // the median is that of the fine ones
  const SurfaceMesh mesh = skin(points, settings);
  const SkinError error = error_of(mesh, body);
  report("level_set", body, 1, error);
  CHECK(topology_of(mesh).is_closed);
  CHECK(topology_of(mesh).euler == 2);
  CHECK(std::abs(error.volume) < 0.01);
  CHECK(error.distance < 0.5);
}

// Oracle: closed form. A plane through the middle of the sphere leaves half of its volume and a flat face.
TEST_CASE("a cut leaves a closed half") {
  const SkinShape body = skin_shapes()[0];
  const SkinPoints points = sampled(body.shape, 1);
  SkinSettings settings;
  const double whole = enclosed_volume(skin(points, settings));
  settings.cut = Plane{{0.31, -0.17, 0.23}, {0, 1, 0}};
  const SurfaceMesh half = skin(points, settings);
  CHECK(topology_of(half).is_closed);
  CHECK(topology_of(half).euler == 2);
  CHECK(enclosed_volume(half) == doctest::Approx(whole / 2).epsilon(0.01));
  for (const Vec3<float>& x : half.x) CHECK(x[1] < -0.17 + 0.25);  // half a voxel
}

// Oracle: the rules of the interface.
TEST_CASE("skins of bad input say so in a sentence") {
  SkinPoints points = sampled(Shape::sphere({0, 0, 0}, 3), 1);
  CHECK(skin({}, {}).triangles.empty());
  SkinPoints lost = points;
  for (auto& x : lost.x) x[1] = std::nanf("");
  CHECK(skin(lost, {}).triangles.empty());
  SkinSettings tiny;
  tiny.voxel = 1e-4;
  CHECK_THROWS_WITH_AS(skin(points, tiny), doctest::Contains("take a larger voxel"), InputError);
  for (const double voxel : {0.0, 10.1, 1e300, std::nan("")}) {
    SkinSettings wrong;
    wrong.voxel = voxel;
    CHECK_THROWS_WITH_AS(skin(points, wrong), doctest::Contains("at most 10 spacings"), InputError);
  }
  for (const double smoothing : {-1.0, 101.0, 1e300, std::nan("")}) {
    SkinSettings wrong;
    wrong.smoothing = smoothing;
    CHECK_THROWS_WITH_AS(skin(points, wrong), doctest::Contains("between 0 and 100"), InputError);
  }
  points.spacing[5] = 0;
  CHECK_THROWS_WITH_AS(skin(points, {}), doctest::Contains("particle 5 has a spacing of 0 m"), InputError);
  CHECK(skin_method("anisotropic") == SkinMethod::Anisotropic);
  CHECK(std::string(name_of(SkinMethod::LevelSet)) == "level_set");
  CHECK_THROWS_WITH_AS(skin_method("sphere"), doctest::Contains("did you mean \"spheres\""), InputError);
}

// Oracle: conservation. The density of a fog holds the volume of its particles, where none is overfull.
TEST_CASE("the density of fog holds the volume of its particles") {
  const SkinPoints points = sampled(Shape::sphere({0, 0, 0}, 5), 1, 1, 0);
  const VoxelField fog = density_field(points, {});
  double sum = 0;
  for (const float v : fog.values) sum += double(v) * fog.voxel * fog.voxel * fog.voxel;
  CHECK(sum == doctest::Approx(double(points.count())).epsilon(1e-4));
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <string>

#include <froth/base/error.h>
#include <froth/lagrangian/element_mesh.h>
#include <froth/lagrangian/sheet_elements.h>
#include <froth/lagrangian/solid_elements.h>
#include <froth/lagrangian/strand_elements.h>

using namespace froth;

namespace {

using V = Vec3<double>;

template <class Make>
std::string complaint(Make make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

double volume_of(const ElementMesh& mesh) {
  const std::vector<double> shares = vertex_volumes(mesh);
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

}  // namespace

// Oracle: a box is filled exactly. Most boundary vertices of a ball are on its surface and those that are
// not, since snapping would spoil an element, are less than an edge away: the volume misses a share of first
// order in edge/radius, for which a quarter of it is allowed.
TEST_CASE("meshes of shapes fill them") {
  const ElementMesh box = mesh_of_shape(Shape::box({0, 0, 0}, {1, 2, 3}), 3, .5);
  CHECK(volume_of(box) == doctest::Approx(6).epsilon(1e-12));
  CHECK(box.tetrahedra.size() == 6 * 2 * 4 * 6);
  const ElementMesh square = mesh_of_shape(Shape::box({-1, -1, -1}, {1, 1, 1}), 2, .25);
  CHECK(volume_of(square) == doctest::Approx(4).epsilon(1e-12));
  CHECK(square.triangles.size() == 2 * 64);
  const double full = 4.0 / 3 * 3.14159265358979;
  for (const double edge : {.25, .125})
    CHECK(std::abs(volume_of(mesh_of_shape(Shape::sphere({0, 0, 0}, 1), 3, edge)) / full - 1) < edge / 4);
}

// Oracle: no generator makes an element that the elements refuse.
TEST_CASE("elements of generated meshes are whole") {
  const ElementMesh ball = mesh_of_shape(Shape::sphere({.1, .2, .3}, 1), 3, .2);
  CHECK_NOTHROW(SolidElements<3>(NeoHookean<double>{1, 1}, 1, ball.tetrahedra, ball.rest));
  const ElementMesh disc = mesh_of_shape(Shape::sphere({.1, .2, 0}, 1), 2, .1);
  CHECK_NOTHROW(SolidElements<2>(NeoHookean<double>{1, 1}, 1, disc.triangles, disc.rest));
  const ElementMesh cloth = rectangle_mesh({0, 0, 0}, {1, 0, 0}, {0, .7, 0}, .1);
  CHECK(volume_of(cloth) == doctest::Approx(.7).epsilon(1e-12));
  const SheetElements sheet({1, .3, 1, .01, 1}, cloth.triangles, cloth.rest);
  // Euler: inner edges of a disc are (3 T - boundary edges) / 2.
  CHECK(sheet.hinges().size() == (3 * cloth.triangles.size() - (2 * 10 + 2 * 8)) / 2);
}

// Oracle: what is wrong is said with the number of the element.
TEST_CASE("elements that cannot be are refused with their number") {
  const std::vector<V> plane{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 0, 0}};
  const NeoHookean<double> law{1, 1};
  CHECK(has(complaint([&] {
              SolidElements<2>(law, 1, {{0, 1, 2}, {1, 2, 3}}, plane);
            }),
            "element 1 is turned"));
  CHECK(has(complaint([&] { SolidElements<2>(law, 1, {{0, 1, 4}}, plane); }), "element 0 is degenerate"));
  const SheetSettings cloth{1, .3, 1, .01, 1};
  CHECK(has(complaint([&] {
              SheetElements(cloth, {{0, 1, 2}, {1, 3, 2}, {1, 2, 4}}, plane);
            }),
            "3 triangles"));
  CHECK(has(complaint([&] { SheetElements(cloth, {{0, 1, 2}, {1, 2, 3}}, plane); }), "turned against"));
  CHECK(has(complaint([&] { SheetElements(cloth, {{0, 1, 2}, {0, 1, 4}}, plane); }), "triangle"));
  const RodSection rod{1, 1, 1, 1, 1};
  CHECK(has(complaint([&] {
              StrandElements<3>(rod, {0, 1, 5}, plane, plane, 1);
            }),
            "strand 0 has 1 vertices"));
  const std::vector<V> twice{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  CHECK(has(complaint([&] {
              StrandElements<3>(rod, {0, 3}, twice, twice, 1);
            }),
            "vertices 1 and 2 of strand 0"));
}

// Oracle: the elastica under a tip load, alpha = P L^2 / (D b) = 1: w/L = .3017207738, within 2 %; sheet of
// Poisson's ratio 0, so that free edges do not curl. It is clamped in the middle of the first row.
TEST_CASE("a cantilever strip of cloth bends as the elastica does") {
  const int rows = 20;
  const double spacing = 1 / (rows - .5), width = 4 * spacing / std::sqrt(.75), h = .05;
  const double E = 12 / (h * h * h) / width;  // D b = 1
  const ElementMesh mesh =
      rectangle_mesh({0, 0, -spacing / 2}, {width, 0, 0}, {0, 0, rows * spacing}, spacing / std::sqrt(.75));
  SheetElements sheet({E, 0, 1, h, 1}, mesh.triangles, mesh.rest);
  std::vector<V> x = mesh.rest, v(x.size()), dv(x.size());
  std::vector<double> mass(x.size(), 1);
  std::vector<std::uint8_t> is_held(x.size(), 0);
  std::size_t tips = 0;
  const double end = (rows - .5) * spacing;
  for (std::size_t k = 0; k < x.size(); ++k) {
    is_held[k] = x[k][2] < spacing * .6 ? 1 : 0;
    tips += x[k][2] > end - 1e-9 ? 1 : 0;
  }
  const auto tip_sag = [&] {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (mesh.rest[k][2] > end - 1e-9) sum -= x[k][1] / double(tips);
    return sum;
  };
  const double dt = 1;
  for (int n = 0; n < 150; ++n) {
    for (std::size_t k = 0; k < x.size(); ++k)
      v[k] = mesh.rest[k][2] > end - 1e-9 ? V{0, -dt / double(tips), 0} : V{};
    sheet.newton_step({x, v, mass, is_held}, dt, dv);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += dt * (dv[k] + v[k]);
  }
  CHECK(tip_sag() == doctest::Approx(.3017207738).epsilon(.02));
}

// Bound, stated first: as for a free rod, omega dt = .1 at most for the fastest mode allows 5 % of the
// energy, here of vibrations of a square of neo-Hookean triangles over 1000 periods of that mode.
TEST_CASE("a free square of triangles with explicit forces keeps momenta and energy over 1000 periods") {
  const ElementMesh mesh = mesh_of_shape(Shape::box({0, 0, -1}, {2, 2, 1}), 2, 1);
  SolidElements<2> square(NeoHookean<double>{1, 2}, 1, mesh.triangles, mesh.rest);
  std::vector<Vec2<double>> x, v, dv(mesh.rest.size());
  std::vector<double> mass = vertex_volumes(mesh);
  std::vector<std::uint8_t> is_held(mesh.rest.size(), 0);
  for (std::size_t k = 0; k < mesh.rest.size(); ++k) {
    x.push_back(drop<2>(mesh.rest[k]));
    v.push_back({.02 * std::cos(3.0 * double(k)), .02 * std::sin(1.7 * double(k))});
  }
  const auto momenta = [&] {
    V sum{};
    for (std::size_t k = 0; k < x.size(); ++k)
      sum += mass[k] * V{v[k][0], v[k][1], x[k][0] * v[k][1] - x[k][1] * v[k][0]};
    return sum;
  };
  const auto energy = [&] {
    double sum = square.energies(x).sum();
    for (std::size_t k = 0; k < x.size(); ++k) sum += mass[k] * dot(v[k], v[k]) / 2;
    return sum;
  };
  // Gershgorin-like bound of the fastest mode: 8 of modulus / smallest mass = 8 * 3.3 / (1/6) -> omega < 13.
  const double dt = .1 / 13;
  const int steps = static_cast<int>(1000 * 6.2832 / 13 / dt);
  const V before = momenta();
  double least = energy(), most = energy();
  for (int n = 0; n < steps; ++n) {
    square.explicit_step({x, v, mass, is_held}, dt, dv);
    for (std::size_t k = 0; k < x.size(); ++k) v[k] += dv[k], x[k] += dt * v[k];
    const double now = energy();
    least = std::min(least, now), most = std::max(most, now);
  }
  CHECK(norm(momenta() - before) < 1e-11);
  CHECK(most - least < .05 * most);
}

// Oracle: backward Euler multiplies the energy of a small vibration by 1/(1 + z^2) per step, z = omega dt.
// One tetrahedron-free case with a known omega: a strand of two equal masses, omega^2 = 2 k / (l m).
TEST_CASE("the Newton step is backward Euler") {
  StrandElements<2> pair({4, 1, 0, 1, 1}, {0, 2}, {{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}}, 1);
  std::vector<Vec2<double>> x{{-1e-6, 0}, {1 + 1e-6, 0}}, v(2), dv(2);
  const std::vector<double> mass{2, 2};
  const std::vector<std::uint8_t> is_held{0, 0};
  const double z = .5, dt = z / 2;  // omega = 2
  for (int n = 0; n < 7; ++n) {
    pair.newton_step({x, v, mass, is_held}, dt, dv);
    for (std::size_t k = 0; k < 2; ++k) v[k] += dv[k], x[k] += dt * v[k];
  }
  CHECK((x[1][0] - 1) / 1e-6 == doctest::Approx(-.4554752).epsilon(1e-5));
}

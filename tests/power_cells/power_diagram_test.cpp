// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/power_cells/cell_weights.h>
#include <froth/power_cells/power_diagram.h>

#include "support/random_values.h"

namespace froth {

namespace {

template <int Dim>
PowerSites<Dim> in_unit_box(std::vector<Vec<Dim, double>> x) {
  PowerSites<Dim> sites = PowerSites<Dim>::from(std::move(x));
  sites.low = {}, sites.high = Vec<Dim, double>::constant(1);
  sites.has_free_surface = false;
  return sites;
}

template <int Dim>
std::vector<CellMeasure> cells_of(std::vector<Vec<Dim, double>> x, const std::vector<double>& w) {
  const PowerSites<Dim> sites = in_unit_box<Dim>(std::move(x));
  return PowerDiagram<Dim>(sites).measure_all(w);
}

double area_to(const CellMeasure& cell, PlaneTag tag) {
  double area = 0;
  for (const SideMeasure& side : cell.sides)
    if (side.tag == tag) area += side.area;
  return area;
}

/// Printed digits of the oracles end at 1e-12.
constexpr double kPrinted = 6e-13;

template <int Dim>
std::vector<Vec<Dim, double>> random_places(std::size_t count, std::uint64_t seed) {
  test::Rng rng(seed);
  std::vector<Vec<Dim, double>> x(count);
  for (auto& place : x)
    for (int d = 0; d < Dim; ++d) place[d] = rng.uniform(0, 1);
  return x;
}

}  // namespace

// Oracle: exact rational areas of two half planes in the unit square, perimeters to twelve digits.
TEST_CASE("two points in the unit square") {
  struct Case {
    std::vector<Vec2<double>> x;
    std::vector<double> w;
    double area[2], perimeter[2], interface;
  };
  const double r2 = 1.166190378969;
  const Case cases[] = {
      {{{.25, .5}, {.75, .5}}, {.1, 0}, {.6, .4}, {3.2, 2.8}, 1},
      {{{.2, .3}, {.7, .6}}, {0, 0}, {.42, .58}, {3.006190378969, 3.326190378969}, r2},
      {{{.2, .3}, {.7, .6}}, {.05, 0}, {.47, .53}, {3.106190378969, 3.226190378969}, r2},
      {{{.3, .3}, {.7, .7}}, {0, .2}, {9. / 32, 23. / 32}, {2.560660171780, 3.560660171780}, 1.060660171780}};
  for (const Case& c : cases) {
    const std::vector<CellMeasure> cells = cells_of<2>(c.x, c.w);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(std::abs(cells[i].volume - c.area[i]) <= 1e-15);
      CHECK(std::abs(cells[i].surface() - c.perimeter[i]) <= kPrinted);
      CHECK(std::abs(area_to(cells[i], PlaneTag(1 - i)) - c.interface) <= kPrinted);
    }
  }
}

// Oracle: exact rational areas and the triple point of three cells in the unit square.
TEST_CASE("three points in the unit square") {
  const std::vector<Vec2<double>> x = {{.25, .25}, {.75, .25}, {.5, .75}};
  struct Case {
    std::vector<double> w;
    double area[3], perimeter[3];
    Vec2<double> triple;
  };
  const Case cases[] = {{{0, 0, 0},
                         {9. / 32, 9. / 32, 7. / 16},
                         {2.184016994375, 2.184016994375, 2.743033988750},
                         {.5, 7. / 16}},
                        {{0, .05, .1},
                         {171. / 800, 11. / 40, 409. / 800},
                         {1.903115294937, 2.164918693812, 2.893033988750},
                         {9. / 20, 29. / 80}},
                        {{.1, -.05, 0},
                         {13. / 32, 77. / 400, 321. / 800},
                         {2.626722092687, 1.841311896062, 2.693033988750},
                         {13. / 20, 37. / 80}}};
  for (const Case& c : cases) {
    const PowerSites<2> sites = in_unit_box<2>(x);
    const PowerDiagram<2> diagram(sites);
    PowerDiagram<2>::Workspace work;
    for (std::size_t i = 0; i < 3; ++i) {
      const CellMeasure cell = diagram.measure(i, c.w, largest_of(c.w), work);
      CHECK(std::abs(cell.volume - c.area[i]) <= 1e-15);
      CHECK(std::abs(cell.surface() - c.perimeter[i]) <= kPrinted);
      double nearest = 1;
      for (std::size_t k = 0; k < work.cell.side_count(); ++k)
        nearest = std::min(nearest, norm(work.cell.side(k).first + x[i] - c.triple));
      CHECK(nearest <= 1e-15);
    }
  }
}

// Oracle: volume and section of a cube cut across its diagonal, closed forms in c.
TEST_CASE("two points in the unit cube") {
  struct Case {
    double p, q, w1, w2, volume, interface, surface;
  };
  for (const Case& c : {Case{.3, .7, 0, 0, .5, 1.299038105677, 4.299038105677},
                        Case{.3, .7, 0, .2, .317708333333, 1.190784930204, 3.440784930204},
                        Case{.2, .7, .3, 0, .611375, 1.260066962506, 4.710066962506}}) {
    const auto cells = cells_of<3>({{c.p, c.p, c.p}, {c.q, c.q, c.q}}, {c.w1, c.w2});
    CHECK(std::abs(cells[0].volume - c.volume) <= kPrinted);
    CHECK(std::abs(cells[0].volume + cells[1].volume - 1) <= 1e-15);
    CHECK(std::abs(area_to(cells[0], 1) - c.interface) <= kPrinted);
    CHECK(std::abs(cells[0].surface() - c.surface) <= kPrinted);
  }
  const auto cells = cells_of<3>({{.25, .5, .5}, {.75, .5, .5}}, {.1, 0});
  CHECK(std::abs(cells[0].volume - .6) <= 1e-15);
  CHECK(std::abs(area_to(cells[0], 1) - 1) <= 1e-15);
  CHECK(std::abs(cells[0].surface() - 4.4) <= 2e-15);
  CHECK(std::abs(cells[1].surface() - 3.6) <= 2e-15);
}

// Oracle: weights from Newton's method with forty digits; five steps from zero reach them.
TEST_CASE("weights that give three areas") {
  const PowerSites<2> sites = in_unit_box<2>({{.25, .25}, {.75, .25}, {.5, .75}});
  const PowerDiagram<2> diagram(sites);
  const std::vector<double> areas = {.2, .3, .5};
  const CellWeights found = find_weights(diagram, areas, {1e-15, 20});
  CHECK(found.steps <= 6);
  CHECK(found.w[0] == 0);
  CHECK(std::abs(found.w[1] - .08041602340763537) <= 1e-15);
  CHECK(std::abs(found.w[2] - .1059413801141664) <= 1e-15);
  const auto cells = diagram.measure_all(found.w);
  const double perimeter[] = {1.842018375033, 2.263082140076, 2.874500725571};
  for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(cells[i].surface() - perimeter[i]) <= kPrinted);
  // Transport cost: the integral of |x - x_i|^2 over each cell, by triangles from its site: over one with the
  // corners 0, a, b it is |a x b| / 12 (a.a + a.b + b.b).
  double cost = 0;
  PowerDiagram<2>::Workspace work;
  for (std::size_t i = 0; i < 3; ++i) {
    diagram.cut(i, found.w, largest_of(found.w), work);
    for (std::size_t k = 0; k < work.cell.side_count(); ++k) {
      const auto [a, b] = work.cell.side(k);
      cost += (a[0] * b[1] - a[1] * b[0]) / 12 * (dot(a, a) + dot(a, b) + dot(b, b));
    }
  }
  CHECK(std::abs(cost - .072317673250) <= kPrinted);
}

// Oracle: regular hexagons, and the truncated octahedron of the BCC lattice (flat faces: 5.3147, where
// Kelvin's curved cell has 5.3063), the rhombic dodecahedron of FCC, whose corners are of more than four
// cells.
TEST_CASE("cells of lattices") {
  std::vector<Vec2<double>> plane;
  for (int a = -3; a <= 3; ++a)
    for (int b = -3; b <= 3; ++b) plane.push_back({a + .5 * b, std::sqrt(.75) * b});
  PowerSites<2> hexagons = PowerSites<2>::from(plane);
  hexagons.low = {-5, -5}, hexagons.high = {5, 5}, hexagons.has_free_surface = false;
  const std::vector<double> none(plane.size(), 0.0);
  const CellMeasure hexagon = PowerDiagram<2>(hexagons).measure_all(none)[plane.size() / 2];
  CHECK(hexagon.sides.size() == 6);
  CHECK(std::abs(hexagon.surface() / std::sqrt(hexagon.volume) - 3.722419436408) <= kPrinted);
  const double quotient = 4 * std::numbers::pi * hexagon.volume / (hexagon.surface() * hexagon.surface());
  CHECK(std::abs(quotient - .906899682117) <= kPrinted);

  const auto cell_of = [](const std::vector<Vec3<double>>& more) {
    std::vector<Vec3<double>> x = {{0, 0, 0}};
    for (int a = -2; a <= 2; ++a)
      for (int b = -2; b <= 2; ++b)
        for (int c = -2; c <= 2; ++c)
          for (const Vec3<double>& shift : more) {
            const Vec3<double> place = Vec3<double>{double(a), double(b), double(c)} + shift;
            if (norm(place) > 0) x.push_back(place);
          }
    PowerSites<3> sites = PowerSites<3>::from(x);
    sites.low = {-4, -4, -4}, sites.high = {4, 4, 4}, sites.has_free_surface = false;
    return PowerDiagram<3>(sites).measure_all(std::vector<double>(x.size(), 0.0))[0];
  };
  const CellMeasure bcc = cell_of({{0, 0, 0}, {.5, .5, .5}});
  CHECK(bcc.sides.size() == 14);
  CHECK(std::abs(bcc.surface() / std::pow(bcc.volume, 2. / 3) - 5.314739699972) <= kPrinted);
  const double round = 36 * std::numbers::pi * bcc.volume * bcc.volume / std::pow(bcc.surface(), 3);
  CHECK(std::abs(round - .753366625166) <= kPrinted);
  const CellMeasure fcc = cell_of({{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}});
  CHECK(std::abs(fcc.surface() / std::pow(fcc.volume, 2. / 3) - 5.345392) <= 6e-7);
  const CellMeasure cubic = cell_of({{0, 0, 0}});
  CHECK(std::abs(cubic.surface() / std::pow(cubic.volume, 2. / 3) - 6) <= 1e-14);
}

// Oracle: cells tile the box; brute force, the cell with the least power at random places, gives their
// volumes to three standard deviations of counting (of 400 cells at most a few may be beyond: all within
// five).
TEST_CASE("cells tile the box, and hold the places of least power") {
  const std::vector<Vec3<double>> x = random_places<3>(400, 1);
  std::vector<double> w;
  test::Rng rng(2);
  for (std::size_t k = 0; k < x.size(); ++k) w.push_back(rng.uniform(0, .01));
  const PowerSites<3> sites = in_unit_box<3>(x);
  const std::vector<CellMeasure> cells = PowerDiagram<3>(sites).measure_all(w);
  double sum = 0;
  for (const CellMeasure& cell : cells) sum += cell.volume;
  CHECK(std::abs(sum - 1) <= 1e-13);
  constexpr int kDarts = 100000;
  std::vector<int> hits(x.size(), 0);
  for (int k = 0; k < kDarts; ++k) {
    const Vec3<double> at{rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0, 1)};
    std::size_t best = 0;
    const auto power = [&](std::size_t i) { return dot(at - x[i], at - x[i]) - w[i]; };
    for (std::size_t i = 1; i < x.size(); ++i)
      if (power(i) < power(best)) best = i;
    ++hits[best];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(std::abs(hits[i] - kDarts * cells[i].volume) <= 5 * std::sqrt(kDarts * cells[i].volume) + 1);
}

// Oracle: two overlapping balls: the lens is cut at the plane of their circle; a cap of height c of a ball of
// radius R has the volume pi c^2 (3R - c) / 3 and the area 2 pi R c. In the plane, circular segments.
TEST_CASE("a free surface cuts cells by balls") {
  const double pi = std::numbers::pi, d = 1.2;
  const std::vector<double> w = {1, .64};  // radii 1 and 0.8
  const double h[] = {(d * d + .36) / (2 * d), (d * d - .36) / (2 * d)};
  const PowerSites<3> sites = PowerSites<3>::from({{1, 2, 3}, {1, 2 + d, 3}});
  const auto cells = PowerDiagram<3>(sites).measure_all(w);
  const PowerSites<2> flat = PowerSites<2>::from({{1, 2}, {1 + d, 2}});
  const auto discs = PowerDiagram<2>(flat).measure_all(w);
  for (std::size_t i = 0; i < 2; ++i) {
    const double R = std::sqrt(w[i]), c = R - h[i];
    CHECK(std::abs(cells[i].volume - (4 * pi * R * R * R / 3 - pi * c * c * (3 * R - c) / 3)) <= 1e-14);
    CHECK(std::abs(cells[i].cap - 2 * pi * R * (R + h[i])) <= 1e-13);
    CHECK(std::abs(cells[i].surface() - cells[i].cap - pi * (w[i] - h[i] * h[i])) <= 1e-14);
    const double angle = std::acos(h[i] / R);
    CHECK(std::abs(discs[i].volume - ((pi - angle) * R * R + h[i] * R * std::sin(angle))) <= 1e-14);
    CHECK(std::abs(discs[i].cap - 2 * (pi - angle) * R) <= 1e-14);
  }
  // A ball by itself: surface over volume^(2/3).
  const PowerSites<3> alone = PowerSites<3>::from({{1, 2, 3}});
  const CellMeasure ball = PowerDiagram<3>(alone).measure_all(std::vector<double>{2})[0];
  CHECK(std::abs(ball.surface() / std::pow(ball.volume, 2. / 3) - 4.835976) <= 6e-7);
  // A ball whose centre lies beyond the plane has the small cap alone.
  const auto small = PowerDiagram<3>(sites).measure_all(std::vector<double>{4, 1});
  const double beyond = (d * d - 3) / (2 * d), c = 1 + beyond;
  REQUIRE(beyond < 0);
  CHECK(std::abs(small[1].volume - pi * c * c * (3 - c) / 3) <= 1e-14);
  CHECK(std::abs(small[1].cap - 2 * pi * c) <= 1e-13);
}

// Oracle: differences of volumes, central, h = 1e-6: truncation h^2 and rounding 1e-16 / h are below 1e-9.
TEST_CASE("volumes change with weights by areas over distances") {
  const PowerSites<3> sites = PowerSites<3>::from(random_places<3>(30, 3));
  const PowerDiagram<3> diagram(sites);
  std::vector<double> w(30, .05);
  const auto cells = diagram.measure_all(w);
  const double h = 1e-6;
  for (std::size_t j = 0; j < 5; ++j) {
    std::vector<double> up = w, down = w;
    up[j] += h, down[j] -= h;
    const auto more = diagram.measure_all(up), less = diagram.measure_all(down);
    for (std::size_t i = 0; i < w.size(); ++i) {
      double slope = i == j ? cells[i].cap / (2 * std::sqrt(w[i])) : 0;
      for (const SideMeasure& side : cells[i].sides)
        if (i == j)
          slope += side.area / (2 * side.distance);
        else if (side.tag == PlaneTag(j))
          slope -= side.area / (2 * side.distance);
      CHECK(std::abs((more[i].volume - less[i].volume) / (2 * h) - slope) <= 1e-8);
    }
  }
}

// Oracle: the volumes asked for; and the same bits for one thread and two.
TEST_CASE("volumes of a foam with a free surface") {
  test::Rng rng(4);
  std::vector<double> volumes;
  for (int k = 0; k < 300; ++k) volumes.push_back(rng.uniform(.2, 2) / 600);
  PowerSites<3> sites = PowerSites<3>::from(random_places<3>(300, 5));
  sites.low = {0, 0, 0};  // a floor and two walls
  const PowerDiagram<3> diagram(sites);
  std::vector<CellWeights> found;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    found.push_back(find_weights(diagram, volumes));
  }
  CHECK(found[0].w == found[1].w);
  const auto cells = diagram.measure_all(found[0].w);
  for (std::size_t k = 0; k < volumes.size(); ++k) CHECK(std::abs(cells[k].volume / volumes[k] - 1) <= 1e-9);
}

// Oracle: the sentences name the particle.
TEST_CASE("bubbles that cannot be") {
  const auto message = [](PowerSites<2> sites, const std::vector<double>& volumes) -> std::string {
    try {
      find_weights(PowerDiagram<2>(sites), volumes);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const PowerSites<2> good = PowerSites<2>::from({{0, 0}, {1, 0}, {2, 0}});
  CHECK(message(good, {1, 1, 1}) == "");
  CHECK(has(message(good, {1, 0, 1}), "particle 1 has the volume 0"));
  CHECK(has(message(PowerSites<2>::from({{0, 0}, {1, 0}, {1, 0}}), {1, 1, 1}),
            "particles 1 and 2 are at the same"));
  PowerSites<2> boxed = good;
  boxed.low = {-1, -1}, boxed.high = {3, 1};
  CHECK(has(message(boxed, {3, 3, 3}), "are 9 together, and the container holds 8"));
  boxed.low = {1.5, -1};
  CHECK(has(message(boxed, {.5, .5, .5}), "particle 0"));
}

}  // namespace froth

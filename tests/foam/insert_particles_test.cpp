// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

#include <froth/foam/dart_throwing.h>
#include <froth/foam/insert_particles.h>

#include "support/clouds.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Sums over particles, in double.
struct Sums {
  double mass = 0, volume = 0, deformed = 0, kinetic = 0, moment = 0;
  Vec3<double> momentum{};
  double largest_determinant_error = 0;
};

template <int Dim, class Real>
Sums sums_of(ColumnTable& set) {
  Sums sums;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(set);
  for (Index s = 0; s < set.count(); ++s) {
    const double m = double(p.mass[s]), V0 = double(p.V0[s]);
    double square = 0, affine = 0;
    for (int d = 0; d < Dim; ++d) {
      sums.momentum[d] += m * double(p.v[d][s]);
      square += double(p.v[d][s]) * double(p.v[d][s]);
    }
    for (int k = 0; k < Dim * Dim; ++k) affine += double(p.C[k][s]) * double(p.C[k][s]);
    sums.mass += m, sums.volume += V0;
    sums.deformed += V0 * std::exp(double(set.plane<Real>("log_J")[s]));
    sums.kinetic += m * (square + affine) / 2;
    double b[6];
    for (int k = 0; k < 6; ++k) b[k] = double(set.plane<Real>("b", k)[s]);
    const double det = determinant(Sym3<double>{b[0], b[1], b[2], b[3], b[4], b[5]});
    sums.largest_determinant_error = std::max(sums.largest_determinant_error, std::abs(det - 1));
  }
  return sums;
}

template <int Dim, class Real>
Inserted refill(Cloud<Dim, Real>& cloud, NewFields fields, std::uint64_t& next_id) {
  const PointCells<Dim> points = cloud.points();
  const auto places = throw_darts(points, SphereUnion<Dim>(points),
                                  {.coverage = kCoverage<Dim>, .seed = 7, .event = 0, .cloud = 0});
  return insert_particles<Dim, Real>(points, {&cloud.set}, places, {fields, 2}, next_id);
}

template <int Dim>
Cloud<Dim, double> stretched_cloud() {
  Vec<Dim, double> spacing = Vec<Dim, double>::constant(std::pow(1.6, -1.0 / (Dim - 1)));
  spacing[0] = 1.6;
  return make_cloud<Dim, double>(
      stretched_lattice<Dim>(spacing, Vec<Dim, double>::constant(Dim == 3 ? 7 : 15), 0.05));
}

}  // namespace

// Oracle: conservation. Mass, momentum and deformed volume before and after; kinetic energy, the affine part
// included, cannot grow when particles are replaced by averages. Ids go on without a gap.
TEST_CASE_TEMPLATE("insertion conserves mass, momentum and volume", Dimension, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int Dim = Dimension::value;
  Cloud<Dim, double> cloud = stretched_cloud<Dim>();
  const Index before = cloud.set.count();
  const Sums start = sums_of<Dim, double>(cloud.set);
  auto next_id = static_cast<std::uint64_t>(before);
  const Inserted inserted = refill(cloud, NewFields::Donors, next_id);
  const Index more = cloud.set.count() - before;
  CHECK(more > 30);
  CHECK(inserted.counts[0] == more);
  CHECK(inserted.left_out * 50 < more);
  CHECK(next_id == static_cast<std::uint64_t>(cloud.set.count()));
  const Sums end = sums_of<Dim, double>(cloud.set);
  // Rounding of sums of that many particles, each to 1e-16; momentum beside the sum of its parts.
  CHECK(std::abs(end.mass - start.mass) < 1e-13 * start.mass);
  CHECK(std::abs(end.volume - start.volume) < 1e-13 * start.volume);
  CHECK(std::abs(end.deformed - start.deformed) < 1e-13 * start.deformed);
  CHECK(norm(end.momentum - start.momentum) < 1e-14 * start.mass);
  CHECK(end.kinetic < start.kinetic);
  CHECK(end.largest_determinant_error < 1e-13);
  for (Index s = before; s < cloud.set.count(); ++s)
    CHECK(cloud.set.template plane<std::uint64_t>("id")[s] == static_cast<std::uint64_t>(s));
}

// Oracle: conservation in the rounding of floats, 6e-8 of a particle's mass for each that is made.
TEST_CASE("insertion in single precision conserves to its rounding") {
  Cloud<3, float> cloud = make_cloud<3, float>(stretched_lattice<3>({1.6, 0.8, 0.8}, {7, 7, 7}, 0.05));
  const Sums start = sums_of<3, float>(cloud.set);
  std::uint64_t next_id = 0;
  const Inserted inserted = refill(cloud, NewFields::Donors, next_id);
  const Sums end = sums_of<3, float>(cloud.set);
  const double rounding = 2 * 6e-8 * double(inserted.counts[0]);  // masses are one to two
  CHECK(std::abs(end.mass - start.mass) < rounding);
  CHECK(norm(end.momentum - start.momentum) < 3 * rounding);
  CHECK(std::abs(end.deformed - start.deformed) < 3 * rounding);
}

// Oracle: a field that is uniform or linear. Interpolation through the grid returns a uniform velocity
// exactly; of a shear flow it returns something else than the donors' mean, which costs momentum: the
// negative control of the test above.
TEST_CASE("interpolation through the grid keeps a uniform flow but no momentum") {
  for (const double shear : {0.0, 1.0}) {
    Cloud<3, double> cloud = stretched_cloud<3>();
    const Index before = cloud.set.count();
    const ParticleView<3, double> p = view_of<3, double>(cloud.set);
    for (Index s = 0; s < before; ++s) {
      p.v[0][s] = 3 + shear * cloud.place(s)[1];
      p.v[1][s] = 2, p.v[2][s] = -1;
    }
    const Sums start = sums_of<3, double>(cloud.set);
    std::uint64_t next_id = 0;
    refill(cloud, NewFields::Grid, next_id);
    const Sums end = sums_of<3, double>(cloud.set);
    CHECK(std::abs(end.mass - start.mass) < 1e-13 * start.mass);
    const double lost = norm(end.momentum - start.momentum);
    if (shear == 0)
      CHECK(lost < 1e-13 * start.mass * 4);
    else
      CHECK(lost > 1e-4);
    // Through the grid the flow is smoothed over two cells, 4 r, and the lattice is even: half a shear over
    // r.
    for (Index s = before; s < cloud.set.count(); ++s) {
      const double v = cloud.set.plane<double>("v", 0)[s];
      CHECK(std::abs(v - 3 - shear * cloud.place(s)[1]) < 0.5 * shear + 1e-12);
    }
  }
}

// Oracle: counting by hand. A point between two particles gets a third of each, one that has none within r
// takes from those within 1.5 r or 2 r, and one further away is left out.
TEST_CASE("donors are sought further out where there are none") {
  for (const double apart : {0.9, 1.4, 1.9, 2.1}) {
    CAPTURE(apart);
    Cloud<2, double> cloud = make_cloud<2, double>({{3.5 - apart, 3.5}, {3.5 + apart, 3.5}, {9, 9}});
    for (Index s = 0; s < 3; ++s) cloud.set.plane<double>("mass")[s] = 3;
    std::uint64_t next_id = 3;
    const Inserted inserted =
        insert_particles<2, double>(cloud.points(), {&cloud.set}, {{{3, 3}, {0.5f, 0.5f}}}, {}, next_id);
    const double* mass = cloud.set.plane<double>("mass");
    REQUIRE(inserted.counts[0] == (apart < 2 ? 1 : 0));
    CHECK(inserted.left_out == (apart < 2 ? 0 : 1));
    CHECK(mass[0] == doctest::Approx(apart < 2 ? 2 : 3));
    if (apart > 2) continue;
    CHECK(mass[3] == doctest::Approx(2));
    CHECK(cloud.place(3)[0] == doctest::Approx(3.5));
    CHECK(cloud.place(3)[1] == doctest::Approx(3.5));
  }
}

// Oracle: by hand. A new particle belongs to the body of the nearest particle and takes nothing from the
// other.
TEST_CASE("a new particle belongs to the nearest body") {
  Cloud<2, double> near = make_cloud<2, double>({{3, 3}}), far = make_cloud<2, double>({{4, 3}});
  const PointCells<2> points({{&far.set, &far.runs}, {&near.set, &near.runs}}, {});
  std::uint64_t next_id = 2;
  const double before = far.set.plane<double>("mass")[0];
  const Inserted inserted =
      insert_particles<2, double>(points, {&far.set, &near.set}, {{{3, 3}, {0.4f, 0.0f}}}, {}, next_id);
  CHECK(inserted.counts == std::vector<Index>{0, 1});
  CHECK(far.set.plane<double>("mass")[0] == before);
  CHECK(near.set.plane<double>("mass")[0] == near.set.plane<double>("mass")[1]);
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/embedding/nonlinear_embedding.h>
#include <froth/embedding/part_contact.h>
#include <froth/embedding/resample.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

namespace {

struct Sums {
  double mass = 0, kinetic = 0;
  Vec3<double> moment{}, momentum{}, angular{}, embedded{};
};
Sums sums_of(const EmbeddedBody& body) {
  Sums s;
  for (std::size_t k = 0; k < body.x.size(); ++k) {
    const double m = body.mass[k];
    s.mass += m, s.kinetic += m / 2 * dot(body.v[k], body.v[k]);
    s.moment += m * body.x[k], s.momentum += m * body.v[k], s.embedded += m * body.embedded[k];
    s.angular += m * cross(body.x[k], body.v[k]);
  }
  return s;
}

/// A lattice that has flowed by `stretch` along x, at rest in that shape, with random velocities and masses.
EmbeddedBody stretched_lattice(double stretch, Rng& rng) {
  std::vector<Vec3<double>> points = lattice_points({9, 9, 9}, 1);
  EmbeddedBody body = body_at(points, 1, 32, {1, 1, 0, 0, 0});
  for (std::size_t s = 0; s < points.size(); ++s) {
    body.x[s] = body.embedded[s] = {stretch * points[s][0], points[s][1], points[s][2]};
    body.v[s] = rng.vector(1), body.mass[s] = rng.uniform(0.5, 1);
  }
  update_neighborhoods(body.embedded, body.support, 32, body.near);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int k = 0; k < body.near.count[i]; ++k)
      body.near.rest[i].set(
          k,
          body.embedded[body.near.of(static_cast<Index>(i))[static_cast<std::size_t>(k)]] - body.embedded[i]);
    update_gradients(body.near, static_cast<Index>(i), body.support[i]);
  }
  return body;
}

/// Lists name particles that are there, each once, in order, and never the particle itself.
void check_lists(const EmbeddedBody& body) {
  for (Index i = 0; i < body.count(); ++i) {
    const auto list = body.near.of(i);
    CHECK(list.size() <= kMostNeighbors);
    for (std::size_t k = 0; k < list.size(); ++k) {
      CHECK(list[k] < body.x.size());
      CHECK(list[k] != static_cast<std::uint32_t>(i));
      if (k > 0) CHECK(list[k - 1] < list[k]);
    }
  }
}

const auto kAnywhere = [](const Vec3<double>&) { return true; };

}  // namespace

// Oracle: digits of an independent program (numpy): inside a lattice of spacing one the matrix of Eq. (13) is
// 5.388889 times the identity.
TEST_CASE("sampling matrix of a lattice") {
  std::vector<double> h;
  Neighborhoods n;
  find_neighborhoods(lattice_points({9, 9, 9}, 1), 1, 32, n, h);
  const std::size_t middle = (4 * 9 + 4) * 9 + 4;
  const Sym3<double> B = sampling_matrix(n.rest[middle], 32);
  CHECK(max_difference(B.full(), Mat3<double>::identity() * 5.388889) < 5e-7);
  CHECK(std::abs(B.xx * h[middle] * h[middle] - kLatticeSampling) < 1e-3);
}

// Oracle: conservation. Splits keep mass, mass centre (world and embedded), momentum, angular momentum and
// kinetic energy to rounding; the sparse axis is x, and new particles lie along it.
TEST_CASE("splits keep all momenta") {
  Rng rng(1);
  EmbeddedBody body = stretched_lattice(2.5, rng);
  const std::size_t count = body.x.size();
  const Sums before = sums_of(body);
  std::uint64_t next_id = 1000;
  const ResampleCounts counts =
      resample_body(body, {.split_below = 0.5, .merge_above = 1e9}, kAnywhere, next_id);
  CHECK(counts.split > 0);
  CHECK(counts.merged == 0);
  CHECK(body.x.size() == count + static_cast<std::size_t>(counts.split));
  CHECK(next_id == 1000 + static_cast<std::uint64_t>(counts.split));
  const Sums after = sums_of(body);
  CHECK(std::abs(after.mass - before.mass) < 1e-11);
  CHECK(norm(after.moment - before.moment) < 1e-9);
  CHECK(norm(after.embedded - before.embedded) < 1e-9);
  CHECK(norm(after.momentum - before.momentum) < 1e-11);
  CHECK(norm(after.angular - before.angular) < 1e-9);
  CHECK(std::abs(after.kinetic - before.kinetic) < 1e-11);
  check_lists(body);
  // A place that is not free cancels every split.
  EmbeddedBody other = stretched_lattice(2.5, rng);
  const ResampleCounts none = resample_body(
      other, {.split_below = 0.5, .merge_above = 1e9}, [](const Vec3<double>&) { return false; }, next_id);
  CHECK(none.split == 0);
  CHECK(none.cancelled > 0);
}

// Oracle: conservation: merges keep mass, mass centre and momentum; kinetic energy falls.
TEST_CASE("merges keep mass, centre and momentum") {
  Rng rng(2);
  EmbeddedBody body = stretched_lattice(0.3, rng);
  const Sums before = sums_of(body);
  std::uint64_t next_id = 1000;
  const ResampleCounts counts = resample_body(body, {.split_below = 0, .merge_above = 2}, kAnywhere, next_id);
  CHECK(counts.merged > 0);
  CHECK(body.x.size() == 729 - static_cast<std::size_t>(counts.merged));
  const Sums after = sums_of(body);
  CHECK(std::abs(after.mass - before.mass) < 1e-11);
  CHECK(norm(after.moment - before.moment) < 1e-9);
  CHECK(norm(after.embedded - before.embedded) < 1e-9);
  CHECK(norm(after.momentum - before.momentum) < 1e-11);
  CHECK(after.kinetic < before.kinetic);
  check_lists(body);
}

// Oracle: an embeddable rest space has no energy where it is embedded, however it is turned: the nonlinear
// embedding finds a place without energy, and leaves a turned one alone, which the linear one turns back.
TEST_CASE("the embedding of least energy does not see rotation") {
  Rng rng(3);
  EmbeddedBody body = body_at(lattice_points({5, 5, 5}, 1), 1, 20, {1, 1, 0, 0, 0});
  const std::vector<Vec3<double>> rest = body.embedded;
  const Mat3<double> R = rng.rotation();
  for (std::size_t s = 0; s < rest.size(); ++s) body.embedded[s] = R * rest[s] + rng.vector(0.02);
  NonlinearSpace space;
  for (int k = 0; k < 20; ++k)
    solve_nonlinear_embedding(body, 1e-12, 10000, space);  // eight Newton steps each
  for (std::size_t s = 0; s < rest.size(); ++s)
    for (std::size_t t = 0; t < rest.size(); t += 17)
      CHECK(std::abs(norm(body.embedded[s] - body.embedded[t]) - norm(rest[s] - rest[t])) < 1e-6);
  double turned = 0;
  for (std::size_t s = 0; s < rest.size(); ++s) turned = std::max(turned, norm(body.embedded[s] - rest[s]));
  CHECK(turned > 1);
}

// Oracle: a rest shape that embedded space only turns is still at rest after new neighbours have come: the
// Green strain of every particle is none. Embedded vectors taken as they are give strains as large as the
// turn.
TEST_CASE("neighbours from an embedded space that has turned bring no strain") {
  Rng rng(4);
  const Mat3<double> R = rng.rotation();
  const auto strain_after = [&](bool turns_back) {
    EmbeddedBody body = body_at(lattice_points({5, 5, 5}, 1), 1, 12, {1, 1, 0, 0, 0});
    for (Vec3<double>& e : body.embedded) e = R * e;
    std::vector<Mat3<double>> to_rest;
    if (turns_back) to_rest = turns_to_rest(body);
    CHECK(update_neighborhoods(body.embedded, body.support, 20, body.near, {}, to_rest) > 500);
    deform_body(body, 0);
    double most = 0;
    for (const Mat3<double>& F : body.F)
      most = std::max(most, norm(sym(transpose(F) * F - Mat3<double>::identity())));
    return most;
  };
  CHECK(strain_after(true) < 1e-13);
  CHECK(strain_after(false) > 0.1);
}

// Oracle: Newton's third law to the bit, and the definition of who may touch: particles of two bodies do,
// neighbours in embedded space do not.
TEST_CASE("parts that are far apart in embedded space repel each other") {
  std::vector<EmbeddedBody> bodies = {body_at(lattice_points({3, 3, 3}, 1), 1, 12, {1, 1, 0, 0, 0}),
                                      body_at(lattice_points({3, 3, 3}, 1), 1, 12, {1, 1, 0, 0, 0})};
  for (Vec3<double>& x : bodies[1].x) x += Vec3<double>{2.5, 0.1, 0};
  const PartContact contact{.distance = 1};
  CHECK(add_part_contact(std::span(bodies).first(1), contact) == 0);  // alone: all are neighbours
  CHECK(add_part_contact(bodies, contact) == 9);
  Vec3<double> sum{};
  for (const EmbeddedBody& body : bodies)
    for (const Vec3<double>& f : body.force) sum += f;
  CHECK(norm(sum) < 2e-14);           // 54 additions of forces up to 3
  CHECK(bodies[0].force[22][0] < 0);  // pushed away from the other
  // Minus the slope of the energy, by a central difference.
  const auto energy_at = [&](double off) {
    std::vector<EmbeddedBody> moved = bodies;
    moved[1].x[4][0] += off;
    return part_contact_energy(moved, contact);
  };
  CHECK(bodies[1].force[4][0] == doctest::Approx(-(energy_at(1e-6) - energy_at(-1e-6)) / 2e-6).epsilon(1e-6));
}

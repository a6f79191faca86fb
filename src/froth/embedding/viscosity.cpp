// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/viscosity.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Iterations at most; a step that needs more goes on with what there is, which conserves momentum too.
constexpr int kMostIterations = 200;

}  // namespace

void viscous_forces(const Links& links, double eta, std::span<const Vec3<double>> v,
                    std::span<Vec3<double>> force) {
  for_each_particle(static_cast<Index>(v.size()), [&](Index i) {
    Vec3<double> sum{};
    for (std::size_t k = links.begin[at(i)]; k < links.begin[at(i) + 1]; ++k)
      sum += (eta * links.viscosity[k]) * (v[links.other[k]] - v[at(i)]);
    force[at(i)] = sum;
  });
}

CgReport damp_implicitly(EmbeddedBody& body, double eta, double tau, double tolerance,
                         ViscositySpace& space) {
  const Links& links = body.links;
  space.right.resize(body.x.size());
  space.diagonal.resize(body.x.size());
  for_each_particle(body.count(), [&](Index i) {
    double sum = 0;
    for (std::size_t k = links.begin[at(i)]; k < links.begin[at(i) + 1]; ++k) sum += links.viscosity[k];
    space.diagonal[at(i)] = body.mass[at(i)] + tau * eta * sum;
    space.right[at(i)] = body.mass[at(i)] * body.v[at(i)];
  });
  const auto apply = [&](std::span<const Vec3<double>> v, std::span<Vec3<double>> y) {
    for_each_particle(body.count(), [&](Index i) {
      Vec3<double> sum{};
      for (std::size_t k = links.begin[at(i)]; k < links.begin[at(i) + 1]; ++k)
        sum += links.viscosity[k] * v[links.other[k]];
      y[at(i)] = space.diagonal[at(i)] * v[at(i)] - (tau * eta) * sum;
    });
  };
  const CgReport report =
      conjugate_gradients(apply, space.diagonal, space.right, body.v, tolerance, kMostIterations, space.cg);
  struct Sums {
    Vec3<double> momentum{};
    double mass = 0;
    Sums& operator+=(const Sums& other) {
      momentum += other.momentum, mass += other.mass;
      return *this;
    }
  };
  const Sums lost = sum_particles(body.count(), Sums{}, [&](Sums& sum, Index i) {
    sum.momentum += space.right[at(i)] - body.mass[at(i)] * body.v[at(i)];
    sum.mass += body.mass[at(i)];
  });
  const Vec3<double> shift = lost.momentum / lost.mass;
  for_each_particle(body.count(), [&](Index i) { body.v[at(i)] += shift; });
  return report;
}

}  // namespace froth

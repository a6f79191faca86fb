// SPDX-License-Identifier: Apache-2.0
// Makes bodies, shows them to output, and counts what they hold in memory.
// Source: [Jones2014], section 3.6 for neighbourhoods at the start and Eq. (3) for volumes, scaled so that
// they make up the body: as printed they are about half of it, and not uniform.
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include <froth/base/error.h>
#include <froth/embedding/deformation.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Drawn as spheres of this share of their distance on a lattice, particles overlap a little.
constexpr double kRadiusShare = 0.6;

/// Condition of a basis matrix at the start, at most: a single layer of jittered points has 60 and more, two
/// layers have about 5.
constexpr double kWorstStart = 40;

PointField field(std::string_view name, const char* unit, int components, auto value) {
  return {std::string(name), unit, components, [value](int k, std::span<double> values) {
            for (std::size_t s = 0; s < values.size(); ++s) values[s] = value(k, s);
          }};
}

/// Masses by the volumes of samples, or by Eq. (3), scaled to the volume of the body.
void share_volume(EmbeddedBody& body, const std::vector<double>& volumes, bool is_sampled) {
  std::vector<double> estimate(body.x.size());
  double total = 0;
  for (Index i = 0; i < body.count(); ++i) {
    const Moments moments = moments_of(body.near.rest[at(i)], body.near.count[at(i)], body.support[at(i)]);
    if (!(condition_of(moments.A) < kWorstStart))
      throw InputError(fmt::format(
          "body \"{}\": the {} neighbours of the particle at ({:.4g}, {:.4g}, {:.4g}) m nearly lie in a "
          "plane "
          "or on a line, and say nothing about deformation across it; give the body at least two layers of "
          "particles every way (solver.spacing)",
          body.name, body.near.count[at(i)], body.x[at(i)][0], body.x[at(i)][1], body.x[at(i)][2]));
    total += estimate[at(i)] = volume_estimate(moments);
  }
  body.volume_factor = std::accumulate(volumes.begin(), volumes.end(), 0.0) / total;
  for (Index i = 0; i < body.count(); ++i)
    body.mass[at(i)] = body.density * (is_sampled ? volumes[at(i)] : body.volume_factor * estimate[at(i)]);
}

void check_coincidence(const EmbeddedBody& body) {
  for (Index i = 0; i < body.count(); ++i)
    for (int k = 0; k < body.near.count[at(i)]; ++k)
      if (norm(body.near.rest[at(i)][k]) < 1e-6 * body.spacing)
        throw InputError(fmt::format(
            "body \"{}\": two particles start at the same place, ({:.6g}, {:.6g}, {:.6g}) m; particles of a "
            "body must be apart",
            body.name, body.x[at(i)][0], body.x[at(i)][1], body.x[at(i)][2]));
}

}  // namespace

void EmbeddingSolver::add_body(std::string name, double density, const std::vector<double>& volumes,
                               double spacing, const EmbeddedLaw& law, std::vector<EmbeddedLaw> laws,
                               std::vector<Vec3<double>> x, std::vector<Vec3<double>> v) {
  EmbeddedBody body;
  body.name = std::move(name);
  body.density = density, body.spacing = spacing;
  body.law = law, body.laws = std::move(laws);
  body.x = std::move(x), body.v = std::move(v);
  body.embedded = body.updated_at = body.x;
  const std::size_t count = body.x.size();
  for (std::size_t s = 0; s < count; ++s) body.id.push_back(counters_.next_id++);
  body.force.resize(count), body.mass.resize(count), body.flowed.resize(count);
  body.F.assign(count, Mat3<double>::identity()), body.stress.resize(count), body.is_loose.resize(count);
  body.near.fit = settings_.fit;
  find_neighborhoods(body.x, spacing, settings_.neighbors, body.near, body.support, sight_past(start_walls_));
  check_coincidence(body);
  share_volume(body, volumes, settings_.samples_volumes);
  link(body);
  deform_body(body, 0);
  push(body);
  update_frequency(body);
  bodies_.push_back(std::move(body));
}

std::vector<BodyView> EmbeddingSolver::bodies() const {
  std::vector<BodyView> views;
  for (const EmbeddedBody& b : bodies_) {
    BodyView view{.name = b.name, .law = EmbeddedLaw::name, .id = b.id, .fields = {}};
    const auto radius = [&b](int, std::size_t s) { return kRadiusShare * std::cbrt(b.mass[s] / b.density); };
    const auto J = [&b](int, std::size_t s) { return determinant(b.F[s]); };
    view.fields = {field(kPosition, "m", 3, [&b](int k, std::size_t s) { return b.x[s][k]; }),
                   field(kVelocity, "m/s", 3, [&b](int k, std::size_t s) { return b.v[s][k]; }),
                   field(kRadius, "m", 1, radius),
                   field("J", "-", 1, J),
                   field("embedded", "m", 3, [&b](int k, std::size_t s) { return b.embedded[s][k]; }),
                   field("flowed", "-", 1, [&b](int, std::size_t s) { return b.flowed[s]; }),
                   field("mass", "kg", 1, [&b](int, std::size_t s) { return b.mass[s]; }),
                   field("neighbors", "-", 1, [&b](int, std::size_t s) { return double(b.near.count[s]); }),
                   field("F", "-", 9, [&b](int k, std::size_t s) { return b.F[s](k / 3, k % 3); })};
    views.push_back(std::move(view));
  }
  return views;
}

std::size_t EmbeddingSolver::bytes() const {
  std::size_t total = pulls_.bytes();
  for (const EmbeddedBody& b : bodies_)
    total += b.near.bytes() + b.links.bytes() +
             (b.x.capacity() + b.v.capacity() + b.embedded.capacity() + b.force.capacity() +
              b.updated_at.capacity()) *
                 sizeof(Vec3<double>) +
             (b.F.capacity() + b.stress.capacity()) * sizeof(Mat3<double>) +
             (b.mass.capacity() + b.support.capacity() + b.flowed.capacity() + b.id.capacity()) * 8;
  return total;
}

}  // namespace froth

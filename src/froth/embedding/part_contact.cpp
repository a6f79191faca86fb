// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/part_contact.h>

#include <algorithm>
#include <cmath>

#include <froth/embedding/loops.h>
#include <froth/geometry/neighbor_search.h>

namespace froth {

namespace {

/// Sliding slower than this share of a spacing per millisecond is held back in proportion to its speed.
constexpr double kSlowSliding = 1e-3;

/// A particle among those of all bodies.
struct Place {
  std::uint32_t body, slot;
};

/// All particles of all bodies in world space.
class World {
 public:
  World(std::span<const EmbeddedBody> bodies, const PartContact& contact, const StandsBetween& stands_between)
      : bodies_(bodies),
        contact_(contact),
        stands_between_(stands_between),
        places_(places_of(bodies)),
        points_(points_of(bodies)) {
    for (const EmbeddedBody& body : bodies) widest_ = std::max(widest_, body.spacing);
  }
  Index count() const { return static_cast<Index>(points_.size()); }
  const Place& place(Index k) const { return places_[static_cast<std::size_t>(k)]; }
  NeighborSearch<3> search() const { return NeighborSearch<3>(points_, std::max(radius(), 1e-12)); }
  double radius() const { return contact_.distance * widest_; }

  /// Calls `visit(pair)` for every other particle that touches the k-th.
  template <class Visit>
  void visit_touching(const NeighborSearch<3>& search, Index k, const Visit& visit) const {
    const Place own = place(k);
    const EmbeddedBody& body = bodies_[own.body];
    search.visit_within(
        points_[static_cast<std::size_t>(k)], radius(), [&](std::uint32_t point, double square) {
          const Place other = places_[point];
          const EmbeddedBody& second = bodies_[other.body];
          const double distance = contact_.distance * 0.5 * (body.spacing + second.spacing);
          if (point == k || square >= distance * distance || !(square > 0)) return;
          if (own.body == other.body) {
            const Vec3<double> apart = body.embedded[other.slot] - body.embedded[own.slot];
            const double h = std::max(body.support[own.slot], body.support[other.slot]);
            if (dot(apart, apart) <= h * h) return;
          }
          if (stands_between_ && stands_between_(body.x[own.slot], second.x[other.slot])) return;
          visit(PartPair{second.x[other.slot] - body.x[own.slot], second.v[other.slot] - body.v[own.slot],
                         distance, stiffness(own, other), contact_.friction});
        });
  }

 private:
  static std::vector<Place> places_of(std::span<const EmbeddedBody> bodies) {
    std::vector<Place> places;
    for (std::uint32_t b = 0; b < bodies.size(); ++b)
      for (std::uint32_t s = 0; s < bodies[b].x.size(); ++s) places.push_back({b, s});
    return places;
  }
  static std::vector<Vec3<double>> points_of(std::span<const EmbeddedBody> bodies) {
    std::vector<Vec3<double>> points;
    for (const EmbeddedBody& body : bodies) points.insert(points.end(), body.x.begin(), body.x.end());
    return points;
  }
  /// Of the softer of the two [N/m].
  double stiffness(const Place& a, const Place& b) const {
    const auto of = [&](const Place& p) {
      const EmbeddedBody& body = bodies_[p.body];
      const EmbeddedLaw& law = body.law_of(p.slot);
      return (law.lambda + 2 * law.mu) * body.spacing;
    };
    return contact_.stiffness * std::min(of(a), of(b));
  }

  std::span<const EmbeddedBody> bodies_;
  const PartContact& contact_;
  const StandsBetween& stands_between_;
  std::vector<Place> places_;
  std::vector<Vec3<double>> points_;
  double widest_ = 0;
};

}  // namespace

Vec3<double> pair_force(const PartPair& pair) {
  const double length = norm(pair.arm), depth = pair.distance - length;
  if (!(depth > 0) || !(length > 0)) return {};
  const Vec3<double> n = pair.arm / length;
  const double press = pair.stiffness * depth;
  Vec3<double> force = -press * n;
  if (pair.friction > 0) {
    const Vec3<double> sliding = pair.relative - dot(pair.relative, n) * n;
    const double slow = kSlowSliding * pair.distance / 1e-3;
    force += (pair.friction * press / std::max(norm(sliding), slow)) * sliding;
  }
  return force;
}

Index add_part_contact(std::span<EmbeddedBody> bodies, const PartContact& contact,
                       const StandsBetween& stands_between) {
  const World world(bodies, contact, stands_between);
  if (world.count() == 0 || !(contact.distance > 0)) return 0;
  const NeighborSearch<3> search = world.search();
  return sum_particles(world.count(), Index{0},
                       [&](Index& pairs, Index k) {
                         const Place own = world.place(k);
                         Vec3<double> sum{};
                         world.visit_touching(search, k, [&](const PartPair& pair) {
                           sum += pair_force(pair);
                           ++pairs;
                         });
                         bodies[own.body].force[own.slot] += sum;
                       }) /
         2;
}

double part_contact_energy(std::span<const EmbeddedBody> bodies, const PartContact& contact,
                           const StandsBetween& stands_between) {
  const World world(bodies, contact, stands_between);
  if (world.count() == 0 || !(contact.distance > 0)) return 0;
  const NeighborSearch<3> search = world.search();
  return sum_particles(world.count(), 0.0, [&](double& energy, Index k) {
    world.visit_touching(search, k, [&](const PartPair& pair) {
      const double depth = pair.distance - norm(pair.arm);
      energy += pair.stiffness / 4 * depth * depth;  // a half of it to each
    });
  });
}

}  // namespace froth

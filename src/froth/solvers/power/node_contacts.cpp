// SPDX-License-Identifier: Apache-2.0
// Source: as solvers/power/node_contacts.h.
#include <froth/solvers/power/node_contacts.h>

namespace froth {

namespace {

/// What contacts do: work of obstacles that move, and what rigid bodies get.
struct GivenInContact {
  double work = 0;  ///< [J]
  std::vector<RigidImpulse> impulses;

  GivenInContact& operator+=(const GivenInContact& other) {
    work += other.work;
    for (std::size_t b = 0; b < impulses.size(); ++b) impulses[b] += other.impulses[b];
    return *this;
  }
};

}  // namespace

template <int Dim>
NodeContacts<Dim>::NodeContacts(const PosedObstacles& obstacles, std::span<const Vec<Dim, double>> node,
                                std::span<const double> node_mass, double cell_size) {
  // A node this close to a surface is in contact: small against a cell, large against rounding.
  const double touch = 1e-4 * cell_size;
  constexpr Index chunk = 512;
  std::vector<std::vector<Contact>> found(static_cast<std::size_t>(chunk_count(Index(node.size()), chunk)));
  parallel_chunks(static_cast<Index>(node.size()), chunk, [&](const Chunk& c) {
    auto& list = found[static_cast<std::size_t>(c.number)];
    for (Index i = c.begin; i < c.end; ++i) {
      const auto n = static_cast<std::size_t>(i);
      if (!(node_mass[n] > 0)) continue;
      const Vec3<double> x = lift(node[n]);
      for (const PosedCollider& collider : obstacles.colliders) {
        if (collider.distance(x) > touch) continue;
        const Vec3<double> normal = collider.normal(x, touch);
        list.push_back({static_cast<std::uint32_t>(n), collider.contact, collider.velocity(x, normal), normal,
                        x, collider.rigid});
      }
      for (const PosedRegion& region : obstacles.sources)
        if (region.distance(x) <= touch)
          list.push_back(
              {static_cast<std::uint32_t>(n), {.kind = ContactKind::Sticky}, region.velocity(x), {}});
    }
  });
  for (const std::vector<Contact>& list : found)
    for (const Contact& contact : list) {
      if (contacts_.empty() || contacts_.back().node != contact.node) first_of_.push_back(contacts_.size());
      contacts_.push_back(contact);
    }
  first_of_.push_back(contacts_.size());
}

template <int Dim>
double NodeContacts<Dim>::apply(std::span<const double> node_mass, std::span<Vec<Dim, double>> node_v,
                                std::span<RigidImpulse> impulses) const {
  const GivenInContact zero{0, std::vector<RigidImpulse>(impulses.size())};
  const GivenInContact given =
      sum_over(0, first_of_.size() - 1, zero, [&](GivenInContact& sum, std::size_t k) {
        for (std::size_t c = first_of_[k]; c < first_of_[k + 1]; ++c) {
          const Contact& contact = contacts_[c];
          Vec<Dim, double>& own = node_v[contact.node];
          const Vec3<double> v = lift(own);
          const Vec3<double> after = resolve_contact(contact.rule, v, contact.velocity, contact.normal);
          const Vec3<double> gain = node_mass[contact.node] * (after - v);
          if (contact.rigid < 0)
            sum.work += dot(gain, contact.velocity);
          else
            sum.impulses[static_cast<std::size_t>(contact.rigid)].add(contact.x, -gain);
          own = drop<Dim>(after);
        }
      });
  for (std::size_t b = 0; b < impulses.size(); ++b) impulses[b] += given.impulses[b];
  return given.work;
}

template <int Dim>
std::vector<TouchingMass> NodeContacts<Dim>::touching(std::span<const double> node_mass,
                                                      std::span<const Vec<Dim, double>> node_v) const {
  std::vector<TouchingMass> all;
  for (const Contact& c : contacts_)
    if (c.rigid >= 0)
      all.push_back({static_cast<std::size_t>(c.rigid), node_mass[c.node], c.x, lift(node_v[c.node]),
                     c.normal, c.rule});
  return all;
}

template <int Dim>
void NodeContacts<Dim>::follow(const RigidBodies& rigid) {
  for (Contact& c : contacts_) {
    if (c.rigid < 0) continue;
    const auto b = static_cast<std::size_t>(c.rigid);
    c.velocity = velocity_at(rigid.expected(b), c.x - rigid.bodies()[b].center);
  }
}

template class NodeContacts<2>;
template class NodeContacts<3>;

}  // namespace froth

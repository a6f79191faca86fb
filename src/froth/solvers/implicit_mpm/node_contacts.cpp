// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/node_contacts.h>

#include <algorithm>

namespace froth {

namespace {

/// A contact that has changed its mind so often in one step keeps it: the active set must come to an end.
constexpr int kMostChanges = 4;

Vec3<double> along(const Vec3<double>& v, const Vec3<double>& normal) { return v - dot(v, normal) * normal; }

}  // namespace

template <int Dim, class Real>
NodeContacts<Dim, Real>::NodeContacts(const std::vector<ConstrainedNode>& nodes) {
  for (const ConstrainedNode& from : nodes) {
    Node node{from.block, from.node, from.x, {}, {}};
    for (const ContactConstraint<double>& rule : from.contacts) {
      node.contacts.push_back({rule, !rule.separates, false, 0, {}});
      has_friction_ |= rule.friction > 0;
      has_motion_ |= rule.rigid >= 0 || dot(rule.velocity, rule.velocity) > 0;
    }
    prescribe(node);
    nodes_.push_back(std::move(node));
  }
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::prescribe(Node& node) {
  node.prescribed = {};
  for (const Contact& contact : node.contacts)
    if (contact.is_active && !contact.rule.sticks) node.prescribed.prescribe(contact.rule);
  // What friction holds fills up the directions that are left; what sticks decides alone.
  for (const Contact& contact : node.contacts)
    if (contact.is_active && contact.is_held)
      for (int d = 0; d < 3; ++d) {
        Vec3<double> axis{};
        axis[d] = 1;
        node.prescribed.prescribe(axis, contact.rule.velocity[d]);
      }
  for (const Contact& contact : node.contacts)
    if (contact.rule.sticks) node.prescribed.prescribe(contact.rule);
}

/// By the rule of contact.h: friction takes at most mu times the change of normal velocity off the rest.
template <int Dim, class Real>
void NodeContacts<Dim, Real>::begin_friction(Contact& contact, const Vec3<double>& v, double mass) {
  if (!(contact.rule.friction > 0)) return;
  const Vec3<double> relative = v - contact.rule.velocity, tangent = along(relative, contact.rule.normal);
  const double speed = norm(tangent), most = contact.rule.friction * -dot(relative, contact.rule.normal);
  contact.is_held = speed <= most;
  contact.friction = contact.is_held ? Vec3<double>{} : (mass * most / speed) * tangent;
}

template <int Dim, class Real>
bool NodeContacts<Dim, Real>::activate(const Field& v, const Field& masses) {
  const auto count = static_cast<Index>(nodes_.size());
  std::vector<char> is_new(static_cast<std::size_t>(chunk_count(count, 256)), 0);
  parallel_chunks(count, 256, [&](const Chunk& c) {
    for (Index k = c.begin; k < c.end; ++k) {
      Node& node = nodes_[static_cast<std::size_t>(k)];
      const Vec3<double> own = at(v, node);
      for (std::size_t tries = 0; tries < node.contacts.size(); ++tries) {
        const Vec3<double> now = node.prescribed.apply(own);
        bool changed = false;
        for (Contact& contact : node.contacts) {
          if (contact.is_active || !(dot(contact.rule.normal, now - contact.rule.velocity) < 0)) continue;
          contact.is_active = changed = true;
          begin_friction(contact, own, double(masses.block(node.block)[node.node][3]));
        }
        if (!changed) break;
        is_new[static_cast<std::size_t>(c.number)] = 1;
        prescribe(node);
      }
    }
  });
  return std::ranges::any_of(is_new, [](char c) { return c != 0; });
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::constrain(Field& v) const {
  each_node([&](const Node& node) {
    PrescribedVelocity<double> prescribed = node.prescribed;
    const Vec3<double> own = at(v, node);
    Vec3<double> now = prescribed.apply(own);
    for (const Contact& contact : node.contacts) {
      if (contact.is_active || !(dot(contact.rule.normal, now - contact.rule.velocity) < 0)) continue;
      prescribed.prescribe(contact.rule);
      now = prescribed.apply(own);
    }
    put(v, node, now);
  });
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::project(Field& dv) const {
  each_node([&](const Node& node) {
    if (node.prescribed.count > 0) put(dv, node, node.prescribed.project(at(dv, node)));
  });
}

/// A held node slides where more than mu R would be needed to hold it, against the impulse that held it; a
/// sliding one is held where it would slide back. `least` is an impulse too small to be judged by.
template <int Dim, class Real>
bool NodeContacts<Dim, Real>::update_friction(Contact& contact, const Vec3<double>& v,
                                              const Vec3<double>& impulse, double least, double share) {
  const Vec3<double>& n = contact.rule.normal;
  const double most = contact.rule.friction * std::max(0.0, dot(impulse, n));
  const bool may_change = contact.changes < kMostChanges;
  if (contact.is_held) {
    const Vec3<double> holding = along(impulse, n);
    const double strength = norm(holding);
    if (!may_change || strength <= most + least) return false;
    contact.is_held = false;
    contact.friction = (-most / strength) * holding;
    contact.changes += 1;
    return true;
  }
  const Vec3<double> tangent = along(v - contact.rule.velocity, n);
  const double speed = norm(tangent);
  if (speed == 0 || dot(tangent, contact.friction) < 0) {  // it would slide back: in the end, held
    contact.is_held = true;
    contact.friction = {};
    contact.changes += 1;
    return true;
  }
  contact.friction += share * ((most / speed) * tangent - contact.friction);
  return false;
}

template <int Dim, class Real>
ContactUpdate NodeContacts<Dim, Real>::update(const Field& v, const Field& gradient, const Field& scale,
                                              double speed, double share) {
  ContactUpdate all;
  for (Node& node : nodes_) {
    const double least = speed * double(scale.block(node.block)[node.node][3]);
    const Vec3<double> impulse = at(gradient, node), own = at(v, node);
    bool changed = false;
    for (Contact& contact : node.contacts) {
      if (!contact.is_active || contact.rule.sticks) continue;
      const Vec3<double> before = contact.friction;
      const bool pulls = dot(contact.rule.normal, impulse) < -least;
      if (contact.rule.separates && pulls && contact.changes < kMostChanges) {
        contact.is_active = contact.is_held = false;
        contact.friction = {};
        contact.changes += 1;
        changed = true;
      } else if (share > 0 && contact.rule.friction > 0) {
        changed |= update_friction(contact, own, impulse, least, share);
      }
      all.friction += norm(contact.friction);
      all.moved += norm(contact.friction - before);
    }
    all.nodes += 1, all.changed += changed, all.least += least;
    if (changed) prescribe(node);
  }
  return all;
}

template <int Dim, class Real>
double NodeContacts<Dim, Real>::energy(const Field& v) const {
  double sum = 0;
  if (!has_friction_) return sum;
  for (const Node& node : nodes_)
    for (const Contact& contact : node.contacts)
      if (contact.is_active) sum += dot(contact.friction, at(v, node) - contact.rule.velocity);
  return sum;
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::add_friction(Field& gradient) const {
  if (!has_friction_) return;
  for (const Node& node : nodes_)
    for (const Contact& contact : node.contacts)
      if (contact.is_active) put(gradient, node, at(gradient, node) + contact.friction);
}

template <int Dim, class Real>
double NodeContacts<Dim, Real>::work(const Field& gradient, std::span<RigidImpulse> impulses) const {
  double sum = 0;
  const auto count = [&](const Node& node, const ContactConstraint<double>& rule, const Vec3<double>& given) {
    if (rule.rigid < 0)
      sum += dot(given, rule.velocity);
    else
      impulses[static_cast<std::size_t>(rule.rigid)].add(node.x, -1.0 * given);
  };
  for (const Node& node : nodes_) {
    const Vec3<double> impulse = at(gradient, node);
    const auto sticks = [](const Contact& contact) { return contact.rule.sticks; };
    const auto last = std::find_if(node.contacts.rbegin(), node.contacts.rend(), sticks);
    if (last != node.contacts.rend()) {
      count(node, last->rule, impulse);
      continue;
    }
    for (const Contact& contact : node.contacts) {
      if (!contact.is_active) continue;
      const Vec3<double>& n = contact.rule.normal;
      const Vec3<double> rubbed = contact.is_held ? along(impulse, n) : -1.0 * contact.friction;
      count(node, contact.rule, dot(impulse, n) * n + rubbed);
    }
  }
  return sum;
}

#define FROTH_INSTANCE(Dim, Real) template class NodeContacts<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

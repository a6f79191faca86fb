// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/node_contacts.h>

#include <algorithm>

namespace froth {

namespace {

/// A contact that has let go so often in one step stays: the active set must come to an end.
constexpr int kMostReleases = 3;

}  // namespace

template <int Dim, class Real>
NodeContacts<Dim, Real>::NodeContacts(const std::vector<ConstrainedNode>& nodes, double stick_speed)
    : stick_speed_(stick_speed) {
  for (const ConstrainedNode& from : nodes) {
    Node node{from.block, from.node, {}, {}};
    for (const ContactConstraint<double>& rule : from.contacts) {
      node.contacts.push_back({rule, !rule.separates, 0, 0});
      has_friction_ |= rule.friction > 0;
    }
    prescribe(node);
    nodes_.push_back(std::move(node));
  }
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::prescribe(Node& node) {
  node.prescribed = {};
  // What sticks comes last, since it decides alone.
  for (const bool sticks : {false, true})
    for (const Contact& contact : node.contacts)
      if (contact.is_active && contact.rule.sticks == sticks) node.prescribed.prescribe(contact.rule);
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::activate(const Field& v) {
  parallel_chunks(static_cast<Index>(nodes_.size()), 256, [&](const Chunk& c) {
    for (Index k = c.begin; k < c.end; ++k) {
      Node& node = nodes_[static_cast<std::size_t>(k)];
      const Vec3<double> own = at(v, node);
      for (std::size_t tries = 0; tries < node.contacts.size(); ++tries) {
        const Vec3<double> now = node.prescribed.apply(own);
        bool changed = false;
        for (Contact& contact : node.contacts) {
          if (contact.is_active || !(dot(contact.rule.normal, now - contact.rule.velocity) < 0)) continue;
          contact.is_active = changed = true;
        }
        if (!changed) break;
        prescribe(node);
      }
    }
  });
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

template <int Dim, class Real>
bool NodeContacts<Dim, Real>::release(const Field& gradient, const Field& masses, double speed) {
  bool any = false;
  for (Node& node : nodes_) {
    const double mass = double(masses.block(node.block)[node.node][3]);
    const Vec3<double> g = at(gradient, node);
    bool changed = false;
    for (Contact& contact : node.contacts) {
      if (!contact.is_active || !contact.rule.separates || contact.releases >= kMostReleases) continue;
      if (!(dot(contact.rule.normal, g) < -speed * mass)) continue;
      contact.is_active = false;
      contact.releases += 1;
      contact.normal_impulse = 0;
      changed = true;
    }
    if (changed) prescribe(node);
    any |= changed;
  }
  return any;
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::lag_normal_impulses(const Field& gradient) {
  if (!has_friction_) return;
  for (Node& node : nodes_)
    for (Contact& contact : node.contacts)
      contact.normal_impulse =
          contact.is_active ? std::max(0.0, dot(contact.rule.normal, at(gradient, node))) : 0.0;
}

/// Of the rounded length: s^2/(2 e) + e/2 below e, else s.
template <int Dim, class Real>
double NodeContacts<Dim, Real>::energy(const Field& v) const {
  double sum = 0;
  each_friction(v, [&](const Node&, const Friction& f) {
    const double e = stick_speed_;
    sum += f.strength * (f.speed < e ? f.speed * f.speed / (2 * e) + e / 2 : f.speed);
  });
  return sum;
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::add_gradient(const Field& v, Field& gradient) const {
  each_friction(v, [&](const Node& node, const Friction& f) {
    put(gradient, node, at(gradient, node) + (f.strength / std::max(f.speed, stick_speed_)) * f.tangent);
  });
}

template <int Dim, class Real>
void NodeContacts<Dim, Real>::add_product(const Field& v, const Field& p, Field& product) const {
  each_friction(v, [&](const Node& node, const Friction& f) {
    const Vec3<double> own = at(p, node);
    Vec3<double> along = own - dot(own, f.normal) * f.normal;
    if (f.speed >= stick_speed_) along = along - (dot(along, f.tangent) / (f.speed * f.speed)) * f.tangent;
    put(product, node, at(product, node) + (f.strength / std::max(f.speed, stick_speed_)) * along);
  });
}

template <int Dim, class Real>
double NodeContacts<Dim, Real>::work(const Field& gradient) const {
  double sum = 0;
  for (const Node& node : nodes_) {
    const Vec3<double> impulse = at(gradient, node);
    // A node in several contacts moves with the one that acts last.
    for (const Contact& contact : node.contacts)
      if (contact.is_active) {
        const Vec3<double> part =
            contact.rule.sticks ? impulse : dot(impulse, contact.rule.normal) * contact.rule.normal;
        sum += dot(part, contact.rule.velocity);
        if (contact.rule.sticks) break;
      }
  }
  return sum;
}

#define FROTH_INSTANCE(Dim, Real) template class NodeContacts<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

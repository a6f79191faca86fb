// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/rigid_bodies.h>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/obstacles/rigid_contacts.h>

namespace froth {

namespace {

RigidBody make_body(const Collider& collider, std::size_t number, int dimension) {
  const RigidSpec& spec = *collider.rigid;
  RigidBody body;
  body.collider = number, body.dimension = dimension;
  body.friction = spec.friction, body.restitution = spec.restitution;
  const Bounds box = collider.shape.bounds();
  if (box.is_finite(dimension)) body.mass = rigid_mass(collider.shape, spec.density, dimension);
  if (!(body.mass.mass > 0) || !(body.mass.inertia(2, 2) > 0))
    throw InputError(fmt::format(
        "collider \"{}\" cannot be dynamic: its shape is unbounded, or has no inside to give it mass",
        collider.name));
  body.center = body.mass.center;
  for (int corner = 0; corner < 1 << dimension; ++corner) {
    Vec3<double> x{};
    for (int d = 0; d < dimension; ++d) x[d] = (corner >> d & 1) != 0 ? box.max[d] : box.min[d];
    body.reach = std::max(body.reach, norm(x - body.center));
  }
  body.momentum = body.mass.mass * spec.velocity;
  body.spin = dimension == 2 ? Vec3<double>{0, 0, body.mass.inertia(2, 2) * spec.angular_velocity[2]}
                             : body.mass.inertia * spec.angular_velocity;
  if (dimension == 2) body.momentum[2] = 0;
  return body;
}

}  // namespace

RigidBodies::RigidBodies(const std::vector<Collider>& colliders, int dimension) {
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    body_of_.push_back(colliders[c].rigid ? static_cast<int>(bodies_.size()) : -1);
    if (colliders[c].rigid) bodies_.push_back(make_body(colliders[c], c, dimension));
  }
  if (is_empty()) return;
  for (const Collider& c : colliders)
    balls_.push_back(c.shape.bounds().is_finite(dimension) ? surface_balls(c.shape, dimension)
                                                           : SurfaceBalls{});
  load_.resize(count());
  for (const RigidBody& body : bodies_) expected_.push_back(body.velocity());
}

Pose RigidBodies::end(int b, double dt) const {
  const auto n = static_cast<std::size_t>(b);
  RigidBody body = bodies_[n];
  const Twist& v = expected_[n];
  if (!(v == body.velocity())) {  // with what the material has not given yet
    body.momentum = body.mass.mass * linear(v);
    body.spin = body.dimension == 2 ? Vec3<double>{0, 0, body.mass.inertia(2, 2) * v[5]}
                                    : body.inertia() * angular(v);
  }
  body.move(dt);
  Pose pose = body.pose();
  pose.linear = linear(v), pose.angular = angular(v);
  return pose;
}

void RigidBodies::accelerate(const Acceleration& load, double dt, double kept) {
  for (std::size_t b = 0; b < count(); ++b) {
    RigidBody& body = bodies_[b];
    load_[b] = load(body.center);
    if (body.dimension == 2) load_[b][2] = 0;
    body.momentum = kept * (body.momentum + (dt * body.mass.mass) * load_[b]);
    body.spin = kept * body.spin;
    expected_[b] = body.velocity();
  }
}

double RigidBodies::collide(const std::vector<Collider>& colliders, std::span<const TouchingMass> touching,
                            double time, double dt, double strength) {
  return collide(colliders, couple(bodies_, touching), time, dt, strength);
}

double RigidBodies::collide(const std::vector<Collider>& colliders, std::vector<CoupledBody> coupled,
                            double time, double dt, double strength) {
  std::vector<Pose> poses = poses_at(colliders, time, *this);
  std::vector<PosedCollider> posed;
  for (std::size_t c = 0; c < colliders.size(); ++c)
    posed.emplace_back(colliders[c], poses[c], poses[c], time);
  const RigidSurroundings around{colliders, posed, poses, balls_, body_of_};
  const std::vector<RigidContact> contacts = find_contacts(bodies_, around, dt);
  const std::vector<Vec3<double>> impulses =
      resolve_contacts(bodies_, contacts, dt, dt * strength, last_, coupled);
  part_bodies(contacts, dt, bodies_);
  double work = 0;
  last_.clear();
  std::vector<RigidImpulse> given(count());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const RigidContact& c = contacts[k];
    given[static_cast<std::size_t>(c.a)].add(c.x, impulses[k]);
    if (c.b >= 0) given[static_cast<std::size_t>(c.b)].add(c.x, -1.0 * impulses[k]);
    work += dot(impulses[k], c.surface);
    last_.push_back({c.key, impulses[k]});
  }
  receive(given);
  for (std::size_t b = 0; b < count(); ++b) expected_[b] = coupled[b].velocity;
  return work;
}

void RigidBodies::receive(std::span<const RigidImpulse> impulses) {
  for (std::size_t b = 0; b < count(); ++b) {
    bodies_[b].receive(impulses[b]);
    expected_[b] = bodies_[b].velocity();
  }
}

double RigidBodies::move(double dt) {
  double work = 0;
  for (std::size_t b = 0; b < count(); ++b) {
    RigidBody& body = bodies_[b];
    const Vec3<double> before = body.center;
    body.move(dt);
    work += body.mass.mass * dot(load_[b], body.center - before);
    expected_[b] = body.velocity();
  }
  return work;
}

RigidBodies::Sums RigidBodies::sums(const Vec3<double>& gravity) const {
  Sums s;
  for (const RigidBody& body : bodies_) {
    s.mass += body.mass.mass;
    s.momentum += body.momentum;
    s.angular += cross(body.center, body.momentum) + body.spin;
    s.kinetic += body.kinetic_energy();
    s.gravitational -= body.mass.mass * dot(gravity, body.center);
    s.absolute_momentum += norm(body.momentum);
  }
  return s;
}

void RigidBodies::save(BinaryWriter& out) const {
  for (const RigidBody& body : bodies_) {
    out.put(body.center);
    out.put(body.turn);
    out.put(body.momentum);
    out.put(body.spin);
  }
  out.put<std::uint64_t>(last_.size());
  out.bytes(last_.data(), last_.size() * sizeof(LastImpulse));
}

void RigidBodies::load(BinaryReader& in) {
  for (std::size_t b = 0; b < count(); ++b) {
    RigidBody& body = bodies_[b];
    body.center = in.get<Vec3<double>>();
    body.turn = in.get<Quaternion>();
    body.momentum = in.get<Vec3<double>>();
    body.spin = in.get<Vec3<double>>();
    expected_[b] = body.velocity();
  }
  const auto contacts = in.get<std::uint64_t>();
  in.need(contacts, sizeof(LastImpulse));
  last_.resize(contacts);
  in.bytes(last_.data(), contacts * sizeof(LastImpulse));
}

}  // namespace froth

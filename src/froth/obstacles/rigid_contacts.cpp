// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/rigid_contacts.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

/// Sweeps over all contacts, at most; and the share of the fastest change below which a sweep is the last.
constexpr int kSweeps = 300;
constexpr double kSettled = 1e-10;
/// Overlap that is left alone, so that what rests keeps its contacts, as a share of a body's reach; and what
/// goes of the rest in a step.
constexpr double kLeftOverlap = 1e-4, kPartedShare = 0.2;

std::size_t at(int k) { return static_cast<std::size_t>(k); }

double speed_of(const Pose& pose, double reach) { return norm(pose.linear) + reach * norm(pose.angular); }

/// Two directions along a surface; in a planar scene the second is in the plane.
struct Tangents {
  Vec3<double> along, across;
};
Tangents tangents_of(const Vec3<double>& n) {
  const Vec3<double> up = std::abs(n[2]) < 0.9 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0};
  const Vec3<double> across = cross(n, up) / norm(cross(n, up));
  return {cross(across, n), across};
}

/// Of the contacts of one pair with about one normal, the corners of their patch hold it, and the deepest.
/// Many that say the same make impulses slow to find. Takes those that are like the first out of the list.
void keep_corners_of_first(std::vector<RigidContact>& list, std::vector<RigidContact>& kept) {
  constexpr double alike = 0.9;  // cosine of the angle between normals
  const Tangents t = tangents_of(list.front().n);
  std::vector<RigidContact> same, others;
  for (const RigidContact& c : list) (dot(c.n, list.front().n) > alike ? same : others).push_back(c);
  list = std::move(others);
  double size = 0;
  for (const RigidContact& c : same) size = std::max(size, norm(c.x - same.front().x));
  // By more than a little, so that the choice does not change from step to step.
  const auto most = [&](auto value) {
    const RigidContact* best = &same.front();
    for (const RigidContact& c : same)
      if (value(c) > value(*best) + 1e-3 * size) best = &c;
    return *best;
  };
  std::vector<RigidContact> chosen{most([](const RigidContact& c) { return -c.gap; })};
  for (const auto& [p, q] : {std::pair{1.0, 0.9}, {1.0, -0.9}, {-1.0, 0.9}, {-1.0, -0.9}})
    chosen.push_back(most([&](const RigidContact& c) { return dot(p * t.along + q * t.across, c.x); }));
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const auto is_same = [&](const RigidContact& c) { return c.key == chosen[k].key; };
    if (std::none_of(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(k), is_same))
      kept.push_back(chosen[k]);
  }
}

void keep_corners(std::vector<RigidContact> list, std::vector<RigidContact>& kept) {
  while (!list.empty()) keep_corners_of_first(list, kept);
}

class ContactFinder {
 public:
  ContactFinder(std::span<const RigidBody> bodies, const RigidSurroundings& around, double dt)
      : bodies_(bodies), around_(around), dt_(dt) {}

  std::vector<RigidContact> find() {
    for (std::size_t a = 0; a < bodies_.size(); ++a)
      for (std::size_t c = 0; c < around_.colliders.size(); ++c)
        if (c != bodies_[a].collider && around_.body_of[c] < static_cast<int>(a) + 0 * 1)
          find_between(static_cast<int>(a), c);
    return std::move(found_);
  }

 private:
  void find_between(int a, std::size_t c) {
    const RigidBody& body = bodies_[at(a)];
    const PosedCollider& other = around_.posed[c];
    const double speed = speed_of(around_.poses[body.collider], body.reach) + speed_of(around_.poses[c], 0);
    // As far as they may come closer by the speeds of now, and a little, since impulses change them.
    const double reach = 2 * dt_ * speed + 1e-2 * body.reach;
    if (other.distance(body.center) > body.reach + reach + other.slack()) return;
    RigidContact contact;
    contact.a = a, contact.b = around_.body_of[c];
    contact.friction = body.friction, contact.restitution = body.restitution;
    if (contact.b >= 0) {
      contact.friction = 0.5 * (body.friction + bodies_[at(contact.b)].friction);
      contact.restitution = 0.5 * (body.restitution + bodies_[at(contact.b)].restitution);
    }
    candidates_.clear();
    test(body.collider, c, reach, 1, contact);
    test(c, body.collider, reach, -1, contact);
    keep_corners(candidates_, found_);
  }

  /// The balls of one collider against the distance of the other; `side` is 1 where they are the body's own.
  void test(std::size_t balls_of, std::size_t other, double reach, double side, RigidContact contact) {
    const SurfaceBalls& list = around_.balls[balls_of];
    const PosedCollider& solid = around_.posed[other];
    const std::size_t count = solid.is_plane() ? list.against_planes : list.balls.size();
    const double step = 1e-4 * bodies_[at(contact.a)].reach;
    for (std::size_t k = 0; k < count; ++k) {
      const SurfaceBall& ball = list.balls[k];
      const Vec3<double> x = around_.poses[balls_of].to_world(ball.center);
      const double gap = solid.distance(x) - ball.radius;
      if (gap > reach) continue;
      const Vec3<double> n = solid.normal(x, step);
      if (!(dot(n, n) > 0)) continue;
      contact.x = x - ball.radius * n;
      contact.n = side * n;
      contact.gap = gap;
      contact.key = {contact.a, static_cast<int>(side > 0 ? other : balls_of), side > 0 ? 1 : 0,
                     static_cast<int>(k)};
      contact.surface =
          contact.b < 0 ? surface_velocity(side > 0 ? other : balls_of, contact) : Vec3<double>{};
      candidates_.push_back(contact);
    }
  }
  Vec3<double> surface_velocity(std::size_t c, const RigidContact& contact) const {
    return around_.posed[c].velocity(contact.x, contact.n);
  }

  std::span<const RigidBody> bodies_;
  const RigidSurroundings& around_;
  double dt_;
  std::vector<RigidContact> candidates_, found_;
};

/// Slower impacts do not bounce [m/s]; `gain` is what gravity gives in a step. A body bounces at the start of
/// the step in which it would overlap, up to a step's way above the surface: from that alone it keeps a speed
/// of 2 gain / (1 - e^2), which must end.
double least_bounce_of(const RigidContact& c, double gain) {
  if (!(c.restitution > 0)) return kUnbounded;
  constexpr double least_loss = 0.05;
  return gain * (4 + 2 / std::max(1 - c.restitution * c.restitution, least_loss));
}

std::pair<int, int> pair_of(const RigidContact& c) { return {c.key.body, c.key.other}; }

/// Impulses along the normal and two tangents of every contact, accumulated.
class ImpulseSweeps {
 public:
  ImpulseSweeps(std::span<const RigidBody> bodies, std::span<const RigidContact> contacts,
                std::span<CoupledBody> coupled)
      : contacts_(contacts), coupled_(coupled), given_(contacts.size(), Vec3<double>{}), bounced_(given_) {
    for (const RigidContact& c : contacts) frames_.push_back(frame_of(c, bodies));
  }

  /// Relative velocity along an axis of a contact.
  double velocity(std::size_t k, int d) const {
    const RigidContact& c = contacts_[k];
    const Axis& axis = frames_[k].axis[d];
    double v = dot(axis.of_a, coupled_[at(c.a)].velocity) - axis.of_surface;
    if (c.b >= 0) v -= dot(axis.of_b, coupled_[at(c.b)].velocity);
    return v;
  }

  /// Begins with impulses of before, along the axes of now.
  void begin_with(std::span<const LastImpulse> last) {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      const auto found = std::ranges::find(last, contacts_[k].key, &LastImpulse::key);
      if (found == last.end() || !(frames_[k].axis[0].yield > 0)) continue;
      for (int d = 0; d < (contacts_[k].friction > 0 ? 3 : 1); ++d) {
        given_[k][d] = dot(found->impulse, frames_[k].axis[d].direction);
        if (d == 0) given_[k][d] = std::max(0.0, given_[k][d]);
        if (given_[k][d] != 0) give(k, d, given_[k][d]);
      }
    }
  }

  /// `target` is the least velocity along the normal that each contact may be left with.
  void run(std::span<const double> target, bool has_friction) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double largest = 0, change = 0;
      for (std::size_t n = 0; n < contacts_.size(); ++n) {  // to and fro: weight goes down a pile, support up
        const std::size_t k = sweep % 2 == 0 ? n : contacts_.size() - 1 - n;
        change = std::max(change, sweep_one(k, target[k], has_friction));
        largest = std::max(largest, norm(given_[k]) * frames_[k].axis[0].yield);
      }
      if (change <= kSettled * largest) break;
    }
  }
  /// Gives `share` of every impulse along the normal once more, for good: what follows may only add to it.
  void bounce(std::span<const double> share) {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      if (share[k] * given_[k][0] > 0) give(k, 0, share[k] * given_[k][0]);
      bounced_[k] = given_[k];
      bounced_[k][0] += share[k] * given_[k][0];
      given_[k] = {};
    }
  }
  /// On `a`, in the world.
  Vec3<double> impulse(std::size_t k) const {
    const Frame& f = frames_[k];
    Vec3<double> p{};
    for (int d = 0; d < 3; ++d) p += (given_[k][d] + bounced_[k][d]) * f.axis[d].direction;
    return p;
  }

 private:
  /// A direction in which a contact gives impulses.
  struct Axis {
    Vec3<double> direction;
    Twist of_a, of_b;          ///< a unit impulse on each, as a twist; the velocity there is its product
    Twist change_a, change_b;  ///< what it changes of their velocities
    double of_surface;         ///< velocity of what nothing moves [m/s]
    double yield;              ///< relative velocity that a unit impulse gives [1/kg]
  };
  struct Frame {
    Axis axis[3];  ///< normal and two tangents
  };

  Axis axis_of(const RigidContact& c, const Vec3<double>& direction,
               std::span<const RigidBody> bodies) const {
    Axis axis{direction, {}, {}, {}, {}, dot(direction, c.surface), 0};
    axis.of_a = impulse_at(direction, c.x - bodies[at(c.a)].center);
    axis.change_a = coupled_[at(c.a)].inverse * axis.of_a;
    axis.yield = dot(axis.of_a, axis.change_a);
    if (c.b < 0) return axis;
    axis.of_b = impulse_at(direction, c.x - bodies[at(c.b)].center);
    axis.change_b = coupled_[at(c.b)].inverse * axis.of_b;
    axis.yield += dot(axis.of_b, axis.change_b);
    return axis;
  }
  Frame frame_of(const RigidContact& c, std::span<const RigidBody> bodies) const {
    const Tangents t = tangents_of(c.n);
    return {{axis_of(c, c.n, bodies), axis_of(c, t.along, bodies), axis_of(c, t.across, bodies)}};
  }
  void give(std::size_t k, int d, double p) {
    const RigidContact& c = contacts_[k];
    const Axis& axis = frames_[k].axis[d];
    coupled_[at(c.a)].velocity += p * axis.change_a;
    if (c.b >= 0) coupled_[at(c.b)].velocity -= p * axis.change_b;
  }
  /// Returns the largest change of velocity that it made.
  double sweep_one(std::size_t k, double target, bool has_friction) {
    const Frame& f = frames_[k];
    Vec3<double>& given = given_[k];
    if (!(f.axis[0].yield > 0)) return 0;
    const Vec3<double> before = given;
    given[0] = std::max(0.0, given[0] + (target - velocity(k, 0)) / f.axis[0].yield);
    if (given[0] != before[0]) give(k, 0, given[0] - before[0]);
    if (has_friction && contacts_[k].friction > 0) rub(k, given);
    return norm(given - before) * f.axis[0].yield;
  }
  void rub(std::size_t k, Vec3<double>& given) {
    const Frame& f = frames_[k];
    const Vec3<double> before = given;
    const double least = 1e-9 * f.axis[0].yield;
    for (int d = 1; d < 3; ++d)
      if (f.axis[d].yield > least) given[d] -= velocity(k, d) / f.axis[d].yield;
    const double strength = std::hypot(given[1], given[2]), most = contacts_[k].friction * given[0];
    if (strength > most) given[1] *= most / strength, given[2] *= most / strength;
    for (int d = 1; d < 3; ++d)
      if (given[d] != before[d]) give(k, d, given[d] - before[d]);
  }

  std::span<const RigidContact> contacts_;
  std::span<CoupledBody> coupled_;
  std::vector<Frame> frames_;
  std::vector<Vec3<double>> given_, bounced_;  ///< along the axes of each [kg m/s]
};

}  // namespace

std::vector<RigidContact> find_contacts(std::span<const RigidBody> bodies, const RigidSurroundings& around,
                                        double dt) {
  return ContactFinder(bodies, around, dt).find();
}

std::vector<Vec3<double>> resolve_contacts(std::span<const RigidBody> bodies,
                                           std::span<const RigidContact> contacts, double dt, double gain,
                                           std::span<const LastImpulse> last,
                                           std::span<CoupledBody> coupled) {
  ImpulseSweeps sweeps(bodies, contacts, coupled);
  std::vector<double> target;
  std::vector<std::pair<int, int>> bouncing;  // a body and what it bounces off
  for (const RigidContact& c : contacts) {
    const double speed = sweeps.velocity(target.size(), 0);
    const bool bounces = speed < -least_bounce_of(c, gain) && c.gap + dt * speed < 0;
    target.push_back(bounces ? 0.0 : -std::max(c.gap, 0.0) / dt);
    if (bounces && (bouncing.empty() || bouncing.back() != pair_of(c))) bouncing.push_back(pair_of(c));
  }
  sweeps.begin_with(last);
  sweeps.run(target, true);
  if (!bouncing.empty()) {
    // First to a stop, then back by a share of all impulses of the pair: so no energy comes from several
    // contacts.
    std::vector<double> share;
    for (const RigidContact& c : contacts)
      share.push_back(std::ranges::find(bouncing, pair_of(c)) != bouncing.end() ? c.restitution : 0.0);
    sweeps.bounce(share);
    sweeps.run(target, true);
  }
  std::vector<Vec3<double>> impulses;
  for (std::size_t k = 0; k < contacts.size(); ++k) impulses.push_back(sweeps.impulse(k));
  return impulses;
}

void part_bodies(std::span<const RigidContact> contacts, double dt, std::span<RigidBody> bodies) {
  std::vector<RigidContact> overlapping;
  std::vector<double> target;
  for (const RigidContact& c : contacts) {
    const double left = kLeftOverlap * bodies[at(c.a)].reach;
    if (c.gap > -left) continue;
    overlapping.push_back(c);
    overlapping.back().surface = {};
    target.push_back(kPartedShare * (-c.gap - left) / dt);
  }
  if (overlapping.empty()) return;
  std::vector<CoupledBody> pushes;
  for (const RigidBody& body : bodies) pushes.push_back({{}, body.freed_inverse(body.mass_matrix())});
  ImpulseSweeps sweeps(bodies, overlapping, pushes);
  sweeps.run(target, false);
  for (std::size_t b = 0; b < bodies.size(); ++b) bodies[b].push = pushes[b].velocity;
}

}  // namespace froth

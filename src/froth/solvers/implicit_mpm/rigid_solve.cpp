// SPDX-License-Identifier: Apache-2.0
// A solve with rigid bodies: the grid is solved with given velocities of the bodies, and says what impulses
// they get. What these should have been is found by a quasi-Newton method over the few velocities of the
// bodies, with the stiffness of the material against their motion built up from solve to solve; it begins
// with the masses of the nodes that touch them. Source: BFGS [Nocedal2006], section 6.1;
// obstacles/rigid_bodies.h.
#include <froth/mpm/stages.h>
#include <froth/solvers/implicit_mpm/implicit_mpm.h>
#include <froth/solvers/implicit_mpm/node_velocities.h>

namespace froth {

namespace {

/// Solves in a step, at most; and the error of a body's velocity, as a share of its speed and of what gravity
/// gives it in a step, that ends them. What is left is in the impulses that it gets, so that no momentum is
/// lost.
constexpr int kRounds = 8;
constexpr double kSettled = 1e-3;

ContactRule rule_of(const ContactConstraint<double>& c) {
  return {c.sticks      ? ContactKind::Sticky
          : c.separates ? ContactKind::Separating
                        : ContactKind::Slip,
          c.friction, false};
}

/// The matrix of which freed_inverse() made this; ones on the diagonal of what a planar body cannot do.
TwistMatrix matrix_of(const RigidBody& body, TwistMatrix inverse) {
  if (body.dimension == 2)
    for (const int locked : {2, 3, 4}) inverse(locked, locked) = 1;
  return inverse_of(inverse);
}

TwistMatrix product(const Twist& a, const Twist& b) {
  TwistMatrix m{};
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c) m(r, c) = a[r] * b[c];
  return m;
}

/// How the material answers to one body.
struct Answer {
  TwistMatrix stiffness{};      ///< by which its impulse falls with the body's velocity
  Twist velocity{}, impulse{};  ///< of the last solve
};

/// Takes in a solve. A pair that says that material helps motion on is left out.
void learn(const Twist& velocity, const Twist& impulse, bool is_first, Answer& answer) {
  if (!is_first) {
    const Twist s = velocity - answer.velocity, y = answer.impulse - impulse, Ks = answer.stiffness * s;
    const double sy = dot(s, y), sKs = dot(s, Ks);
    if (sy > 1e-12 * std::sqrt(dot(s, s) * dot(y, y)) && sKs > 0)
      answer.stiffness += product(y, y) * (1 / sy) - product(Ks, Ks) * (1 / sKs);
  }
  answer.velocity = velocity, answer.impulse = impulse;
}

Twist about_center(const RigidImpulse& impulse, const RigidBody& body) {
  return twist(impulse.momentum, impulse.moment - cross(body.center, impulse.momentum));
}

}  // namespace

template <int Dim, class Real>
std::vector<CoupledBody> ImplicitMpm<Dim, Real>::couple_by_mass(double time, double dt,
                                                                const PosedObstacles& obstacles) const {
  const MpmSettings<Dim>& settings = this->state_.settings;
  const MpmGrid<Dim, Real>& grid = this->state_.grid;
  NodeField<Dim, Real> before, free;
  start_velocities(settings, time, dt, grid, before, free);
  std::vector<TouchingMass> touching;
  for (const ConstrainedNode& node :
       constrain_nodes(settings.lattice, obstacles, grid, settings.tight_colliders))
    for (const ContactConstraint<double>& c : node.contacts) {
      if (c.rigid < 0) continue;
      const Lanes<Real, 4>& v = free.block(node.block)[node.node];
      touching.push_back({static_cast<std::size_t>(c.rigid), double(v[3]), node.x,
                          lift(vec_of<Dim, Real>(v)).template cast<double>(), c.normal, rule_of(c)});
    }
  return couple(this->state_.rigid.bodies(), touching);
}

template <int Dim, class Real>
StepReport ImplicitMpm<Dim, Real>::solve_with_rigid(double time, double dt, PosedObstacles& obstacles,
                                                    TransferJob<Dim, Real>& job,
                                                    std::vector<RigidImpulse>& impulses) {
  auto& [settings, bodies, counters, resampled, grid, clock, rigid] = this->state_;
  const std::vector<Collider>& colliders = settings.obstacles.colliders;
  const RigidBodies loaded = rigid;
  const MpmCounters before = counters;
  const double strength = norm(settings.gravity);
  std::vector<CoupledBody> coupled = couple_by_mass(time, dt, obstacles);
  std::vector<Answer> answers(rigid.count());
  for (std::size_t b = 0; b < rigid.count(); ++b)
    answers[b].stiffness =
        matrix_of(loaded.bodies()[b], coupled[b].inverse) - loaded.bodies()[b].mass_matrix();
  for (int round = 0;; ++round) {
    rigid = loaded, counters = before;
    counters.boundary_work += rigid.collide(colliders, coupled, time, dt, strength);
    obstacles.colliders = contact_order(colliders, time, dt, rigid);
    if (round > 0) scatter_momentum(job, grid.fields);
    impulses.assign(rigid.count(), {});
    const StepReport report = solve(time, dt, obstacles, job, impulses);
    if (!report.ok()) return report;
    bool is_settled = true;
    for (std::size_t b = 0; b < rigid.count(); ++b) {
      const RigidBody& body = rigid.bodies()[b];
      const Twist u = rigid.expected(b), given = about_center(impulses[b], body);
      const TwistMatrix mass = body.mass_matrix();
      const Twist error = u - body.velocity() - body.freed_inverse(mass) * given;
      const auto speed = [&](const Twist& t) { return norm(linear(t)) + body.reach * norm(angular(t)); };
      is_settled &= speed(error) <= kSettled * (speed(u) + dt * strength);
      learn(u, given, round == 0, answers[b]);
      coupled[b].inverse = body.freed_inverse(mass + answers[b].stiffness);
      coupled[b].velocity =
          coupled[b].inverse * (mass * loaded.bodies()[b].velocity() + given + answers[b].stiffness * u);
    }
    if (is_settled || round + 1 == kRounds) return report;
  }
}

#define FROTH_INSTANCE(Dim, Real)                                                                        \
  template std::vector<CoupledBody> ImplicitMpm<Dim, Real>::couple_by_mass(double, double,               \
                                                                           const PosedObstacles&) const; \
  template StepReport ImplicitMpm<Dim, Real>::solve_with_rigid(                                          \
      double, double, PosedObstacles&, TransferJob<Dim, Real>&, std::vector<RigidImpulse>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

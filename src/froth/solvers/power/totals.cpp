// SPDX-License-Identifier: Apache-2.0
// Mass, momenta, energies and volumes, summed in a fixed order; and the one place where the quantities of the
// ledger have their names and units. Source: [Jiang2015], the affine part: a particle stands for momentum
// w m (v + C d) on its nodes, with sum w d d^T = D.
#include <limits>

#include <froth/power/contour_volume.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

struct Sums {
  double particles = 0, mass = 0, kinetic = 0, elastic = 0, gravitational = 0, absolute_momentum = 0;
  Vec3<double> momentum{}, angular{};
  double volume = 0, rounding = 0, inside = 0;
  double J_min = std::numeric_limits<double>::infinity(), J_max = -std::numeric_limits<double>::infinity();

  Sums& operator+=(const Sums& o) {
    particles += o.particles, mass += o.mass, kinetic += o.kinetic, elastic += o.elastic;
    gravitational += o.gravitational, absolute_momentum += o.absolute_momentum;
    momentum += o.momentum, angular += o.angular;
    volume += o.volume, rounding += o.rounding, inside += o.inside;
    J_min = std::min(J_min, o.J_min), J_max = std::max(J_max, o.J_max);
    return *this;
  }
};

bool is_inside_any(const std::vector<Collider>& colliders, const std::vector<Pose>& poses,
                   const Vec3<double>& x) {
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (colliders[c].shape.signed_distance(poses[c].to_rest(x)) < 0) return true;
  return false;
}

/// What is of the motion of particle p alone.
template <int Dim>
void add_motion(const PowerParticles<Dim>& all, std::size_t p, const Vec<Dim, double>& gravity, Sums& t) {
  const double m = all.mass[p];
  const Vec3<double> x = lift(all.x[p]), v = lift(all.v[p]);
  const Mat3<double> C = lift(all.C[p]), B = C * lift(all.moment[p]);
  const Vec3<double> spin{B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)};
  t.particles += 1, t.mass += m;
  t.momentum += m * v, t.angular += m * (cross(x, v) + spin);
  t.kinetic += m / 2 * (dot(v, v) + trace(B * transpose(C)));
  t.gravitational -= m * dot(lift(gravity), x);
  t.absolute_momentum += m * norm(v);
  t.volume += all.J[p] * all.V0[p];
  t.J_min = std::min(t.J_min, all.J[p]), t.J_max = std::max(t.J_max, all.J[p]);
}

}  // namespace

template <int Dim>
Totals PowerSolver<Dim>::totals(double time) const {
  const std::vector<Collider>& colliders = settings_.obstacles.colliders;
  const std::vector<Pose> poses = poses_at(colliders, time, rigid_);
  Sums s;
  double emitted = 0;
  for (const PowerBody<Dim>& body : bodies_) {
    s += std::visit(
        [&]<class L>(const L& law) {
          return sum_over(body.begin, body.end, Sums{}, [&](Sums& t, std::size_t p) {
            const auto state = body.template state<L>(p);
            const double c = law.wave_speed(state, body.density);
            add_motion(particles_, p, settings_.gravity, t);
            t.elastic += particles_.V0[p] * law.energy(state);
            t.rounding += std::numeric_limits<double>::epsilon() * particles_.mass[p] * c * c;
            t.inside += is_inside_any(colliders, poses, lift(particles_.x[p])) ? 1 : 0;
          });
        },
        body.law);
    emitted += double(body.emitted);
  }
  const RigidBodies::Sums rigid = rigid_.sums(lift(settings_.gravity));  // they count like material
  s.mass += rigid.mass, s.momentum += rigid.momentum, s.angular += rigid.angular;
  s.kinetic += rigid.kinetic, s.gravitational += rigid.gravitational;
  s.absolute_momentum += rigid.absolute_momentum;
  if (s.particles == 0) s.J_min = s.J_max = 1;
  const PowerCounters& c = counters_;
  return Totals(
      {{"particles", "-", s.particles, true},
       {"mass", "kg", s.mass},
       {"momentum_x", "kg m/s", s.momentum[0]},
       {"momentum_y", "kg m/s", s.momentum[1]},
       {"momentum_z", "kg m/s", s.momentum[2]},
       {"angular_x", "kg m^2/s", s.angular[0]},
       {"angular_y", "kg m^2/s", s.angular[1]},
       {"angular_z", "kg m^2/s", s.angular[2]},
       {"kinetic_energy", "J", s.kinetic},
       {"elastic_energy", "J", s.elastic},
       {"gravitational_energy", "J", s.gravitational},
       {"boundary_work", "J", c.boundary_work},
       {"load_work", "J", c.load_work},
       {"volume", "m^dim", s.volume},                  // of the particles, J V0
       {"filled_volume", "m^dim", filled_volume()},    // inside the contour of the transport grid's fill
       {"reached_nodes", "-", c.reached_nodes, true},  // outside of solids
       {"J_min", "-", s.J_min},
       {"J_max", "-", s.J_max},
       {"volume_error", "-", c.volume_error},                      // largest of a particle, in the last plan
       {"plan_iterations", "-", double(c.plan_iterations), true},  // of all steps so far
       {"solve_iterations", "-", double(c.solve_iterations), true},  // the same
       {"steps", "-", double(c.steps), true},
       {"inside_colliders", "-", s.inside, true},
       {"emitted", "-", emitted, true},
       {"removed", "-", double(c.removed), true},
       {"mass_emitted", "kg", c.mass_emitted},
       {"mass_removed", "kg", c.mass_removed},
       {"energy_emitted", "J", c.energy_emitted},
       {"energy_removed", "J", c.energy_removed},
       {"absolute_momentum", "kg m/s", s.absolute_momentum},
       {"energy_rounding", "J", s.rounding}});
}

/// Inside the contour of the last plan's fill [m^Dim]. Found when it is asked for: it costs as much as
/// several iterations of a plan, and few steps are looked at.
template <int Dim>
double PowerSolver<Dim>::filled_volume() const {
  return has_planned_ ? contour_volume(plan_.grid()) : counters_.filled_volume;
}

template double PowerSolver<2>::filled_volume() const;
template double PowerSolver<3>::filled_volume() const;
template Totals PowerSolver<2>::totals(double) const;
template Totals PowerSolver<3>::totals(double) const;

}  // namespace froth

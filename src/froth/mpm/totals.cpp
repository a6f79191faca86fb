// SPDX-License-Identifier: Apache-2.0
// Mass, momenta and energies of the particles, summed in double in a fixed order.
// Source: [Jiang2015], the affine part: a particle stands for momentum w m (v + C d) on its nodes, so that
// angular momentum gains m D eps:C^T and kinetic energy m D |C|^2 / 2, with D the second moment of the
// kernel.
#include <limits>

#include <froth/mpm/mpm_solver.h>
#include <froth/mpm/particle_reader.h>
#include <froth/mpm/state_planes.h>
#include <froth/transfer/polynomial_modes.h>

namespace froth {

namespace {

Totals add(Totals a, const Totals& b) {
  a.particles += b.particles;
  a.mass += b.mass;
  a.momentum += b.momentum;
  a.angular += b.angular;
  a.kinetic += b.kinetic;
  a.elastic += b.elastic;
  a.gravitational += b.gravitational;
  a.volume += b.volume;
  a.J_min = std::min(a.J_min, b.J_min);
  a.J_max = std::max(a.J_max, b.J_max);
  a.inside_colliders += b.inside_colliders;
  a.absolute_momentum += b.absolute_momentum;
  return a;
}

Totals nothing() {
  Totals t;
  t.J_min = std::numeric_limits<double>::infinity();
  t.J_max = -t.J_min;
  return t;
}

double squared(const Mat3<double>& m) {
  double s = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) s += m(r, c) * m(r, c);
  return s;
}

bool is_inside_any(const std::vector<Collider>& colliders, const std::vector<Pose>& poses,
                   const Vec3<double>& x) {
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (colliders[c].shape.signed_distance(poses[c].to_rest(x)) < 0) return true;
  return false;
}

template <int Dim, class Real>
Totals body_totals(const MpmSettings<Dim>& settings, const MpmBody<Dim, Real>& body,
                   const std::vector<Pose>& poses) {
  const ParticleReader<Dim, Real> read(body.particles, settings.lattice);
  const double dx = settings.lattice.dx;
  const double D = settings.scheme.counts_affine() ? dx * dx / (settings.lattice.degree == 2 ? 4 : 3) : 0.0;
  const Vec3<double> gravity = lift(settings.gravity);
  const auto one_law = [&]<class L>(const L& law) {
    const StatePlanes<L, Real> states(body.particles);
    const LawPlanes<L, Real> laws(body.particles);
    return ordered_reduce(
        body.particles.count(), nothing(),
        [&](const Chunk& c) {
          Totals t = nothing();
          for (Index s = c.begin; s < c.end; ++s) {
            const double m = double(read.p.mass[s]);
            const Vec3<double> x = read.position(s), v = read.velocity(s);
            const Mat3<double> C = read.affine(s);
            const Vec3<double> spin{C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)};
            const auto state = states.load(s);
            const L own = laws.varies() ? laws.load(s) : law;
            const double J = double(own.volume_ratio(state));
            t.particles += 1;
            t.mass += m;
            t.momentum += m * v;
            t.angular += m * (cross(x, v) + D * spin);
            t.kinetic += m / 2 * (dot(v, v) + D * squared(C));
            if (read.p.modes != nullptr) t.kinetic += energy_of_modes(read.p, s);
            t.elastic += double(read.p.V0[s]) * double(own.energy(state));
            t.gravitational -= m * dot(gravity, x);
            t.volume += double(read.p.V0[s]) * J;
            t.J_min = std::min(t.J_min, J), t.J_max = std::max(t.J_max, J);
            t.inside_colliders += is_inside_any(settings.obstacles.colliders, poses, x) ? 1 : 0;
            t.absolute_momentum += m * norm(v);
          }
          return t;
        },
        add);
  };
  return std::visit(one_law, body.law);
}

}  // namespace

template <int Dim, class Real>
Totals totals_of(const MpmState<Dim, Real>& state, double time) {
  const std::vector<Pose> poses = poses_at(state.settings.obstacles.colliders, time);
  const MpmCounters& counters = state.counters;
  Totals total = nothing();
  for (const auto& body : state.bodies) total = add(total, body_totals(state.settings, body, poses));
  total.boundary_work = counters.boundary_work;
  for (const auto& body : state.bodies) total.emitted += body.emitted;
  total.removed = counters.removed;
  total.inserted = counters.inserted, total.merged = counters.merged;
  total.mass_emitted = counters.mass_emitted;
  total.mass_removed = counters.mass_removed;
  if (total.particles == 0) total.J_min = total.J_max = 1;  // of nothing: no number that a table cannot hold
  return total;
}

#define FROTH_INSTANCE(Dim, Real) template Totals totals_of(const MpmState<Dim, Real>&, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Mass, momenta and energies of the particles, summed in double in a fixed order.
// Source: [Jiang2015], the affine part: a particle stands for momentum w m (v + C d) on its nodes, so that
// angular momentum gains m D eps:C^T and kinetic energy m D |C|^2 / 2, with D the second moment of the
// kernel.
#include <limits>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/solvers/explicit_mpm/particle_reader.h>
#include <froth/solvers/explicit_mpm/state_planes.h>
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

}  // namespace

template <int Dim, class Real>
Totals ExplicitMpm<Dim, Real>::body_totals(const MpmBody<Dim, Real>& body,
                                           const std::vector<Pose>& poses) const {
  const ParticleReader<Dim, Real> read(body.particles, settings_.lattice);
  const double dx = settings_.lattice.dx;
  const double D = settings_.scheme.counts_affine() ? dx * dx / (settings_.lattice.degree == 2 ? 4 : 3) : 0.0;
  const Vec3<double> gravity = lift(settings_.gravity);
  const auto one_law = [&]<class L>(const L& law) {
    const StatePlanes<L, const Real> states(body.particles);
    const LawPlanes<L, const Real> laws(body.particles);
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
            if (read.p.modes[0] != nullptr) t.kinetic += energy_of_modes(read.p, s);
            t.elastic += double(read.p.V0[s]) * double(own.energy(state));
            t.gravitational -= m * dot(gravity, x);
            t.volume += double(read.p.V0[s]) * J;
            t.J_min = std::min(t.J_min, J), t.J_max = std::max(t.J_max, J);
            t.inside_colliders += is_inside_any(settings_.colliders, poses, x) ? 1 : 0;
            t.absolute_momentum += m * norm(v);
          }
          return t;
        },
        add);
  };
  return std::visit(one_law, body.law);
}

template <int Dim, class Real>
Totals ExplicitMpm<Dim, Real>::totals(double time) const {
  const std::vector<Pose> poses = poses_at(settings_.colliders, time);
  Totals total = nothing();
  for (const auto& body : bodies_) total = add(total, body_totals(body, poses));
  total.boundary_work = boundary_work_;
  for (const auto& body : bodies_) total.emitted += body.emitted;
  total.removed = removed_;
  total.inserted = inserted_, total.merged = merged_;
  total.mass_emitted = mass_emitted_;
  total.mass_removed = mass_removed_;
  if (total.particles == 0) total.J_min = total.J_max = 1;  // of nothing: no number that a table cannot hold
  return total;
}

template <int Dim, class Real>
std::vector<Vec3<double>> ExplicitMpm<Dim, Real>::positions(std::size_t b) const {
  const ParticleReader<Dim, Real> read(bodies_[b].particles, settings_.lattice);
  std::vector<Vec3<double>> x(static_cast<std::size_t>(read.p.count));
  for (std::size_t s = 0; s < x.size(); ++s) x[s] = read.position(static_cast<Index>(s));
  return x;
}

template <int Dim, class Real>
std::vector<Vec3<double>> ExplicitMpm<Dim, Real>::velocities(std::size_t b) const {
  const ParticleReader<Dim, Real> read(bodies_[b].particles, settings_.lattice);
  std::vector<Vec3<double>> v(static_cast<std::size_t>(read.p.count));
  for (std::size_t s = 0; s < v.size(); ++s) v[s] = read.velocity(static_cast<Index>(s));
  return v;
}

#define FROTH_MEMBERS(Dim, Real)                                                           \
  template Totals ExplicitMpm<Dim, Real>::totals(double) const;                            \
  template std::vector<Vec3<double>> ExplicitMpm<Dim, Real>::positions(std::size_t) const; \
  template std::vector<Vec3<double>> ExplicitMpm<Dim, Real>::velocities(std::size_t) const;
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth

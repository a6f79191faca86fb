// SPDX-License-Identifier: Apache-2.0
// Mass, momenta, energies, volumes and the state of neighbourhoods, summed in a fixed order; and the one
// place where the quantities of the ledger have their names and units.
// Source: [Jones2014], Eq. (3) and Fig. 9 for the estimates of volume.
#include <limits>

#include <froth/embedding/deformation.h>
#include <froth/embedding/kernel.h>
#include <froth/embedding/loops.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct Sums {
  double particles = 0, mass = 0, kinetic = 0, gravitational = 0, absolute_momentum = 0;
  Vec3<double> momentum{}, angular{};
  double volume = 0, estimate = 0, sph = 0;
  double J_min = std::numeric_limits<double>::infinity(), J_max = -std::numeric_limits<double>::infinity();
  double condition = 0, loose = 0, rounding = 0;
  DeformationEnergy energy;

  Sums& operator+=(const Sums& o) {
    particles += o.particles, mass += o.mass, kinetic += o.kinetic, gravitational += o.gravitational;
    absolute_momentum += o.absolute_momentum, momentum += o.momentum, angular += o.angular;
    volume += o.volume, estimate += o.estimate, sph += o.sph;
    J_min = std::min(J_min, o.J_min), J_max = std::max(J_max, o.J_max);
    condition = std::max(condition, o.condition), loose += o.loose, rounding += o.rounding;
    energy += o.energy;
    return *this;
  }
};

/// Mass over the density that smoothed-particle hydrodynamics would see in rest space [m^3].
double sph_volume(const EmbeddedBody& b, Index i) {
  double density = b.mass[at(i)] * poly6(0, b.support[at(i)]);
  for (int k = 0; k < b.near.count[at(i)]; ++k)
    density += b.mass[b.near.of(i)[at(k)]] * b.near.weight[at(i)].a[k];
  return b.mass[at(i)] / density;
}

void add_particle(const EmbeddedBody& b, Index i, const Vec3<double>& gravity, Sums& t) {
  const double m = b.mass[at(i)];
  const Vec3<double>&x = b.x[at(i)], &v = b.v[at(i)];
  const double J = determinant(b.F[at(i)]);
  const Moments moments = moments_of(b.near.rest[at(i)], b.near.count[at(i)], b.support[at(i)]);
  t.particles += 1, t.mass += m;
  t.momentum += m * v, t.angular += m * cross(x, v);
  t.kinetic += m / 2 * dot(v, v), t.gravitational -= m * dot(gravity, x);
  t.absolute_momentum += m * norm(v);
  t.volume += b.volume(i) * J;
  t.estimate += b.volume_factor * volume_estimate(moments);
  t.sph += sph_volume(b, i);
  t.J_min = std::min(t.J_min, J), t.J_max = std::max(t.J_max, J);
  t.condition = std::max(t.condition, std::min(condition_of(moments.A), 1e99));
  t.loose += b.is_loose[at(i)];
  const EmbeddedLaw& law = b.law_of(i);
  t.rounding += std::numeric_limits<double>::epsilon() * b.volume(i) * (law.lambda + 2 * law.mu);
}

}  // namespace

Totals EmbeddingSolver::totals(double time) const {
  Sums s;
  for (const EmbeddedBody& body : bodies_) {
    s += sum_particles(body.count(), Sums{},
                       [&](Sums& sum, Index i) { add_particle(body, i, settings_.gravity, sum); });
    s.energy += deformation_energy(body, settings_.residual_stiffness);
  }
  const RigidBodies::Sums rigid = rigid_.sums(settings_.gravity);  // they count like material
  s.mass += rigid.mass, s.momentum += rigid.momentum, s.angular += rigid.angular;
  s.kinetic += rigid.kinetic, s.gravitational += rigid.gravitational;
  s.absolute_momentum += rigid.absolute_momentum;
  const Walls walls(settings_.obstacles.colliders, time, rigid_);
  const double contact = part_contact_energy(bodies_, settings_.part_contact, sight_past(walls));
  if (s.particles == 0) s.J_min = s.J_max = 1;
  const EmbeddingCounters& c = counters_;
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
       {"elastic_energy", "J", s.energy.elastic + s.energy.residual + contact},
       {"residual_energy", "J", s.energy.residual},  // of it, in springs against the residual of fits
       {"gravitational_energy", "J", s.gravitational},
       {"boundary_work", "J", c.boundary_work},
       {"load_work", "J", c.load_work},
       {"volume", "m^dim", s.volume},              // of the deformed particles
       {"estimated_volume", "m^dim", s.estimate},  // in rest space, by Eq. (3), calibrated
       {"sph_volume", "m^dim", s.sph},             // in rest space, by the SPH density
       // Not J_min and J_max, which the guard watches: neighbourhoods may turn inside out, and come back.
       {"elastic_J_min", "-", s.J_min},
       {"elastic_J_max", "-", s.J_max},
       {"worst_condition", "-", s.condition},  // of a basis matrix
       {"loose_particles", "-", s.loose, true},
       {"neighbor_changes", "-", double(c.neighbor_changes), true},
       {"embeddings", "-", double(c.embeddings), true},
       {"embedding_iterations", "-", double(c.embedding_iterations), true},
       {"damping_iterations", "-", double(c.damping_iterations), true},
       {"split", "-", double(c.split), true},
       {"merged", "-", double(c.merged), true},
       {"cancelled_splits", "-", double(c.cancelled_splits), true},
       {"rescued", "-", double(c.rescued), true},
       {"removed", "-", double(c.removed), true},
       {"mass_removed", "kg", c.mass_removed},
       {"energy_removed", "J", c.energy_removed},
       {"absolute_momentum", "kg m/s", s.absolute_momentum},
       {"energy_rounding", "J", s.rounding}});
}

}  // namespace froth

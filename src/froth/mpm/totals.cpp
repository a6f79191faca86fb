// SPDX-License-Identifier: Apache-2.0
// Mass, momenta and energies of the particles, summed in double in a fixed order; and the one place where the
// quantities of the ledger have their names and units. A new one is a number of Sums, its sum and its line in
// kQuantities, all in this file.
// Source: [Jiang2015], the affine part: a particle stands for momentum w m (v + C d) on its nodes, so that
// angular momentum gains m D eps:C^T, with D the second moment of the kernel.
#include <limits>

#include <froth/mpm/mpm_solver.h>
#include <froth/mpm/particle_energy.h>
#include <froth/mpm/stages.h>

namespace froth {

namespace {

/// Angular momentum is about the origin and counts the spin of C; kinetic energy counts the affine part; both
/// where the scheme carries one.
struct Sums {
  Index particles = 0;
  double mass = 0;
  Vec3<double> momentum{}, angular{};
  double kinetic = 0, elastic = 0, gravitational = 0;
  double stretching = 0, bending = 0, twisting = 0;
  double volume = 0;
  double J_min = std::numeric_limits<double>::infinity(), J_max = -std::numeric_limits<double>::infinity();
  Index inside_colliders = 0;
  double absolute_momentum = 0, energy_rounding = 0;
  Index emitted = 0;
  MpmCounters counters;
};

struct RegisteredQuantity {
  std::string_view name, unit;
  double (*value)(const Sums&);
  bool is_count = false;
};

constexpr RegisteredQuantity kQuantities[] = {
    {"particles", "-", [](const Sums& s) { return double(s.particles); }, true},
    {"mass", "kg", [](const Sums& s) { return s.mass; }},
    {"momentum_x", "kg m/s", [](const Sums& s) { return s.momentum[0]; }},
    {"momentum_y", "kg m/s", [](const Sums& s) { return s.momentum[1]; }},
    {"momentum_z", "kg m/s", [](const Sums& s) { return s.momentum[2]; }},
    {"angular_x", "kg m^2/s", [](const Sums& s) { return s.angular[0]; }},
    {"angular_y", "kg m^2/s", [](const Sums& s) { return s.angular[1]; }},
    {"angular_z", "kg m^2/s", [](const Sums& s) { return s.angular[2]; }},
    {"kinetic_energy", "J", [](const Sums& s) { return s.kinetic; }},
    {"elastic_energy", "J", [](const Sums& s) { return s.elastic; }},
    // Of these, in strands and sheets.
    {"stretching_energy", "J", [](const Sums& s) { return s.stretching; }},
    {"bending_energy", "J", [](const Sums& s) { return s.bending; }},
    {"twisting_energy", "J", [](const Sums& s) { return s.twisting; }},
    {"gravitational_energy", "J", [](const Sums& s) { return s.gravitational; }},  // zero at the origin
    // Done on the material by moving colliders, held regions and nozzles.
    {"boundary_work", "J", [](const Sums& s) { return s.counters.boundary_work; }},
    // By gravity and other forces on the material that they carried, since the start.
    {"load_work", "J", [](const Sums& s) { return s.counters.load_work; }},
    {"volume", "m^dim", [](const Sums& s) { return s.volume; }},  // of the deformed particles
    // That the mass really takes, by the fill of the grid: where there are liquids, at most eight steps ago.
    {"occupied_volume", "m^dim", [](const Sums& s) { return s.counters.occupied_volume; }},
    {"J_min", "-", [](const Sums& s) { return s.J_min; }},
    {"J_max", "-", [](const Sums& s) { return s.J_max; }},
    {"inside_colliders", "-", [](const Sums& s) { return double(s.inside_colliders); }, true},
    // Particles that came from outside into a collider which should have stopped them, since the start.
    {"passed_colliders", "-", [](const Sums& s) { return double(s.counters.passed); }, true},
    {"emitted", "-", [](const Sums& s) { return double(s.emitted); },
     true},  // since the start, as those below
    {"removed", "-", [](const Sums& s) { return double(s.counters.removed); }, true},
    {"mass_emitted", "kg", [](const Sums& s) { return s.counters.mass_emitted; }},
    {"mass_removed", "kg", [](const Sums& s) { return s.counters.mass_removed; }},
    // Kinetic and elastic, of particles when they came, and when a kill zone took them.
    {"energy_emitted", "J", [](const Sums& s) { return s.counters.energy_emitted; }},
    {"energy_removed", "J", [](const Sums& s) { return s.counters.energy_removed; }},
    {"inserted", "-", [](const Sums& s) { return double(s.counters.inserted); }, true},  // by resampling
    {"merged", "-", [](const Sums& s) { return double(s.counters.merged); }, true},
    // Sum of m |v|, the scale of rounding in momentum.
    {"absolute_momentum", "kg m/s", [](const Sums& s) { return s.absolute_momentum; }},
    // The last digit of strain times the modulus and the volume, the scale of rounding in elastic energy.
    {"energy_rounding", "J", [](const Sums& s) { return s.energy_rounding; }},
};

Sums add(Sums a, const Sums& b) {
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

bool is_inside_any(const std::vector<Collider>& colliders, const std::vector<Pose>& poses,
                   const Vec3<double>& x) {
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (colliders[c].shape.signed_distance(poses[c].to_rest(x)) < 0) return true;
  return false;
}

template <int Dim, class Real>
Sums body_sums(const MpmSettings<Dim>& settings, const MpmBody<Dim, Real>& body,
               const std::vector<Pose>& poses) {
  const ParticleReader<Dim, Real> read(body.particles, settings.lattice);
  const double D = affine_moment(settings);
  const Vec3<double> gravity = lift(settings.gravity);
  const auto one_law = [&]<class L>(const L& law) {
    const StatePlanes<L, const Real> states(body.particles);
    const LawPlanes<L, const Real> laws(body.particles);
    return ordered_reduce(
        body.particles.count(), Sums{},
        [&](const Chunk& c) {
          Sums t;
          for (Index s = c.begin; s < c.end; ++s) {
            const double m = double(read.p.mass[s]);
            const Vec3<double> x = read.position(s), v = read.velocity(s);
            const Mat3<double> C = read.affine(s);
            const Vec3<double> spin{C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)};
            const auto state = states.load(s);
            const L own = laws.varies() ? laws.load(s) : law;
            const bool is_vertex = body.elements != nullptr;  // of elements, which are summed apart
            const double J = is_vertex ? 1.0 : double(own.volume_ratio(state));
            t.particles += 1;
            t.mass += m;
            t.momentum += m * v;
            t.angular += m * (cross(x, v) + D * spin);
            t.kinetic += m / 2 * (dot(v, v) + D * squared_norm(C));
            if (read.p.modes[0] != nullptr) t.kinetic += energy_of_modes(read.p, s);
            if (!is_vertex) t.elastic += double(read.p.V0[s]) * double(own.energy(state));
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

/// Rigid bodies count like material.
void add_rigid(const RigidBodies& rigid, const Vec3<double>& gravity, Sums& total) {
  const RigidBodies::Sums s = rigid.sums(gravity);
  total.mass += s.mass, total.momentum += s.momentum, total.angular += s.angular;
  total.kinetic += s.kinetic, total.gravitational += s.gravitational;
  total.absolute_momentum += s.absolute_momentum;
}

template <int Dim, class Real>
ElementEnergies element_energies(const MpmSettings<Dim>& settings, const MpmBody<Dim, Real>& body) {
  const ParticleReader<Dim, Real> read(body.particles, settings.lattice);
  std::vector<Vec<Dim, double>> x;
  for (const std::uint32_t s : body.elements->slot) x.push_back(drop<Dim>(read.position(s)));
  return body.elements->elements->energies(x);
}

}  // namespace

template <int Dim, class Real>
Totals totals_of(const MpmState<Dim, Real>& state, double time) {
  const std::vector<Pose> poses = poses_at(state.settings.obstacles.colliders, time, state.rigid);
  Sums total;
  for (const auto& body : state.bodies) {
    const Sums own = body_sums(state.settings, body, poses);
    total = add(total, own);  // a modulus is density times the square of the wave speed
    total.energy_rounding +=
        double(std::numeric_limits<Real>::epsilon()) * own.mass * body.max_wave_speed * body.max_wave_speed;
  }
  add_rigid(state.rigid, lift(state.settings.gravity), total);
  for (const auto& body : state.bodies) {
    total.emitted += body.emitted;
    if (body.elements == nullptr) continue;
    const ElementEnergies energies = element_energies(state.settings, body);
    total.elastic += energies.sum() + contact_energy_of(body);
    total.stretching += energies.stretching;
    total.bending += energies.bending;
    total.twisting += energies.twisting;
  }
  total.counters = state.counters;
  if (total.counters.occupied_volume == 0) total.counters.occupied_volume = total.volume;  // nobody looked
  if (total.particles == 0) total.J_min = total.J_max = 1;  // of nothing: no number that a table cannot hold
  std::vector<Quantity> quantities;
  for (const RegisteredQuantity& q : kQuantities)
    quantities.push_back({q.name, q.unit, q.value(total), q.is_count});
  return Totals(std::move(quantities));
}

#define FROTH_INSTANCE(Dim, Real) template Totals totals_of(const MpmState<Dim, Real>&, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

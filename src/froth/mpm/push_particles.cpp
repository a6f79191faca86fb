// SPDX-License-Identifier: Apache-2.0
// Forces on the particles of some bodies or of a region: the impulse of a step goes into the velocity of each
// particle before it is scattered, so that neighbours of other bodies feel it through the grid alone, and
// schemes that keep particle velocities keep it too. Source: [Sulsky1994], body forces of material points.
#include <cmath>
#include <numeric>

#include <froth/mpm/particle_reader.h>
#include <froth/mpm/stages.h>

namespace froth {

namespace {

struct Pushed {
  double work = 0;  ///< what the impulse adds to kinetic energy, m dv . (v + dv/2) [J]
  Index bad = -1;   ///< first particle where the force is not a number
};
Pushed combine(const Pushed& a, const Pushed& b) { return {a.work + b.work, a.bad >= 0 ? a.bad : b.bad}; }

template <int Dim, class Real>
class ParticlePush {
 public:
  ParticlePush(const ParticleForce& force, const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body)
      : force_(force),
        read_(body.particles, lattice),
        p_(view_of<Dim, Real>(body.particles)),
        share_(force.share.empty() ? nullptr : body.particles.template plane<Real>(force.share)) {}

  Pushed operator()(const Chunk& c, double time, double dt) const {
    std::array<Field::Evaluator, 3> a{Field::Evaluator(force_.acceleration[0]),
                                      Field::Evaluator(force_.acceleration[1]),
                                      Field::Evaluator(force_.acceleration[2])};
    Pushed sum;
    for (Index s = c.begin; s < c.end; ++s) {
      const double share = share_ == nullptr ? 1.0 : double(share_[s]);
      if (share == 0) continue;
      const Vec3<double> x = read_.position(s);
      if (force_.region && force_.region->signed_distance(x) > 0) continue;
      Vec3<double> gain{};
      for (int d = 0; d < Dim; ++d) gain[d] = dt * share * a[static_cast<std::size_t>(d)].unchecked(x, time);
      sum.work += double(p_.mass[s]) * dot(gain, read_.velocity(s) + 0.5 * gain);
      for (int d = 0; d < Dim; ++d) p_.v[d][s] += Real(gain[d]);
      if (sum.bad < 0 && !std::isfinite(gain[0] + gain[1] + gain[2])) sum.bad = s;
    }
    return sum;
  }

  /// Evaluates once more with checks, which say what is wrong.
  void complain(Index slot, double time) const { value_at(force_.acceleration, read_.position(slot), time); }

 private:
  const ParticleForce& force_;
  ParticleReader<Dim, Real> read_;
  ParticleView<Dim, Real> p_;
  const Real* share_;
};

}  // namespace

template <int Dim, class Real>
void push_particles(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                    MpmCounters& counters) {
  std::vector<std::size_t> all(bodies.size());
  std::iota(all.begin(), all.end(), std::size_t(0));
  for (const ParticleForce& force : settings.particle_forces)
    for (const std::size_t b : force.bodies.empty() ? all : force.bodies) {
      const ParticlePush<Dim, Real> push(force, settings.lattice, bodies[b]);
      const Pushed sum = ordered_reduce(
          bodies[b].particles.count(), Pushed{}, [&](const Chunk& c) { return push(c, time, dt); }, combine);
      counters.load_work += sum.work;
      if (sum.bad >= 0) push.complain(sum.bad, time);
    }
}

template <int Dim, class Real>
Index add_share(MpmState<Dim, Real>& state, std::size_t body, const std::string& column,
                const std::string& unit, const std::function<double(const Vec3<double>&)>& share) {
  ColumnTable& particles = state.bodies[body].particles;
  particles.add(column_type<Real>(), {column, 1, unit});
  const ParticleReader<Dim, Real> read(particles, state.settings.lattice);
  Real* values = particles.template plane<Real>(column);
  Index found = 0;
  for (Index s = 0; s < particles.count(); ++s) {
    values[s] = Real(share(read.position(s)));
    found += values[s] != 0 ? 1 : 0;
  }
  return found;
}

#define FROTH_INSTANCE(Dim, Real)                                                                     \
  template void push_particles(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&,        \
                               MpmCounters&);                                                         \
  template Index add_share(MpmState<Dim, Real>&, std::size_t, const std::string&, const std::string&, \
                           const std::function<double(const Vec3<double>&)>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

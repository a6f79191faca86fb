// SPDX-License-Identifier: Apache-2.0
// Emitters. Ids are given in the order of emission, bodies in order, so that neither threads nor restarts can
// change them. Source: geometry/emitter.h.
#include <cmath>

#include <froth/mpm/stages.h>

namespace froth {

template <int Dim, class Real>
StepReport emit_particles(const MpmSettings<Dim>& settings, MpmBodies<Dim, Real>& bodies,
                          MpmCounters& counters, double time) {
  for (MpmBody<Dim, Real>& body : bodies) {
    if (!body.emitter) continue;
    const Emitter& emitter = *body.emitter;
    if (body.emitted == emitter.budget) continue;
    const double volume = std::pow(emitter.sampling.spacing, Dim);
    // Rounding may put a batch that is due at the end of a step just behind it: a part in a billion forgives.
    for (auto due = emitter.due(body.next_batch); due && *due <= time * (1 + 1e-9);
         due = emitter.due(++body.next_batch)) {
      std::vector<NewParticle<Dim>> particles;
      for (const Vec3<double>& x : emitter.points(body.next_batch, time)) {
        if (body.emitted == emitter.budget) break;
        particles.push_back({counters.next_id++, drop<Dim>(x), drop<Dim>(emitter.velocity), {}, volume});
        body.emitted += 1;
        const double mass = double(Real(body.density * volume));  // as the particle has it
        counters.mass_emitted += mass;
        counters.energy_emitted += mass / 2 * dot(emitter.velocity, emitter.velocity);
      }
      if (particles.empty()) continue;
      StepReport report = append_particles(settings.lattice, particles, time, body, counters);
      if (!report.ok()) return report;
    }
  }
  return {};
}

#define FROTH_INSTANCE(Dim, Real) \
  template StepReport emit_particles(const MpmSettings<Dim>&, MpmBodies<Dim, Real>&, MpmCounters&, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

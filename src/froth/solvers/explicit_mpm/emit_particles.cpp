// SPDX-License-Identifier: Apache-2.0
// Emitters. Ids are given in the order of emission, bodies in order, so that neither threads nor restarts can
// change them. Source: geometry/emitter.h.
#include <cmath>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::emit_particles(double time) {
  const StageClock::Scope scope(clock_, "emit");
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    MpmBody<Dim, Real>& body = bodies_[b];
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
        particles.push_back({next_id_++, drop<Dim>(x), drop<Dim>(emitter.velocity), {}, volume});
        body.emitted += 1;
        mass_emitted_ += double(Real(body.density * volume));  // as the particle has it
      }
      if (particles.empty()) continue;
      if (StepReport report = append(b, particles, time); !report.ok) return report;
    }
  }
  return {};
}

#define FROTH_MEMBERS(Dim, Real) template StepReport ExplicitMpm<Dim, Real>::emit_particles(double);
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth

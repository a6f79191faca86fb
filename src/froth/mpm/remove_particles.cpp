// SPDX-License-Identifier: Apache-2.0
// Kill zones: particles that come into one, or that leave it, cease to be.
#include <froth/mpm/particle_energy.h>
#include <froth/mpm/stages.h>

namespace froth {

template <int Dim, class Real>
void remove_particles(const MpmSettings<Dim>& settings, double time, MpmBodies<Dim, Real>& bodies,
                      MpmCounters& counters) {
  const PosedKillZones zones(settings.obstacles.kill_zones, time);
  for (MpmBody<Dim, Real>& body : bodies) {
    const ParticleReader<Dim, Real> read(body.particles, settings.lattice);
    std::vector<std::uint8_t> is_gone(static_cast<std::size_t>(body.particles.count()));
    parallel_chunks(body.particles.count(), kReductionChunk, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s)
        is_gone[static_cast<std::size_t>(s)] = zones.removes(read.position(s));
    });
    std::vector<std::uint32_t> kept, gone;
    std::vector<Index> kept_before(is_gone.size() + 1, 0);
    for (std::size_t s = 0; s < is_gone.size(); ++s) {
      kept_before[s + 1] = kept_before[s] + (is_gone[s] == 0 ? 1 : 0);
      (is_gone[s] == 0 ? kept : gone).push_back(static_cast<std::uint32_t>(s));
    }
    if (gone.empty()) continue;
    for (const std::uint32_t s : gone) counters.mass_removed += double(read.p.mass[s]);
    counters.energy_removed += energy_of(settings, body, gone);
    counters.removed += static_cast<Index>(gone.size());
    body.particles.keep(kept);
    body.max_viscosity = largest_viscosity(body);
    // Those that stay keep their order, so that the runs only shrink.
    if (body.is_sorted)
      for (Index& begin : body.runs.begin) begin = kept_before[static_cast<std::size_t>(begin)];
  }
}

#define FROTH_INSTANCE(Dim, Real) \
  template void remove_particles(const MpmSettings<Dim>&, double, MpmBodies<Dim, Real>&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

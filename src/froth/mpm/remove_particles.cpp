// SPDX-License-Identifier: Apache-2.0
// Kill zones: particles that come into one, or that leave it, cease to be. And what every removal does.
#include <algorithm>

#include <froth/mpm/particle_energy.h>
#include <froth/mpm/particle_reader.h>
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
    std::vector<std::uint32_t> gone;
    for (std::size_t s = 0; s < is_gone.size(); ++s)
      if (is_gone[s] != 0) gone.push_back(static_cast<std::uint32_t>(s));
    if (!gone.empty()) counters.energy_removed += energy_of(settings, body, gone);
    remove_slots(gone, body, counters);
  }
}

template <int Dim, class Real>
void remove_slots(const std::vector<std::uint32_t>& gone, MpmBody<Dim, Real>& body, MpmCounters& counters) {
  if (gone.empty()) return;
  const Real* mass = body.particles.template plane<Real>("mass");
  for (const std::uint32_t s : gone) counters.mass_removed += double(mass[s]);
  counters.removed += static_cast<Index>(gone.size());
  drop_slots(gone, body.particles);
  body.max_viscosity = largest_viscosity(body);
  if (!body.is_sorted) return;
  for (Index& begin : body.runs.begin)
    begin -= std::lower_bound(gone.begin(), gone.end(), static_cast<std::uint32_t>(begin)) - gone.begin();
}

void drop_slots(const std::vector<std::uint32_t>& gone, ColumnTable& particles) {
  std::vector<std::uint32_t> kept;
  kept.reserve(static_cast<std::size_t>(particles.count()) - gone.size());
  auto next = gone.begin();
  for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(particles.count()); ++s) {
    if (next != gone.end() && *next == s)
      ++next;
    else
      kept.push_back(s);
  }
  particles.keep(kept);
}

#define FROTH_INSTANCE(Dim, Real)                                                                       \
  template void remove_particles(const MpmSettings<Dim>&, double, MpmBodies<Dim, Real>&, MpmCounters&); \
  template void remove_slots(const std::vector<std::uint32_t>&, MpmBody<Dim, Real>&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Kill zones: particles that come into one, or that leave it, cease to be.
#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/solvers/explicit_mpm/particle_reader.h>

namespace froth {

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::remove_particles(double time) {
  if (settings_.kill_zones.empty()) return;
  const StageClock::Scope scope(clock_, "remove");
  std::vector<Pose> poses;
  for (const KillZone& zone : settings_.kill_zones) poses.push_back(zone.motion.at(time));
  const auto goes = [&](const Vec3<double>& x) {
    for (std::size_t z = 0; z < poses.size(); ++z) {
      const KillZone& zone = settings_.kill_zones[z];
      if ((zone.shape.signed_distance(poses[z].to_rest(x)) < 0) != zone.keeps_inside) return true;
    }
    return false;
  };
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    MpmBody<Dim, Real>& body = bodies_[b];
    const ParticleReader<Dim, Real> read(body.particles, settings_.lattice);
    std::vector<std::uint8_t> is_gone(static_cast<std::size_t>(body.particles.count()));
    parallel_chunks(body.particles.count(), kReductionChunk, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) is_gone[static_cast<std::size_t>(s)] = goes(read.position(s));
    });
    std::vector<std::uint32_t> kept;
    std::vector<Index> kept_before(is_gone.size() + 1, 0);
    for (std::size_t s = 0; s < is_gone.size(); ++s) {
      kept_before[s + 1] = kept_before[s] + (is_gone[s] == 0 ? 1 : 0);
      if (is_gone[s] == 0)
        kept.push_back(static_cast<std::uint32_t>(s));
      else
        mass_removed_ += double(read.p.mass[s]);
    }
    if (kept.size() == is_gone.size()) continue;
    removed_ += static_cast<Index>(is_gone.size() - kept.size());
    body.particles.keep(kept);
    body.max_viscosity = largest_viscosity(body);
    // Those that stay keep their order, so that the runs only shrink.
    if (body.is_sorted)
      for (Index& begin : body.runs.begin) begin = kept_before[static_cast<std::size_t>(begin)];
  }
}

#define FROTH_MEMBERS(Dim, Real) template void ExplicitMpm<Dim, Real>::remove_particles(double);
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth

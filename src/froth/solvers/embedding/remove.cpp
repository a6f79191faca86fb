// SPDX-License-Identifier: Apache-2.0
// Particles that a kill zone takes. Source: the coming and going of docs/architecture.md.
#include <froth/embedding/change_particles.h>
#include <froth/embedding/loops.h>
#include <froth/linalg/svd.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

void EmbeddingSolver::remove_killed(EmbeddedBody& body, double time) {
  if (settings_.obstacles.kill_zones.empty()) return;
  const PosedKillZones zones(settings_.obstacles.kill_zones, time);
  std::vector<std::uint8_t> goes(body.x.size());
  for_each_particle(body.count(), [&](Index i) {
    goes[static_cast<std::size_t>(i)] = zones.removes(body.x[static_cast<std::size_t>(i)]) ? 1 : 0;
  });
  remove(body, goes);
}

void EmbeddingSolver::remove(EmbeddedBody& body, std::span<const std::uint8_t> goes) {
  Index gone = 0;
  for (std::size_t s = 0; s < goes.size(); ++s) {
    if (goes[s] == 0) continue;
    const Vec3<double>& v = body.v[s];
    const double stretch = body.law_of(static_cast<Index>(s)).stretch_energy(signed_svd(body.F[s]).sigma);
    ++gone;
    counters_.mass_removed += body.mass[s];
    counters_.energy_removed += body.mass[s] / 2 * dot(v, v) + body.volume(static_cast<Index>(s)) * stretch;
  }
  if (gone == 0) return;
  counters_.removed += gone;
  remove_particles(body, goes);
  link(body);
  refresh(body);
  push(body);
}

}  // namespace froth

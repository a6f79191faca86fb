// SPDX-License-Identifier: Apache-2.0
// Torn threads and sheets that the grid does not resolve are removed in every step.
// Source: [Yue2015], Algorithm 4, step 13, and Algorithm 15. Differs from it: done after particles have
// moved, not before, because the gather moves them in the same pass; neighbours are those of the bodies that
// are resampled together.
#include <algorithm>

#include <froth/foam/thin_particles.h>
#include <froth/mpm/stages.h>

namespace froth {

bool removes_thin(const std::vector<ResampledGroup>& groups) {
  return std::ranges::any_of(
      groups, [](const ResampledGroup& group) { return group.settings.thin_ratio.has_value(); });
}

template <int Dim, class Real>
void remove_thin(const Lattice<Dim>& lattice, const std::vector<ResampledGroup>& groups,
                 MpmBodies<Dim, Real>& bodies, MpmCounters& counters) {
  for (const ResampledGroup& group : groups) {
    if (!group.settings.thin_ratio) continue;
    std::vector<const ColumnTable*> tables;
    for (const std::size_t b : group.bodies) tables.push_back(&bodies[b].particles);
    const auto thin = thin_particles<Dim, Real>(tables, lattice, {.ratio = *group.settings.thin_ratio});
    for (std::size_t k = 0; k < thin.size(); ++k) remove_slots(thin[k], bodies[group.bodies[k]], counters);
  }
}

#define FROTH_INSTANCE(Dim, Real)                                                                           \
  template void remove_thin(const Lattice<Dim>&, const std::vector<ResampledGroup>&, MpmBodies<Dim, Real>&, \
                            MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Keeps particles evenly spread under large deformation: fills voids between them and merges those that have
// come too close. Source: [Yue2015], section 6 and Algorithm 18. Differs from it: done not only every so many
// steps but as soon as enough strain has gathered. A void is filled only while its points are within r of a
// particle; a body that has been stretched twofold since has voids that count as air, and for good.
#include <algorithm>
#include <bit>
#include <cmath>

#include <froth/foam/dart_throwing.h>
#include <froth/foam/merge_particles.h>
#include <froth/mpm/stages.h>

namespace froth {

namespace {

/// One particle in a thousand may deform faster than what is called the rate of a body: drops that fly off
/// would otherwise have it resampled all the time.
constexpr Index kFastest = 1000;
/// The rate is measured every so many steps: within them it hardly changes.
constexpr std::int64_t kRateSteps = 4;
/// Share of the strain that starts a resampling below which a body counts as still: no void opens by so
/// little.
constexpr double kStill = 0.2;

/// Frobenius norm of the symmetric part of the velocity gradient, squared [1/s^2].
template <int Dim, class Real>
float squared_rate(const ParticleView<Dim, Real>& p, Index s) {
  Real square = 0;
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c <= r; ++c) {
      const Real both = p.grad_v[r * Dim + c][s] + p.grad_v[c * Dim + r][s];
      square += (r == c ? Real(0.25) : Real(0.5)) * both * both;
    }
  return static_cast<float>(square);
}

/// Rate of deformation that all but a thousandth of the particles stay below [1/s], to within 7 %: counted by
/// the leading bits of its square.
template <int Dim, class Real>
double deformation_rate(ColumnTable& particles) {
  constexpr Index chunk = 1 << 16;
  constexpr int shift = 20;  // leaves the exponent and three bits behind it
  const Index count = particles.count();
  if (count == 0) return 0;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(particles);
  using Histogram = std::vector<Index>;
  std::vector<Histogram> found(static_cast<std::size_t>(chunk_count(count, chunk)), Histogram(1u << 11, 0));
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    Histogram& mine = found[static_cast<std::size_t>(c.number)];
    for (Index s = c.begin; s < c.end; ++s)
      ++mine[std::min(std::bit_cast<std::uint32_t>(squared_rate(p, s)) >> shift, (1u << 11) - 1)];
  });
  Index faster = 0;
  for (std::uint32_t bin = (1u << 11) - 1; bin > 0; --bin) {
    for (const Histogram& mine : found) faster += mine[bin];
    if (faster * kFastest > count) return std::sqrt(double(std::bit_cast<float>((bin + 1) << shift)));
  }
  return 0;
}

/// By strain; or by steps, where the body has deformed a little at least.
bool is_due(const ResampledGroup& group) {
  const ResamplingSettings& s = group.settings;
  if (s.strain > 0 && group.strain >= s.strain) return true;
  return s.every_steps > 0 && group.steps >= s.every_steps && group.strain >= kStill * s.strain;
}

template <int Dim>
void wrap_cells(const Lattice<Dim>& lattice, ColumnTable& particles) {
  for (int d = 0; d < Dim; ++d) {
    if (lattice.periodic_cells[d] == 0) continue;
    std::int32_t* cell = particles.plane<std::int32_t>("cell", d);
    parallel_chunks(particles.count(), kReductionChunk, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) cell[s] = lattice.wrap(cell[s], d);
    });
  }
}

/// Fills and merges at once.
template <int Dim, class Real>
StepReport resample(const Lattice<Dim>& lattice, const ResampledGroup& group, std::uint32_t number,
                    double time, MpmBodies<Dim, Real>& bodies, MpmCounters& counters) {
  const ResamplingSettings& settings = group.settings;
  std::vector<SortedParticles<Dim>> sorted;
  std::vector<ColumnTable*> sets;
  for (const std::size_t b : group.bodies) {
    MpmBody<Dim, Real>& body = bodies[b];
    wrap_cells(lattice, body.particles);
    body.runs = sort_by_cell<Dim>(body.particles);
    body.is_sorted = true;
    sorted.push_back({&body.particles, &body.runs});
    sets.push_back(&body.particles);
  }
  BlockCoord<Dim> periodic{};
  for (int d = 0; d < Dim; ++d) periodic[d] = lattice.periodic_cells[d] / kBlockWidth;
  const PointCells<Dim> points(sorted, periodic);
  const std::vector<HalfPlace<Dim>> places =
      throw_darts(points, SphereUnion<Dim>(points),
                  {settings.coverage, settings.depth, settings.seed, group.events, number});
  const Inserted inserted =
      insert_particles<Dim, Real>(points, sets, places, {settings.fields, lattice.degree}, counters.next_id);
  auto gone = merge_particles<Dim, Real>(points, sets, settings.merge_distance, lattice.periodic_cells);
  for (const auto& slots : gone) counters.merged += static_cast<Index>(slots.size());
  for (std::size_t k = 0; k < group.bodies.size(); ++k) {
    MpmBody<Dim, Real>& body = bodies[group.bodies[k]];
    const Index more = inserted.counts[k];
    counters.inserted += more;
    if (more == 0 && gone[k].empty()) continue;
    if (!gone[k].empty()) drop_slots(gone[k], body.particles);
    body.is_sorted = false;
    body.max_viscosity = largest_viscosity(body);
    StepReport report = respond_from(body, body.particles.count() - more, time, 0);
    if (!report.ok()) return report;
  }
  return {};
}

}  // namespace

template <int Dim, class Real>
StepReport resample_particles(const Lattice<Dim>& lattice, double time, double dt,
                              std::vector<ResampledGroup>& groups, MpmBodies<Dim, Real>& bodies,
                              MpmCounters& counters) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    ResampledGroup& group = groups[g];
    group.steps += 1;
    double rate = 0;
    if (group.settings.strain > 0 && group.steps % kRateSteps == 0)
      for (const std::size_t b : group.bodies)
        rate = std::max(rate, deformation_rate<Dim, Real>(bodies[b].particles));
    group.strain += rate * dt * kRateSteps;
    if (!is_due(group)) continue;
    StepReport report = resample(lattice, group, static_cast<std::uint32_t>(g), time, bodies, counters);
    if (!report.ok()) return report;
    group.steps = 0;
    group.strain = 0;
    group.events += 1;
  }
  return {};
}

#define FROTH_INSTANCE(Dim, Real)                                                                           \
  template StepReport resample_particles(const Lattice<Dim>&, double, double, std::vector<ResampledGroup>&, \
                                         MpmBodies<Dim, Real>&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The state as bytes, and back. Source: the runs of docs/architecture.md.
#include <algorithm>

#include <froth/base/binary.h>
#include <froth/mpm/stages.h>

namespace froth {

namespace {

/// The order is part of the state: particles are sorted only when they must be.
template <int Dim, class Real>
void save_runs(const MpmBody<Dim, Real>& body, BinaryWriter& out) {
  out.put<std::uint8_t>(body.is_sorted ? 1 : 0);
  if (!body.is_sorted) return;
  out.put<std::uint64_t>(body.runs.blocks.size());
  out.bytes(body.runs.blocks.data(), body.runs.blocks.size() * sizeof(BlockCoord<Dim>));
  out.bytes(body.runs.begin.data(), body.runs.begin.size() * sizeof(Index));
}
template <int Dim, class Real>
void load_runs(MpmBody<Dim, Real>& body, BinaryReader& in) {
  const auto is_sorted = in.get<std::uint8_t>();
  if (is_sorted > 1) throw InputError("the saved state has a particle order of an unknown kind");
  body.is_sorted = is_sorted == 1;
  if (!body.is_sorted) return;
  const auto count = in.get<std::uint64_t>();
  in.need(count, sizeof(BlockCoord<Dim>) + sizeof(Index));
  body.runs.blocks.resize(count);
  body.runs.begin.resize(count + 1);
  in.bytes(body.runs.blocks.data(), count * sizeof(BlockCoord<Dim>));
  in.bytes(body.runs.begin.data(), (count + 1) * sizeof(Index));
  const std::vector<Index>& begin = body.runs.begin;
  if (begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end()))
    throw InputError("the saved state has blocks of particles that overlap");
}

}  // namespace

template <int Dim, class Real>
void save(const MpmState<Dim, Real>& state, BinaryWriter& out) {
  const MpmCounters& counters = state.counters;
  for (const double x : {counters.boundary_work, counters.mass_emitted, counters.mass_removed}) out.put(x);
  out.put(counters.next_id);
  for (const Index count : {counters.removed, counters.inserted, counters.merged}) out.put(count);
  for (const ResampledGroup& group : state.resampled) {
    out.put(group.steps);
    out.put(group.strain);
    out.put(group.events);
  }
  out.put<std::uint64_t>(state.bodies.size());
  for (const auto& body : state.bodies) {
    out.text(body.name);
    out.put(body.max_speed);
    out.put(body.max_wave_speed);
    out.put(body.next_batch);
    out.put(body.emitted);
    save_runs(body, out);
    save_table(body.particles, out);
  }
}

template <int Dim, class Real>
void load(MpmState<Dim, Real>& state, BinaryReader& in) {
  MpmCounters& counters = state.counters;
  for (double* x : {&counters.boundary_work, &counters.mass_emitted, &counters.mass_removed})
    *x = in.get<double>();
  counters.next_id = in.get<std::uint64_t>();
  for (Index* count : {&counters.removed, &counters.inserted, &counters.merged}) *count = in.get<Index>();
  for (ResampledGroup& group : state.resampled) {
    group.steps = in.get<std::int64_t>();
    group.strain = in.get<double>();
    group.events = in.get<std::uint32_t>();
  }
  if (in.get<std::uint64_t>() != state.bodies.size())
    throw InputError("the saved state has another number of bodies");
  for (auto& body : state.bodies) {
    if (in.text() != body.name) throw InputError("the saved state has other bodies");
    body.max_speed = in.get<double>();
    body.max_wave_speed = in.get<double>();
    body.next_batch = in.get<std::uint64_t>();
    body.emitted = in.get<Index>();
    load_runs(body, in);
    load_table(body.particles, in);
    if (body.is_sorted && body.runs.begin.back() != body.particles.count())
      throw InputError("the saved state has blocks for another number of particles");
    body.max_viscosity = largest_viscosity(body);
  }
}

template <int Dim, class Real>
std::size_t bytes(const MpmState<Dim, Real>& state) {
  const MpmGrid<Dim, Real>& grid = state.grid;
  std::size_t total = grid.topology.bytes() + grid.fields.motion.bytes() + grid.fields.before.bytes() +
                      grid.ranges.ranges.capacity() * sizeof(SourceRanges::Range);
  for (const auto& body : state.bodies)
    total += body.particles.bytes() + body.runs.blocks.capacity() * sizeof(BlockCoord<Dim>) +
             body.runs.begin.capacity() * sizeof(Index);
  return total;
}

#define FROTH_INSTANCE(Dim, Real)                                \
  template void save(const MpmState<Dim, Real>&, BinaryWriter&); \
  template void load(MpmState<Dim, Real>&, BinaryReader&);       \
  template std::size_t bytes(const MpmState<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

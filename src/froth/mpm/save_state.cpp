// SPDX-License-Identifier: Apache-2.0
// The state as bytes, and back. Source: the runs of docs/architecture.md.
#include <algorithm>

#include <froth/base/binary.h>
#include <froth/mpm/stages.h>

namespace froth {

namespace {

std::string section_of(const std::string& body) { return "body \"" + body + '"'; }

/// The order is part of the state: particles are sorted only when they must be. Unsorted ones have no blocks.
template <int Dim, class Real>
void save_runs(const MpmBody<Dim, Real>& body, BinaryWriter& out) {
  const BlockRuns<Dim> none;
  const BlockRuns<Dim>& runs = body.is_sorted ? body.runs : none;
  out.put<std::uint8_t>(body.is_sorted ? 1 : 0);
  out.put<std::uint64_t>(runs.blocks.size());
  out.bytes(runs.blocks.data(), runs.blocks.size() * sizeof(BlockCoord<Dim>));
  out.bytes(runs.begin.data(), runs.begin.size() * sizeof(Index));
}
template <int Dim, class Real>
void load_runs(MpmBody<Dim, Real>& body, BinaryReader& in) {
  const auto is_sorted = in.get<std::uint8_t>();
  const auto count = in.get<std::uint64_t>();
  if (is_sorted > 1 || (is_sorted == 0 && count > 0))
    throw InputError("the saved state has a particle order of an unknown kind");
  body.is_sorted = is_sorted == 1;
  if (!body.is_sorted) return;
  in.need(count, sizeof(BlockCoord<Dim>) + sizeof(Index));
  body.runs.blocks.resize(count);
  body.runs.begin.resize(count + 1);
  in.bytes(body.runs.blocks.data(), count * sizeof(BlockCoord<Dim>));
  in.bytes(body.runs.begin.data(), (count + 1) * sizeof(Index));
  const std::vector<Index>& begin = body.runs.begin;
  if (begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end()))
    throw InputError("the saved state has blocks of particles that overlap");
}

void save_counters(const MpmCounters& counters, BinaryWriter& out) {
  for (const double x :
       {counters.boundary_work, counters.load_work, counters.mass_emitted, counters.mass_removed,
        counters.energy_emitted, counters.energy_removed, counters.since_volumes, counters.occupied_volume})
    out.put(x);
  out.put(counters.next_id);
  for (const Index count :
       {counters.removed, counters.inserted, counters.merged, counters.passed, counters.steps_since_volumes})
    out.put(count);
}
void load_counters(MpmCounters& counters, BinaryReader& in) {
  for (double* x : {&counters.boundary_work, &counters.load_work, &counters.mass_emitted,
                    &counters.mass_removed, &counters.energy_emitted, &counters.energy_removed,
                    &counters.since_volumes, &counters.occupied_volume})
    *x = in.get<double>();
  counters.next_id = in.get<std::uint64_t>();
  for (Index* count : {&counters.removed, &counters.inserted, &counters.merged, &counters.passed,
                       &counters.steps_since_volumes})
    *count = in.get<Index>();
}

void save_resampling(const std::vector<ResampledGroup>& groups, BinaryWriter& out) {
  for (const ResampledGroup& group : groups) {
    out.put(group.steps);
    out.put(group.strain);
    out.put(group.events);
  }
}
void load_resampling(std::vector<ResampledGroup>& groups, BinaryReader& in) {
  for (ResampledGroup& group : groups) {
    group.steps = in.get<std::int64_t>();
    group.strain = in.get<double>();
    group.events = in.get<std::uint32_t>();
  }
}

template <int Dim, class Real>
void save_body(const MpmBody<Dim, Real>& body, BinaryWriter& out) {
  out.section("numbers", [&](BinaryWriter& to) {
    to.put(body.max_speed);
    to.put(body.max_wave_speed);
    to.put(body.next_batch);
    to.put(body.emitted);
  });
  out.section("order", [&](BinaryWriter& to) { save_runs(body, to); });
  out.section("particles", [&](BinaryWriter& to) { save_table(body.particles, to); });
  if (body.elements != nullptr)
    out.section("elements", [&](BinaryWriter& to) { body.elements->elements->save(to); });
}
template <int Dim, class Real>
void load_body(MpmBody<Dim, Real>& body, BinaryReader& in) {
  in.section("numbers", [&](BinaryReader& from) {
    body.max_speed = from.get<double>();
    body.max_wave_speed = from.get<double>();
    body.next_batch = from.get<std::uint64_t>();
    body.emitted = from.get<Index>();
  });
  in.section("order", [&](BinaryReader& from) { load_runs(body, from); });
  const Index count = body.particles.count();
  in.section("particles", [&](BinaryReader& from) { load_table(body.particles, from); });
  if (body.elements != nullptr) {
    if (body.particles.count() != count) throw InputError("the saved state has another number of vertices");
    body.elements->find_vertices(body.particles);
    in.section("elements", [&](BinaryReader& from) { body.elements->elements->load(from); });
  }
  if (body.is_sorted && body.runs.begin.back() != body.particles.count())
    throw InputError("the saved state has blocks for another number of particles");
  body.max_viscosity = body.elements != nullptr ? 0 : largest_viscosity(body);
}

}  // namespace

template <int Dim, class Real>
void save(const MpmState<Dim, Real>& state, BinaryWriter& out) {
  out.section("counters", [&](BinaryWriter& to) { save_counters(state.counters, to); });
  out.section("resampling", [&](BinaryWriter& to) { save_resampling(state.resampled, to); });
  for (const auto& body : state.bodies)
    out.section(section_of(body.name), [&](BinaryWriter& to) { save_body(body, to); });
  if (!state.rigid.is_empty()) out.section("rigid bodies", [&](BinaryWriter& to) { state.rigid.save(to); });
}

template <int Dim, class Real>
void load(MpmState<Dim, Real>& state, BinaryReader& in) {
  in.section("counters", [&](BinaryReader& from) { load_counters(state.counters, from); });
  in.section("resampling", [&](BinaryReader& from) { load_resampling(state.resampled, from); });
  for (auto& body : state.bodies)
    in.section(section_of(body.name), [&](BinaryReader& from) { load_body(body, from); });
  for (auto& body : state.bodies)
    if (body.elements != nullptr) place_elements(state.settings.lattice, body);
  if (!state.rigid.is_empty())
    in.section("rigid bodies", [&](BinaryReader& from) { state.rigid.load(from); });
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

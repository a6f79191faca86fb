// SPDX-License-Identifier: Apache-2.0
// The state as bytes, and back. Weights and grids are made anew in every step from what is saved. Source: the
// runs of docs/architecture.md.
#include <froth/base/binary.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

/// Every number of the counters, in order.
template <class Counters, class Each>
void for_counters(Counters& c, const Each& each) {
  each(c.next_id), each(c.steps), each(c.removed), each(c.plan_iterations), each(c.solve_iterations);
  each(c.volume_error), each(c.boundary_work), each(c.load_work), each(c.mass_emitted), each(c.mass_removed);
  each(c.energy_emitted), each(c.energy_removed), each(c.filled_volume), each(c.reached_nodes);
}

template <class Body, class Each>
void for_numbers(Body& b, const Each& each) {
  each(b.frequency), each(b.largest_rate), each(b.largest_speed), each(b.next_batch), each(b.emitted);
}

template <class T>
void get_all(std::vector<T>& values, std::size_t count, BinaryReader& in) {
  in.need(count, sizeof(T));
  values.resize(count);
  in.bytes(values.data(), count * sizeof(T));
}

}  // namespace

template <int Dim>
void PowerSolver<Dim>::save(BinaryWriter& out) const {
  PowerCounters counters = counters_;
  counters.filled_volume = filled_volume();
  out.section("counters",
              [&](BinaryWriter& to) { for_counters(counters, [&](const auto& value) { to.put(value); }); });
  for (const PowerBody<Dim>& body : bodies_)
    out.section("body \"" + body.name + '"', [&](BinaryWriter& to) {
      to.put<std::uint64_t>(body.end - body.begin);
      for_numbers(body, [&](const auto& value) { to.put(value); });
      to.bytes(body.states.data(), body.states.size() * sizeof(double));
    });
  out.section("particles", [&](BinaryWriter& to) {
    PowerParticles<Dim>::for_columns(
        particles_, [&](const auto& column) { to.bytes(column.data(), column.size() * sizeof(column[0])); });
  });
  if (!rigid_.is_empty()) out.section("rigid bodies", [&](BinaryWriter& to) { rigid_.save(to); });
}

template <int Dim>
void PowerSolver<Dim>::load(BinaryReader& in) {
  in.section("counters", [&](BinaryReader& from) {
    for_counters(counters_, [&]<class T>(T& value) { value = from.get<T>(); });
  });
  has_planned_ = false;
  std::size_t count = 0;
  for (PowerBody<Dim>& body : bodies_)
    in.section("body \"" + body.name + '"', [&](BinaryReader& from) {
      const auto own = static_cast<std::size_t>(from.get<std::uint64_t>());
      for_numbers(body, [&]<class T>(T& value) { value = from.get<T>(); });
      from.need(own, body.numbers * sizeof(double));
      get_all(body.states, own * body.numbers, from);
      body.begin = count, body.end = count += own;
    });
  in.section("particles", [&](BinaryReader& from) {
    PowerParticles<Dim>::for_columns(particles_, [&](auto& column) { get_all(column, count, from); });
  });
  if (!rigid_.is_empty()) in.section("rigid bodies", [&](BinaryReader& from) { rigid_.load(from); });
}

template void PowerSolver<2>::save(BinaryWriter&) const;
template void PowerSolver<3>::save(BinaryWriter&) const;
template void PowerSolver<2>::load(BinaryReader&);
template void PowerSolver<3>::load(BinaryReader&);

}  // namespace froth

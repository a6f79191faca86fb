// SPDX-License-Identifier: Apache-2.0
// The state as bytes, and back. What follows from it (weights, gradients, links) is made again, by the same
// functions in the same order, so that a resumed run has the same bits. Source: the runs of
// docs/architecture.md.
#include <froth/base/binary.h>
#include <froth/embedding/loops.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

template <class T>
void put_all(const std::vector<T>& values, BinaryWriter& out) {
  out.bytes(values.data(), values.size() * sizeof(T));
}
template <class T>
void get_all(std::vector<T>& values, std::size_t count, BinaryReader& in) {
  in.need(count, sizeof(T));
  values.resize(count);
  in.bytes(values.data(), count * sizeof(T));
}

/// Calls `each(column)` for every column that is saved.
template <class Body, class Each>
void for_columns(Body& b, const Each& each) {
  each(b.id), each(b.x), each(b.v), each(b.embedded), each(b.updated_at), each(b.force);
  each(b.mass), each(b.support), each(b.flowed), each(b.F), each(b.stress), each(b.is_loose), each(b.laws);
  each(b.near.count), each(b.near.neighbor), each(b.near.rest);
}

void save_body(const EmbeddedBody& b, BinaryWriter& out) {
  out.put<std::uint64_t>(b.id.size());
  out.put<std::uint8_t>(b.has_flowed ? 1 : 0);
  out.put(b.volume_factor), out.put(b.frequency), out.put(b.changes);
  for_columns(b, [&](const auto& column) { put_all(column, out); });
}
void load_body(EmbeddedBody& b, BinaryReader& in) {
  const auto count = in.get<std::uint64_t>();
  b.has_flowed = in.get<std::uint8_t>() != 0;
  b.volume_factor = in.get<double>(), b.frequency = in.get<double>(), b.changes = in.get<Index>();
  const bool varies = !b.laws.empty();
  for_columns(b, [&](auto& column) {
    const auto* address = static_cast<const void*>(&column);
    std::size_t rows = count;
    if (address == &b.laws) rows = varies ? count : 0;
    if (address == &b.near.neighbor) rows = count * kMostNeighbors;
    get_all(column, rows, in);
  });
  for (const std::uint32_t j : b.near.neighbor)
    if (j >= count) throw InputError("the saved state has neighbours that are not there");
  for (const std::uint8_t k : b.near.count)
    if (k > kMostNeighbors) throw InputError("the saved state has too many neighbours");
}

/// Every number of the counters, in order.
template <class Counters, class Each>
void for_counters(Counters& c, const Each& each) {
  each(c.load_work), each(c.boundary_work), each(c.mass_removed), each(c.energy_removed), each(c.next_id);
  each(c.removed), each(c.neighbor_changes), each(c.embeddings), each(c.embedding_iterations);
  each(c.damping_iterations), each(c.steps), each(c.split), each(c.merged), each(c.cancelled_splits);
  each(c.rescued);
}

}  // namespace

void EmbeddingSolver::save(BinaryWriter& out) const {
  out.section("counters",
              [&](BinaryWriter& to) { for_counters(counters_, [&](const auto& value) { to.put(value); }); });
  for (const EmbeddedBody& body : bodies_)
    out.section("body \"" + body.name + '"', [&](BinaryWriter& to) { save_body(body, to); });
  if (!rigid_.is_empty()) out.section("rigid bodies", [&](BinaryWriter& to) { rigid_.save(to); });
}

void EmbeddingSolver::load(BinaryReader& in) {
  in.section("counters", [&](BinaryReader& from) {
    for_counters(counters_, [&]<class T>(T& value) { value = from.get<T>(); });
  });
  for (EmbeddedBody& body : bodies_) {
    in.section("body \"" + body.name + '"', [&](BinaryReader& from) { load_body(body, from); });
    body.near.resize(body.id.size());
    for_each_particle(body.count(), [&](Index i) {
      update_gradients(body.near, i, body.support[static_cast<std::size_t>(i)]);
    });
    list_entries(body.near);
    link(body);
  }
  if (!rigid_.is_empty()) in.section("rigid bodies", [&](BinaryReader& from) { rigid_.load(from); });
}

}  // namespace froth

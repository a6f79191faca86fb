// SPDX-License-Identifier: Apache-2.0
#include <froth/particles/particle_set.h>

#include <algorithm>
#include <utility>

#include <froth/base/binary.h>
#include <froth/base/error.h>

namespace froth {

std::size_t bytes_of(ColumnType type) {
  return type == ColumnType::Float || type == ColumnType::Int32 ? 4 : 8;
}

void ParticleSet::resize(Index count) {
  for (Column& column : columns_)
    for (AlignedBuffer& plane : column.planes)
      plane.resize(static_cast<std::size_t>(count) * bytes_of(column.type));
  count_ = count;
}

void ParticleSet::add(ColumnType type, const AttributeInfo& info) {
  FROTH_CHECK(!has(info.name), "column '" + std::string(info.name) + "' is there already");
  Column column{std::string(info.name), type, info.behaviour, info.after, {}};
  for (int k = 0; k < info.components; ++k)
    column.planes.emplace_back(static_cast<std::size_t>(count_) * bytes_of(type));
  columns_.push_back(std::move(column));
}

bool ParticleSet::has(std::string_view name) const {
  return std::any_of(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == name; });
}

const Column& ParticleSet::column(std::string_view name) const {
  for (const Column& c : columns_)
    if (c.name == name) return c;
  throw InternalError("particles have no column '" + std::string(name) + "'");
}

Column& ParticleSet::column(std::string_view name) {
  return const_cast<Column&>(std::as_const(*this).column(name));
}

Column& ParticleSet::find(std::string_view name, ColumnType type) {
  Column& c = const_cast<Column&>(column(name));
  FROTH_CHECK(c.type == type, "column '" + c.name + "' has another type");
  return c;
}

namespace {
template <class T>
void gather(const T* from, T* to, const std::vector<std::uint32_t>& order) {
  constexpr Index chunk = 16384;
  parallel_chunks(static_cast<Index>(order.size()), chunk, [&](const Chunk& c) {
    for (Index s = c.begin; s < c.end; ++s) to[s] = from[order[static_cast<std::size_t>(s)]];
  });
}
}  // namespace

void ParticleSet::permute(const std::vector<std::uint32_t>& order) {
  FROTH_CHECK(static_cast<Index>(order.size()) == count_, "an order for another number of particles");
  keep(order);
}

void ParticleSet::keep(const std::vector<std::uint32_t>& order) {
  count_ = static_cast<Index>(order.size());
  for (Column& column : columns_) {
    const bool wide = bytes_of(column.type) == 8;
    AlignedBuffer& scratch = wide ? scratch8_ : scratch4_;
    for (AlignedBuffer& plane : column.planes) {
      scratch.resize(order.size() * bytes_of(column.type));
      if (wide)
        gather(plane.as<std::uint64_t>(), scratch.as<std::uint64_t>(), order);
      else
        gather(plane.as<std::uint32_t>(), scratch.as<std::uint32_t>(), order);
      plane.swap(scratch);
    }
  }
}

std::vector<std::pair<std::uint64_t, std::uint32_t>> ParticleSet::slot_of_id() const {
  const std::uint64_t* id = plane<std::uint64_t>("id");
  std::vector<std::pair<std::uint64_t, std::uint32_t>> slots(static_cast<std::size_t>(count_));
  for (std::size_t s = 0; s < slots.size(); ++s) slots[s] = {id[s], static_cast<std::uint32_t>(s)};
  std::sort(slots.begin(), slots.end());
  return slots;
}

std::size_t ParticleSet::bytes() const {
  std::size_t total = scratch4_.capacity() + scratch8_.capacity();
  for (const Column& column : columns_)
    for (const AlignedBuffer& plane : column.planes) total += plane.capacity();
  return total;
}

void save_particles(const ParticleSet& particles, BinaryWriter& out) {
  out.put<std::uint64_t>(static_cast<std::uint64_t>(particles.count()));
  out.put<std::uint64_t>(particles.columns().size());
  for (const Column& column : particles.columns()) {
    out.text(column.name);
    out.put(column.type);
    out.put<std::uint64_t>(column.planes.size());
    for (const AlignedBuffer& plane : column.planes) out.bytes(plane.as<char>(), plane.bytes());
  }
}

void load_particles(ParticleSet& particles, BinaryReader& in) {
  const auto count = in.get<std::uint64_t>();
  if (in.get<std::uint64_t>() != particles.columns().size())
    throw InputError("the saved state has other particle attributes");
  std::size_t particle_bytes = 0;
  for (const Column& column : particles.columns())
    particle_bytes += column.planes.size() * bytes_of(column.type);
  in.need(count, particle_bytes);
  particles.resize(static_cast<Index>(count));
  for (const Column& column : particles.columns()) {
    if (in.text() != column.name || in.get<ColumnType>() != column.type ||
        in.get<std::uint64_t>() != column.planes.size())
      throw InputError("the saved state has other particle attributes");
    for (const AlignedBuffer& plane : column.planes)
      in.bytes(const_cast<AlignedBuffer&>(plane).as<char>(), plane.bytes());
  }
}

}  // namespace froth

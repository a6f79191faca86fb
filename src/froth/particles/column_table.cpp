// SPDX-License-Identifier: Apache-2.0
#include <froth/particles/column_table.h>

#include <algorithm>
#include <numeric>

#include <froth/base/binary.h>
#include <froth/base/error.h>

namespace froth {

namespace {

constexpr std::string_view kId = "id";

template <class T>
void gather(const T* from, T* to, const std::vector<std::uint32_t>& order) {
  constexpr Index chunk = 16384;
  parallel_chunks(static_cast<Index>(order.size()), chunk, [&](const Chunk& c) {
    for (Index s = c.begin; s < c.end; ++s) to[s] = from[order[static_cast<std::size_t>(s)]];
  });
}

}  // namespace

std::size_t bytes_of(ColumnType type) {
  return type == ColumnType::Float || type == ColumnType::Int32 ? 4 : 8;
}

std::uint32_t SlotsById::find(std::uint64_t id) const {
  const auto at =
      std::lower_bound(slots_.begin(), slots_.end(), id,
                       [&](std::uint32_t slot, std::uint64_t wanted) { return id_[slot] < wanted; });
  return at != slots_.end() && id_[*at] == id ? *at : SlotMoves::kGone;
}

void ColumnTable::resize(Index count) {
  const Index before = std::exchange(count_, count);
  if (count == before) return;
  for (Column& column : columns_)
    for (AlignedBuffer& plane : column.planes)
      plane.resize(static_cast<std::size_t>(count) * bytes_of(column.type));
  forget_id_order();
  if (count > before || followers_.empty()) return;
  std::vector<std::uint32_t> stayed(static_cast<std::size_t>(count));
  std::iota(stayed.begin(), stayed.end(), 0u);
  tell_followers(stayed, before);
}

void ColumnTable::add(ColumnType type, const AttributeInfo& info) {
  FROTH_CHECK(!has(info.name), "column '" + std::string(info.name) + "' is there already");
  FROTH_CHECK(!info.unit.empty(), "column '" + std::string(info.name) + "' has no unit");
  Column column{std::string(info.name), type, std::string(info.unit), info.behaviour, info.after, {}};
  for (int k = 0; k < info.components; ++k)
    column.planes.emplace_back(static_cast<std::size_t>(count_) * bytes_of(type));
  columns_.push_back(std::move(column));
}

bool ColumnTable::has(std::string_view name) const {
  return std::any_of(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == name; });
}

std::size_t ColumnTable::number_of(std::string_view name) const {
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (columns_[k].name == name) return k;
  throw InternalError("the table has no column '" + std::string(name) + "'");
}

Column& ColumnTable::column(std::string_view name) {
  if (name == kId) forget_id_order();
  return columns_[number_of(name)];
}

std::span<Column> ColumnTable::columns() {
  forget_id_order();
  return columns_;
}

void ColumnTable::check_type(const Column& column, ColumnType type) {
  FROTH_CHECK(column.type == type, "column '" + column.name + "' has another type");
}

void ColumnTable::permute(const std::vector<std::uint32_t>& order) {
  FROTH_CHECK(static_cast<Index>(order.size()) == count_, "an order for another number of rows");
  keep(order);
}

void ColumnTable::keep(const std::vector<std::uint32_t>& order) {
  const Index before = std::exchange(count_, static_cast<Index>(order.size()));
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
  forget_id_order();
  tell_followers(order, before);
}

std::shared_ptr<const SlotFollower> ColumnTable::follow(SlotFollower follower) {
  auto held = std::make_shared<const SlotFollower>(std::move(follower));
  followers_.push_back(held);
  return held;
}

void ColumnTable::tell_followers(std::span<const std::uint32_t> from, Index old_count) {
  std::erase_if(followers_, [](const auto& follower) { return follower.expired(); });
  if (followers_.empty()) return;
  std::vector<std::uint32_t> to(static_cast<std::size_t>(old_count), SlotMoves::kGone);
  for (std::size_t s = 0; s < from.size(); ++s) {
    FROTH_CHECK(from[s] < to.size() && to[from[s]] == SlotMoves::kGone, "a row cannot go to two slots");
    to[from[s]] = static_cast<std::uint32_t>(s);
  }
  const auto told = followers_;  // a follower may bring another one
  for (const auto& each : told)
    if (const auto follower = each.lock()) (*follower)({from, to});
}

void ColumnTable::forget_id_order() {
  id_order_->is_valid = false;
  id_order_->slots = {};
}

SlotsById ColumnTable::slot_of_id() const {
  const std::uint64_t* id = plane<std::uint64_t>(kId);
  const std::lock_guard lock(id_order_->mutex);
  std::vector<std::uint32_t>& slots = id_order_->slots;
  if (!id_order_->is_valid) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> pairs(static_cast<std::size_t>(count_));
    for (std::size_t s = 0; s < pairs.size(); ++s) pairs[s] = {id[s], static_cast<std::uint32_t>(s)};
    std::sort(pairs.begin(), pairs.end());
    slots.reserve(pairs.size());
    for (const auto& pair : pairs) slots.push_back(pair.second);
    id_order_->is_valid = true;
  }
  return {id, slots};
}

std::size_t ColumnTable::bytes() const {
  const std::lock_guard lock(id_order_->mutex);
  std::size_t total =
      scratch4_.capacity() + scratch8_.capacity() + id_order_->slots.capacity() * sizeof(std::uint32_t);
  for (const Column& column : columns_)
    for (const AlignedBuffer& plane : column.planes) total += plane.capacity();
  return total;
}

void save_table(const ColumnTable& table, BinaryWriter& out) {
  out.put<std::uint64_t>(static_cast<std::uint64_t>(table.count()));
  out.put<std::uint64_t>(table.columns().size());
  for (const Column& column : table.columns()) {
    out.text(column.name);
    out.put(column.type);
    out.put<std::uint64_t>(column.planes.size());
  }
  for (const Column& column : table.columns())
    for (const AlignedBuffer& plane : column.planes) out.bytes(plane.as<char>(), plane.bytes());
}

namespace {

/// The table's columns in the order in which they were saved.
std::vector<std::string> read_columns(const ColumnTable& table, BinaryReader& in) {
  const auto refuse = [](const std::string& name, const char* what) {
    throw InputError("the saved state " + std::string(what) + " the attribute \"" + name + "\"");
  };
  std::vector<std::string> names;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    const std::string name = in.text();
    const auto type = in.get<ColumnType>();
    const auto components = in.get<std::uint64_t>();
    if (!table.has(name)) refuse(name, "has, and this run has not,");
    if (std::find(names.begin(), names.end(), name) != names.end()) refuse(name, "has twice");
    const Column& column = table.column(name);
    if (type != column.type || components != column.planes.size())
      refuse(name, "has another type or number of components of");
    names.push_back(name);
  }
  for (const Column& column : table.columns())
    if (std::find(names.begin(), names.end(), column.name) == names.end()) refuse(column.name, "lacks");
  return names;
}

}  // namespace

void load_table(ColumnTable& table, BinaryReader& in) {
  const auto count = in.get<std::uint64_t>();
  const std::vector<std::string> names = read_columns(table, in);
  std::size_t row_bytes = 0;
  for (const Column& column : std::as_const(table).columns())
    row_bytes += column.planes.size() * bytes_of(column.type);
  if (row_bytes > 0) in.need(count, row_bytes);
  table.resize(static_cast<Index>(count));
  for (const std::string& name : names)
    for (AlignedBuffer& plane : table.column(name).planes) in.bytes(plane.as<char>(), plane.bytes());
}

}  // namespace froth

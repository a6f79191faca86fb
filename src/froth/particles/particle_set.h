// SPDX-License-Identifier: Apache-2.0
// The particles of one body: named columns of aligned planes, one plane per component, all of one length.
// Every particle has an id for life; its slot changes with sorting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <froth/base/aligned_buffer.h>
#include <froth/base/parallel.h>
#include <froth/particles/attribute.h>

namespace froth {

enum class ColumnType : std::uint8_t { Float, Double, Int32, UInt64 };

template <class T>
constexpr ColumnType column_type();
template <>
constexpr ColumnType column_type<float>() {
  return ColumnType::Float;
}
template <>
constexpr ColumnType column_type<double>() {
  return ColumnType::Double;
}
template <>
constexpr ColumnType column_type<std::int32_t>() {
  return ColumnType::Int32;
}
template <>
constexpr ColumnType column_type<std::uint64_t>() {
  return ColumnType::UInt64;
}

std::size_t bytes_of(ColumnType type);

struct Column {
  std::string name;
  ColumnType type;
  Behaviour behaviour;
  AfterAveraging after;
  std::vector<AlignedBuffer> planes;  ///< one per component
};

class ParticleSet {
 public:
  Index count() const { return count_; }
  void resize(Index count);

  void add(ColumnType type, const AttributeInfo& info);
  bool has(std::string_view name) const;
  const Column& column(std::string_view name) const;
  Column& column(std::string_view name);
  const std::vector<Column>& columns() const { return columns_; }

  /// Pointer to component `k` of a column; the type must match.
  template <class T>
  T* plane(std::string_view name, int k = 0) {
    return find(name, column_type<T>()).planes[static_cast<std::size_t>(k)].template as<T>();
  }
  template <class T>
  const T* plane(std::string_view name, int k = 0) const {
    return const_cast<ParticleSet*>(this)->plane<T>(name, k);
  }

  /// Slot s becomes what was in slot order[s].
  void permute(const std::vector<std::uint32_t>& order);

  /// Slot s becomes what was in slot kept[s]; the others go.
  void keep(const std::vector<std::uint32_t>& kept);

  /// Slot of every id, for whatever must outlive a sort (meshes, neighbour lists).
  std::vector<std::pair<std::uint64_t, std::uint32_t>> slot_of_id() const;

  /// Memory held, scratch included.
  std::size_t bytes() const;

 private:
  Column& find(std::string_view name, ColumnType type);

  Index count_ = 0;
  std::vector<Column> columns_;
  AlignedBuffer scratch4_, scratch8_;
};

class BinaryReader;
class BinaryWriter;

/// All columns with their names and types; loading checks that they are the columns that are expected.
void save_particles(const ParticleSet& particles, BinaryWriter& out);
void load_particles(ParticleSet& particles, BinaryReader& in);

}  // namespace froth

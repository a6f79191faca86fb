// SPDX-License-Identifier: Apache-2.0
// A table of particles, elements or bubbles: named columns of aligned planes, one plane per component, all of
// one length. Every row has an id for life, in the column "id" where there is one; its slot changes whenever
// the table is sorted or thinned. Whoever keeps slots follows the table and is told where they went.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
  std::string unit;
  Behaviour behaviour;
  AfterAveraging after;
  std::vector<AlignedBuffer> planes;  ///< one per component
};

/// Where the rows of a table went.
struct SlotMoves {
  static constexpr std::uint32_t kGone = ~0u;
  std::span<const std::uint32_t> from;  ///< old slot of each new one
  std::span<const std::uint32_t> to;    ///< new slot of each old one, or kGone
};
/// Called after the rows have moved.
using SlotFollower = std::function<void(const SlotMoves&)>;

/// The rows of a table by id: pairs of id and slot, in the order of ids. Valid until the table changes.
class SlotsById {
 public:
  class Iterator {
   public:
    Iterator(const std::uint64_t* id, const std::uint32_t* slot) : id_(id), slot_(slot) {}
    std::pair<std::uint64_t, std::uint32_t> operator*() const { return {id_[*slot_], *slot_}; }
    Iterator& operator++() {
      ++slot_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return slot_ != other.slot_; }

   private:
    const std::uint64_t* id_;
    const std::uint32_t* slot_;
  };

  SlotsById(const std::uint64_t* id, std::span<const std::uint32_t> slots) : id_(id), slots_(slots) {}
  Iterator begin() const { return {id_, slots_.data()}; }
  Iterator end() const { return {id_, slots_.data() + slots_.size()}; }
  std::size_t size() const { return slots_.size(); }
  /// Slot of an id, or SlotMoves::kGone.
  std::uint32_t find(std::uint64_t id) const;

 private:
  const std::uint64_t* id_;
  std::span<const std::uint32_t> slots_;
};

/// Functions that do not change the table may be called by several threads at a time.
class ColumnTable {
 public:
  Index count() const { return count_; }
  /// New rows are zero and come last; rows that go are the last.
  void resize(Index count);

  void add(ColumnType type, const AttributeInfo& info);
  bool has(std::string_view name) const;
  const Column& column(std::string_view name) const { return columns_[number_of(name)]; }
  Column& column(std::string_view name);
  std::span<const Column> columns() const { return columns_; }
  std::span<Column> columns();

  /// Pointer to component `k` of a column; the type must match.
  template <class T>
  T* plane(std::string_view name, int k = 0) {
    return checked(column(name), column_type<T>()).planes[static_cast<std::size_t>(k)].template as<T>();
  }
  template <class T>
  const T* plane(std::string_view name, int k = 0) const {
    return checked(column(name), column_type<T>()).planes[static_cast<std::size_t>(k)].template as<T>();
  }

  /// Slot s becomes what was in slot order[s].
  void permute(const std::vector<std::uint32_t>& order);

  /// Slot s becomes what was in slot kept[s], no slot twice; the others go.
  void keep(const std::vector<std::uint32_t>& kept);

  /// Tells `follower` of every move of rows from now on, for as long as the caller holds what is returned.
  [[nodiscard]] std::shared_ptr<const SlotFollower> follow(SlotFollower follower);

  /// Slot of every id, for whatever must outlive a sort. Sorts the ids at the first call after rows have
  /// moved or the ids were handed out for writing, and not again until then: whoever keeps a pointer to ids
  /// must not write through it once this has been called.
  SlotsById slot_of_id() const;

  /// Memory held, scratch included.
  std::size_t bytes() const;

 private:
  /// Slots in the order of their ids; empty while nobody has asked since the last change.
  struct IdOrder {
    std::mutex mutex;
    bool is_valid = false;
    std::vector<std::uint32_t> slots;
  };

  std::size_t number_of(std::string_view name) const;
  template <class AnyColumn>
  static AnyColumn& checked(AnyColumn& column, ColumnType type) {
    check_type(column, type);
    return column;
  }
  static void check_type(const Column& column, ColumnType type);
  void forget_id_order();
  void tell_followers(std::span<const std::uint32_t> from, Index old_count);

  Index count_ = 0;
  std::vector<Column> columns_;
  AlignedBuffer scratch4_, scratch8_;
  std::vector<std::weak_ptr<const SlotFollower>> followers_;
  std::unique_ptr<IdOrder> id_order_ = std::make_unique<IdOrder>();
};

class BinaryReader;
class BinaryWriter;

/// All columns with their names and types.
void save_table(const ColumnTable& table, BinaryWriter& out);
/// Columns are found by name, in any order. Throws InputError, before anything has changed, where the saved
/// ones are not those of the table. All rows are others then: who keeps slots must load them too.
void load_table(ColumnTable& table, BinaryReader& in);

}  // namespace froth

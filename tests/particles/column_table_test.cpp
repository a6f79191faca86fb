// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include <froth/base/binary.h>
#include <froth/particles/sort.h>

#include "support/random_values.h"

using namespace froth;

namespace {

/// Elements of a mesh rather than particles: ids that are no slots, an integer and a real column.
ColumnTable elements(Index count) {
  ColumnTable table;
  table.add(ColumnType::UInt64, {"id", 1, "-", Behaviour::Identity});
  table.add(ColumnType::Int32, {"corner", 2, "-", Behaviour::Identity});
  table.add(ColumnType::Double, {"tension", 1, "Pa"});
  table.resize(count);
  for (Index s = 0; s < count; ++s) {
    table.plane<std::uint64_t>("id")[s] = static_cast<std::uint64_t>(1000 + (s * 31) % count);
    for (int k = 0; k < 2; ++k) table.plane<std::int32_t>("corner", k)[s] = static_cast<std::int32_t>(s + k);
    table.plane<double>("tension")[s] = 0.5 * double(table.plane<std::uint64_t>("id")[s]);
  }
  return table;
}

std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  test::Rng rng(seed);
  for (std::size_t k = count; k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(rng.uniform(0, double(k)))]);
  return order;
}

/// Keeps a slot and the id that was there, as a mesh would.
struct Held {
  std::uint64_t id;
  std::uint32_t slot;
  int told = 0;
};

}  // namespace

// Oracle: ids. A follower that renumbers its slot by what it is told holds the same id before and after every
// move, and hears that the row is gone when no row has that id any more.
TEST_CASE("followers of a table learn where rows went") {
  ColumnTable table = elements(97);
  const auto ids = [&] { return std::as_const(table).plane<std::uint64_t>("id"); };
  Held held{ids()[40], 40};
  const auto following = table.follow([&](const SlotMoves& moves) {
    ++held.told;
    if (held.slot == SlotMoves::kGone) return;
    const std::uint32_t before = held.slot;
    held.slot = moves.to[before];
    if (held.slot != SlotMoves::kGone) CHECK(moves.from[held.slot] == before);
  });

  table.permute(shuffled(97, 1));
  CHECK(held.told == 1);
  CHECK(ids()[held.slot] == held.id);

  table.resize(200);  // rows at the end move nobody
  CHECK(held.told == 1);
  table.resize(97);
  CHECK(ids()[held.slot] == held.id);

  std::vector<std::uint32_t> kept;
  for (std::uint32_t s = 0; s < 97; ++s)
    if (s % 3 == held.slot % 3) kept.push_back(s);
  table.keep(kept);
  CHECK(ids()[held.slot] == held.id);

  ColumnTable moved = std::move(table);  // the table's place in memory is no matter
  moved.permute(shuffled(kept.size(), 2));
  CHECK(std::as_const(moved).plane<std::uint64_t>("id")[held.slot] == held.id);

  moved.resize(static_cast<Index>(held.slot));  // cuts off just that row
  CHECK(held.slot == SlotMoves::kGone);
}

// Oracle: the count of calls. Who has let go of what follow() gave is not told any more.
TEST_CASE("a follower that has gone is not called") {
  ColumnTable table = elements(5);
  int first = 0, second = 0;
  const auto stays = table.follow([&](const SlotMoves&) { ++first; });
  {
    const auto goes = table.follow([&](const SlotMoves&) { ++second; });
    table.permute({4, 3, 2, 1, 0});
  }
  table.permute({4, 3, 2, 1, 0});
  CHECK(first == 2);
  CHECK(second == 1);
}

// Oracle: a map made by walking the column. After every kind of change the slots by id are those of the map,
// in the order of ids; an id that nobody has is not found.
TEST_CASE("slots by id are never those of before a change") {
  ColumnTable table = elements(61);
  const auto check = [&] {
    std::map<std::uint64_t, std::uint32_t> expected;
    for (Index s = 0; s < table.count(); ++s)
      expected[std::as_const(table).plane<std::uint64_t>("id")[s]] = static_cast<std::uint32_t>(s);
    const SlotsById slots = table.slot_of_id();
    REQUIRE(slots.size() == expected.size());
    auto next = expected.begin();
    for (const auto& [id, slot] : slots) {
      CHECK(id == next->first);
      CHECK(slot == next->second);
      CHECK(slots.find(id) == slot);
      ++next;
    }
    CHECK(slots.find(999) == SlotMoves::kGone);
    CHECK(slots.find(5000) == SlotMoves::kGone);
  };
  check();
  table.permute(shuffled(61, 3));
  check();
  table.keep({5, 3, 60, 2});
  check();
  table.resize(6);
  table.plane<std::uint64_t>("id")[4] = 7;
  table.plane<std::uint64_t>("id")[5] = 8;
  check();
  table.column("id").planes[0].as<std::uint64_t>()[4] = 9;
  check();
  table.resize(0);
  check();
}

// Oracle: every order of asking gives one answer: many threads that ask a table at once get what one gets.
TEST_CASE("several threads may ask for slots by id") {
  const ColumnTable table = elements(3001);
  std::vector<std::uint32_t> found(64, 0);
  parallel_tasks(64, [&](Index k) {
    found[static_cast<std::size_t>(k)] = table.slot_of_id().find(1000 + static_cast<std::uint64_t>(k));
  });
  for (std::size_t k = 0; k < found.size(); ++k)
    CHECK(table.plane<std::uint64_t>("id")[found[k]] == 1000 + k);
}

// Oracle: the table that was saved. Columns are found by name: a table that has them in another order gets
// the same content.
TEST_CASE("a saved table is read by the names of its columns") {
  const ColumnTable table = elements(40);
  BinaryWriter out;
  save_table(table, out);

  ColumnTable other;
  other.add(ColumnType::Double, {"tension", 1, "Pa"});
  other.add(ColumnType::UInt64, {"id", 1, "-", Behaviour::Identity});
  other.add(ColumnType::Int32, {"corner", 2, "-", Behaviour::Identity});
  BinaryReader in(out.buffer());
  load_table(other, in);
  CHECK(in.at_end());
  REQUIRE(other.count() == 40);
  for (Index s = 0; s < 40; ++s) {
    CHECK(other.plane<std::uint64_t>("id")[s] == table.plane<std::uint64_t>("id")[s]);
    CHECK(other.plane<std::int32_t>("corner", 1)[s] == table.plane<std::int32_t>("corner", 1)[s]);
    CHECK(other.plane<double>("tension")[s] == table.plane<double>("tension")[s]);
  }
}

// Oracle: the message names the column that differs, and the table is as it was.
TEST_CASE("a saved table with other columns is refused") {
  BinaryWriter out;
  save_table(elements(40), out);
  const auto refusal = [&](std::initializer_list<std::pair<ColumnType, AttributeInfo>> columns) {
    ColumnTable table;
    for (const auto& [type, info] : columns) table.add(type, info);
    table.resize(3);
    BinaryReader in(out.buffer());
    std::string message;
    try {
      load_table(table, in);
    } catch (const InputError& error) {
      message = error.what();
    }
    CHECK(table.count() == 3);
    return message;
  };
  const std::pair<ColumnType, AttributeInfo> id{ColumnType::UInt64, {"id", 1, "-"}};
  const std::pair<ColumnType, AttributeInfo> corner{ColumnType::Int32, {"corner", 2, "-"}};
  const std::pair<ColumnType, AttributeInfo> tension{ColumnType::Double, {"tension", 1, "Pa"}};
  const auto names = [](const std::string& message, const char* what) {
    return message.find(what) != std::string::npos;
  };
  CHECK(names(refusal({id, corner}), "\"tension\""));
  CHECK(names(refusal({id, corner, tension, {ColumnType::Float, {"age", 1, "s"}}}), "\"age\""));
  CHECK(names(refusal({id, tension, {ColumnType::Int32, {"corner", 3, "-"}}}), "\"corner\""));
  CHECK(names(refusal({id, corner, {ColumnType::Float, {"tension", 1, "Pa"}}}), "\"tension\""));
}

// Oracle: what was added. A column without a unit is a fault.
TEST_CASE("columns know their unit") {
  ColumnTable table = elements(1);
  CHECK(std::as_const(table).column("tension").unit == "Pa");
  CHECK(std::as_const(table).column("corner").unit == "-");
  CHECK_THROWS_AS(table.add(ColumnType::Float, {"x", 1, ""}), InternalError);
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include <froth/base/morton.h>
#include <froth/particles/sort.h>

#include "support/random_values.h"

using namespace froth;

namespace {
template <int Dim>
ParticleSet random_set(Index count, std::uint64_t seed) {
  ParticleSet set;
  set.add(ColumnType::UInt64, {"id", 1, Behaviour::Identity});
  set.add(ColumnType::Int32, {"cell", Dim});
  set.add(ColumnType::Float, {"tag", 1});
  set.resize(count);
  test::Rng rng(seed);
  for (Index s = 0; s < count; ++s) {
    set.plane<std::uint64_t>("id")[s] = static_cast<std::uint64_t>((s * 7919) % count);
    for (int d = 0; d < Dim; ++d)
      set.plane<std::int32_t>("cell", d)[s] = static_cast<std::int32_t>(std::floor(rng.uniform(-20, 20)));
    set.plane<float>("tag")[s] = static_cast<float>(set.plane<std::uint64_t>("id")[s]);
  }
  return set;
}

template <int Dim>
std::tuple<std::uint64_t, int, std::uint64_t> key(const ParticleSet& set, Index s) {
  Vec<Dim, std::int32_t> cell{};
  for (int d = 0; d < Dim; ++d) cell[d] = set.plane<std::int32_t>("cell", d)[s];
  return {morton(block_of(cell)), cell_in_block(cell), set.plane<std::uint64_t>("id")[s]};
}
}  // namespace

// Oracle: std::sort by the documented key (block in Morton order, cell, id). All columns move together, the
// runs are the blocks, and sorting again changes nothing.
TEST_CASE_TEMPLATE("particles end up in canonical order", D, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int Dim = D::value;
  ParticleSet set = random_set<Dim>(20011, 5);
  std::vector<std::tuple<std::uint64_t, int, std::uint64_t>> expected;
  for (Index s = 0; s < set.count(); ++s) expected.push_back(key<Dim>(set, s));
  std::sort(expected.begin(), expected.end());

  for (int round = 0; round < 2; ++round) {
    const BlockRuns<Dim> runs = sort_by_cell<Dim>(set);
    bool same = true, together = true, in_runs = true;
    std::size_t run = 0;
    for (Index s = 0; s < set.count(); ++s) {
      same = same && key<Dim>(set, s) == expected[static_cast<std::size_t>(s)];
      together = together && set.plane<float>("tag")[s] == float(set.plane<std::uint64_t>("id")[s]);
      while (s >= runs.begin[run + 1]) ++run;
      in_runs = in_runs && morton(runs.blocks[run]) == std::get<0>(key<Dim>(set, s));
    }
    CHECK(same);
    CHECK(together);
    CHECK(in_runs);
    CHECK(runs.begin.back() == set.count());
  }
  const auto slots = set.slot_of_id();
  bool found = true;
  for (const auto& [id, slot] : slots) found = found && set.plane<std::uint64_t>("id")[slot] == id;
  CHECK(found);
}

// Oracle: the order is a function of the particles, so any number of threads gives it.
TEST_CASE("sorting with one and with two threads") {
  ParticleSet one = random_set<3>(50000, 6), two = random_set<3>(50000, 6);
  {
    const ThreadLimit limit(1);
    sort_by_cell<3>(one);
  }
  {
    const ThreadLimit limit(2);
    sort_by_cell<3>(two);
  }
  CHECK(std::equal(one.plane<std::uint64_t>("id"), one.plane<std::uint64_t>("id") + 50000,
                   two.plane<std::uint64_t>("id")));
}

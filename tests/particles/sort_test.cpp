// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include <froth/base/morton.h>
#include <froth/particles/sort.h>
#include <froth/transfer/tile.h>

#include "support/random_values.h"

using namespace froth;

namespace {
template <int Dim>
ColumnTable random_set(Index count, std::uint64_t seed) {
  ColumnTable set;
  set.add(ColumnType::UInt64, {"id", 1, "-", Behaviour::Identity});
  set.add(ColumnType::Int32, {"cell", Dim, "-"});
  set.add(ColumnType::Float, {"tag", 1, "-"});
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
std::tuple<std::uint64_t, int, std::uint64_t> key(const ColumnTable& set, Index s) {
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
  ColumnTable set = random_set<Dim>(20011, 5);
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

// Oracle: the same table with the given cells as its own column "cell", sorted by that. The cells that are
// passed are what counts, whatever the table has of its own.
TEST_CASE("rows are sorted by the cells that are passed") {
  ColumnTable own = random_set<2>(3000, 9), passed = random_set<2>(3000, 9);
  std::array<std::vector<std::int32_t>, 2> cells;
  test::Rng rng(10);
  for (std::size_t d = 0; d < 2; ++d)
    for (Index s = 0; s < own.count(); ++s) {
      cells[d].push_back(static_cast<std::int32_t>(std::floor(rng.uniform(-9, 9))));
      own.plane<std::int32_t>("cell", static_cast<int>(d))[s] = cells[d].back();
    }
  const BlockRuns<2> expected = sort_by_cell<2>(own);
  const BlockRuns<2> runs = sort_rows<2>(passed, {cells[0].data(), cells[1].data()});
  CHECK(runs.begin == expected.begin);
  CHECK(std::equal(own.plane<std::uint64_t>("id"), own.plane<std::uint64_t>("id") + own.count(),
                   passed.plane<std::uint64_t>("id")));
}

// Oracle: the order is a function of the particles, so any number of threads gives it.
TEST_CASE("sorting with one and with two threads") {
  ColumnTable one = random_set<3>(50000, 6), two = random_set<3>(50000, 6);
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

// Oracle: the promise itself, by brute force. Wherever a particle is listed, its stencil fits the block's
// tile, and still does after moving either way by just less than a whole cell (quadratic) or half a cell
// (cubic); bringing it home moves it by whole periods only.
TEST_CASE("a block's tile leaves its particles room to wander") {
  for (const int degree : {2, 3}) {
    Lattice<2> lattice;
    lattice.degree = degree;
    lattice.periodic_cells = {16, 0};
    ColumnTable set = random_set<2>(5000, 7);
    set.add(ColumnType::Double, {"offset", 2, "-"});
    test::Rng rng(8);
    for (Index s = 0; s < set.count(); ++s)
      for (int d = 0; d < 2; ++d) set.plane<double>("offset", d)[s] = rng.uniform(-0.5, 0.5);
    const auto where = [&](Index s) {
      Vec<2, std::int32_t> cell{};
      Vec<2, double> offset{};
      for (int d = 0; d < 2; ++d) {
        cell[d] = set.plane<std::int32_t>("cell", d)[s];
        offset[d] = set.plane<double>("offset", d)[s];
      }
      return lattice.position(cell, offset);
    };
    std::vector<Vec<2, double>> before(static_cast<std::size_t>(set.count()));
    for (Index s = 0; s < set.count(); ++s) before[set.plane<std::uint64_t>("id")[s]] = where(s);

    const BlockRuns<2> runs = sort_by_home<2, double>(set, lattice);
    const double room = (degree == 2 ? 1.0 : 0.5) - 1e-9;
    int too_far = 0, outside = 0;
    double moved = 0;
    for (std::size_t b = 0; b < runs.blocks.size(); ++b)
      for (Index s = runs.begin[b]; s < runs.begin[b + 1]; ++s) {
        moved = std::max(moved, norm(where(s) - before[set.plane<std::uint64_t>("id")[s]]));
        for (int d = 0; d < 2; ++d) {
          outside += d == 0 && (runs.blocks[b][d] < 0 || runs.blocks[b][d] >= 4);
          for (const double step : {-room, 0.0, room}) {
            std::int32_t cell = set.plane<std::int32_t>("cell", d)[s];
            double offset = set.plane<double>("offset", d)[s];
            Offset<double>::advance(cell, offset, step);
            const int place = place_in_tile(cell, runs.blocks[b][d]);
            too_far += degree == 2 ? !fits_tile<2>(place) : !fits_tile<3>(place);
          }
        }
      }
    CHECK(too_far == 0);
    CHECK(outside == 0);
    CHECK(moved < 1e-12);
  }
}

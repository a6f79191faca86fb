// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/sim/audit.h>

namespace froth {

namespace {
LedgerTable table(const std::vector<std::pair<std::string, std::vector<double>>>& columns) {
  LedgerTable ledger;
  for (const auto& [name, numbers] : columns) ledger.names.push_back(name), ledger.columns.push_back(numbers);
  return ledger;
}

LedgerTable three_rows() {
  return table({{"time", {0, 1, 2}},
                {"particles", {10, 12, 11}},
                {"mass", {5, 6, 5.4}},
                {"mass_emitted", {0, 1, 1}},
                {"mass_removed", {0, 0, 0.5}},
                {"volume", {1, 1.2, 1.1}},
                {"J_min", {1, 0.9, 0.95}},
                {"J_max", {1, 1.05, 1.2}},
                {"kinetic_energy", {0, 7, 1}},
                {"elastic_energy", {0, 1, 0}},
                {"gravitational_energy", {10, 5, 6}},
                {"boundary_work", {0, 2, 2}},
                {"inside_colliders", {0, 3, 1}}});
}
}  // namespace

// Oracle: sums done by hand on three rows.
TEST_CASE("the books of a run are added up") {
  const Audit a = audit(three_rows());
  CHECK(a.mass_missing() == doctest::Approx(5 + 1 - 0.5 - 5.4).scale(0));
  CHECK(a.volume_end - a.volume_start == doctest::Approx(0.1).scale(0));
  CHECK(a.J_min == 0.9);
  CHECK(a.J_max == 1.2);
  CHECK(a.energy_start == 10);
  CHECK(a.energy_end == 7);
  CHECK(a.largest_gain == doctest::Approx(7 + 1 + 5 - 2 - 10));
  CHECK(a.leaked == 3);
  CHECK(a.leaked_time == 1);
  const auto lines = describe(a);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].find("1 emitted") != std::string::npos);
  CHECK(lines[1].find("%") == std::string::npos);  // what came and went had volume too
  LedgerTable closed = three_rows();
  closed.columns[3] = closed.columns[4] = {0, 0, 0};
  CHECK(describe(audit(closed))[1].find("+10 %") != std::string::npos);
  CHECK(lines[3].find("3 of 12") != std::string::npos);
}

// Oracle: the same sums; what forces put in is no gain.
TEST_CASE("the work of forces stands in the place of the energy of gravity") {
  LedgerTable pushed = three_rows();
  pushed.names.push_back("load_work");
  pushed.columns.push_back({0, 5.5, 4});
  CHECK(audit(pushed).largest_gain == doctest::Approx(7 + 1 - 5.5 - 2));
}

// Oracle: the last row of the columns.
TEST_CASE("resampling is in the books where there was any") {
  LedgerTable resampled = three_rows();
  for (const char* name : {"inserted", "merged"}) resampled.names.push_back(name);
  resampled.columns.push_back({0, 5, 7});
  resampled.columns.push_back({0, 1, 2});
  const auto lines = describe(audit(resampled));
  REQUIRE(lines.size() == 5);
  CHECK(lines[4] == "resampling: 7 particles inserted, 2 merged");
}

// Oracle: an empty ledger, and one of another kind, have no books.
TEST_CASE("a ledger without rows or columns is refused") {
  CHECK_THROWS_AS(audit({}), InputError);
  LedgerTable lacking = three_rows();
  lacking.names[2] = "weight";
  CHECK_THROWS_AS(audit(lacking), InputError);
}

}  // namespace froth

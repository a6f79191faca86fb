// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/render/ledger_charts.h>
#include <froth/sim/ledger.h>
#include <froth/sim/ledger_table.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

std::string complaint(const std::string& content) {
  const TemporaryFolder folder;
  try {
    read_ledger(folder.write("diagnostics.csv", content));
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(message.find("diagnostics.csv"));
  }
  return "";
}

}  // namespace

// Oracle: the numbers that went into the writer.
TEST_CASE("a ledger reads back by name") {
  const TemporaryFolder folder;
  const std::string path = folder / "diagnostics.csv";
  {
    Ledger ledger = Ledger::create(path);
    for (int k = 0; k < 3; ++k) {
      const Totals totals({{"kinetic_energy", "J", 2.0 / 3 + k}, {"J_max", "-", 1.5}});
      ledger.write({k, 10 * k, 0.1 * k, 1.0 / 3, totals});
    }
    ledger.sync();
  }
  const LedgerTable table = read_ledger(path);
  CHECK(*table.find("time") == std::vector<double>{0, 0.1, 0.2});
  CHECK(*table.find("kinetic_energy") == std::vector<double>{2.0 / 3, 2.0 / 3 + 1, 2.0 / 3 + 2});
  CHECK(table.find("J_max")->at(2) == 1.5);
  CHECK(table.find("kinetic") == nullptr);
}

// Oracle: columns by hand, in an order and with names that no ledger has.
TEST_CASE("columns may come in any order, and the last row may be half written") {
  const TemporaryFolder folder;
  const LedgerTable table =
      read_ledger(folder.write("a.csv", "speed,time,new\n1,0,5\nnan,0.5,-inf\n3,0.75,7"));
  CHECK(*table.find("time") == std::vector<double>{0, 0.5});
  CHECK(std::isnan(table.find("speed")->at(1)));
  CHECK(std::isinf(table.find("new")->at(1)));
}

// Oracle: line and column counted by hand.
TEST_CASE("a broken ledger is refused with line and column") {
  CHECK(complaint("") == "diagnostics.csv:1: there is no header; this is no ledger of a run");
  CHECK(complaint("frame,step\n1,2\n") ==
        "diagnostics.csv:1: the header has no column \"time\"; this is no ledger of a run");
  CHECK(complaint("time,,dt\n").find("diagnostics.csv:1: column 2 of the header is empty") == 0);
  CHECK(complaint("time,dt,dt\n").find("diagnostics.csv:1: column 3 of the header is \"dt\" once more") == 0);
  CHECK(complaint("time,dt\n0,1\n1\n") == "diagnostics.csv:3: this row has 1 columns, the header has 2");
  CHECK(complaint("time,dt\n0,1\n1,2x\n") == "diagnostics.csv:3: \"2x\" in column 2 (dt) is not a number");
  CHECK(complaint("time,dt\n0,\n") == "diagnostics.csv:2: \"\" in column 2 (dt) is not a number");
}

// Oracle: panels and sums by hand.
TEST_CASE("one run has a panel per group, several have one per quantity") {
  const LedgerTable table{{"time", "dt", "kinetic_energy", "elastic_energy", "gravitational_energy"},
                          {{0, 1}, {0, 0.5}, {1, 2}, {10, 20}, {100, 200}}};
  const auto one = ledger_charts({{"a", table}}, {"energy", "volume", "dt"});
  REQUIRE(one.size() == 2);  // there is no J
  REQUIRE(one[0].series.size() == 4);
  CHECK(one[0].series[3].name == "total");
  CHECK(one[0].series[3].y == std::vector<double>{111, 222});
  CHECK(std::isnan(one[1].series[0].y[0]));  // no step yet
  CHECK(one[1].series[0].y[1] == 0.5);

  LedgerTable later = table;
  later.names.push_back("J_min"), later.columns.push_back({0.9, 0.8});
  const auto both = ledger_charts({{"a", table}, {"b", later}}, {"energy", "volume"});
  REQUIRE(both.size() == 5);
  CHECK(both[0].series[1].name == "b");
  CHECK(both[4].series[0].y.empty());
  CHECK(both[4].series[1].y == std::vector<double>{0.9, 0.8});
  CHECK_THROWS_WITH_AS(ledger_charts({{"a", table}}, {"enrgy"}), doctest::Contains("did you mean \"energy\""),
                       InputError);
}

}  // namespace froth

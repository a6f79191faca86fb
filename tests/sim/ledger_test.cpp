// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sstream>

#include <froth/base/error.h>
#include <froth/sim/ledger.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

LedgerRow row(int frame) {
  const Totals totals({{"particles", "-", 5, true},
                       {"mass", "kg", 1e-300},
                       {"momentum_x", "kg m/s", 0.1},
                       {"momentum_y", "kg m/s", -0.2},
                       {"momentum_z", "kg m/s", 1e22},
                       {"kinetic_energy", "J", 2.0 / 3},
                       {"J_min", "-", 0.9999999999999999}});
  return {frame, 10 * frame, 0.1 * frame, 1.0 / 3, totals};
}

std::vector<std::string> cells(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> found;
  for (std::string cell; std::getline(stream, cell, ',');) found.push_back(cell);
  return found;
}

}  // namespace

// Oracle: the numbers that went in, read back by the C++ library; a shortest exact text gives the same
// double.
TEST_CASE("rows read back exactly under their names") {
  const TemporaryFolder folder;
  const std::string path = folder / "ledger.csv";
  {
    Ledger ledger = Ledger::create(path);
    ledger.write(row(3));
    const std::uint64_t bytes = ledger.sync();
    CHECK(bytes == std::filesystem::file_size(path));
  }
  const std::vector<std::string> lines = lines_of(slurp(path));
  REQUIRE(lines.size() == 2);
  const std::vector<std::string> names = cells(lines[0]), values = cells(lines[1]);
  REQUIRE(names.size() == values.size());
  std::map<std::string, double> found;
  for (std::size_t k = 0; k < names.size(); ++k) found[names[k]] = std::stod(values[k]);
  CHECK(found.at("frame") == 3);
  CHECK(found.at("step") == 30);
  CHECK(found.at("time") == 0.1 * 3);
  CHECK(found.at("dt") == 1.0 / 3);
  CHECK(found.at("particles") == 5);
  CHECK(found.at("mass") == 1e-300);
  CHECK(found.at("momentum_y") == -0.2);
  CHECK(found.at("momentum_z") == 1e22);
  CHECK(found.at("kinetic_energy") == 2.0 / 3);
  CHECK(found.at("J_min") == 0.9999999999999999);
}

// Oracle: a ledger that was never interrupted.
TEST_CASE("reopening drops what came after, and goes on") {
  const TemporaryFolder folder;
  const std::string straight = folder / "straight.csv", torn = folder / "torn.csv";
  {
    Ledger ledger = Ledger::create(straight);
    for (int frame = 0; frame < 4; ++frame) ledger.write(row(frame));
    ledger.sync();
  }
  std::uint64_t kept = 0;
  {
    Ledger ledger = Ledger::create(torn);
    ledger.write(row(0)), ledger.write(row(1));
    kept = ledger.sync();
    ledger.write(row(7));
    CHECK(ledger.sync() > kept);
  }
  {
    Ledger ledger = Ledger::reopen(torn, kept);
    CHECK(std::filesystem::file_size(torn) == kept);
    ledger.write(row(2)), ledger.write(row(3));
    ledger.sync();
  }
  CHECK(slurp(torn) == slurp(straight));
}

// Oracle: a file with fewer bytes than the checkpoint counts on has lost rows; it must stay as it is.
TEST_CASE("a ledger that is too short is refused and not touched") {
  const TemporaryFolder folder;
  const std::string path = folder.write("ledger.csv", "frame,st");
  CHECK_THROWS_AS(Ledger::reopen(path, 9), InputError);
  CHECK(slurp(path) == "frame,st");
  CHECK_NOTHROW(Ledger::reopen(path, 8));
  CHECK_THROWS_AS(Ledger::create(folder / "nowhere/ledger.csv"), SystemError);
}

}  // namespace froth

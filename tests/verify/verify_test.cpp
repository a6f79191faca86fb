// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/verify/verify.h>

#include "support/process.h"
#include "support/temporary_folder.h"

using namespace froth;
using namespace froth::verify;

namespace {
Row row(double measured, double expected, double tolerance, Relation relation) {
  return {"a number [m]", measured, expected, tolerance, relation, "a|b"};
}
Findings two_rows(const Watch&) {
  return {{row(1, 1, 0, Relation::Within), row(NAN, 1, 1, Relation::Within)}};
}
Findings one_plot(const Watch&) { return {{}, {{"p", "t", "x [m]", "y [m]", {{"c", {0, 1}, {0, 1}}}}}}; }
Findings no_end(const Watch&) { throw SimulationError("it blew up"); }
}  // namespace

// Oracle: the meaning of the words. A tolerance is slack on the forbidden side only, and a number that is not
// one passes nothing.
TEST_CASE("rows pass and fail") {
  CHECK(row(1.1, 1, 0.11, Relation::Within).passes());
  CHECK(row(0.9, 1, 0.11, Relation::Within).passes());
  CHECK_FALSE(row(1.2, 1, 0.11, Relation::Within).passes());
  CHECK(row(-5, 1, 0, Relation::AtMost).passes());
  CHECK_FALSE(row(1.2, 1, 0.1, Relation::AtMost).passes());
  CHECK(row(5, 1, 0, Relation::AtLeast).passes());
  CHECK(row(0.95, 1, 0.1, Relation::AtLeast).passes());
  CHECK_FALSE(row(0.8, 1, 0.1, Relation::AtLeast).passes());
  for (const Relation relation : {Relation::Within, Relation::AtMost, Relation::AtLeast})
    CHECK_FALSE(row(NAN, 1, 1, relation).passes());
}

// Oracle: names must tell cases apart, and a choice of them must hold them all.
TEST_CASE("cases are found by group and by name") {
  std::set<std::string> names;
  for (const Case& one : all_cases()) {
    CHECK(names.insert(one.name).second);
    CHECK_FALSE(one.summary.empty());
    CHECK(select_cases(one.name, false).size() == 1);
    names.insert(one.group);  // a case called like a group would hide it
  }
  CHECK(select_cases("", false).size() == all_cases().size());
  CHECK(select_cases("motion", true).size() == 3);
  CHECK_THROWS_AS(select_cases("motoin", false), InputError);
}

// Oracle: another reader of JSON. A simulation that breaks off is a failed row with its reason.
TEST_CASE("rows are written for programs and for people") {
  const Case good{"g", "good", "two numbers", true, two_rows}, bad{"g", "bad", "no end", true, no_end};
  const std::vector<Outcome> outcomes = {{good, run_case(good, {})}, {bad, run_case(bad, {})}};
  const nlohmann::json list = nlohmann::json::parse(rows_as_json(outcomes));
  REQUIRE(list.size() == 3);
  CHECK(list[0]["group"] == "g");
  CHECK(list[0]["case"] == "good");
  CHECK(list[0]["measured"] == 1.0);
  CHECK(list[0]["verdict"] == "pass");
  CHECK(list[0]["source"] == "a|b");
  CHECK(list[1]["measured"].is_null());
  CHECK(list[1]["verdict"] == "fail");
  CHECK(list[2]["verdict"] == "fail");
  CHECK(list[2]["note"] == "it blew up");
  const std::string page = validation_page(outcomes);
  CHECK(page.find("1 of 3 rows pass") != std::string::npos);
  CHECK(page.find("a\\|b") != std::string::npos);
  CHECK(page.find("it blew up") != std::string::npos);
  CHECK(page.find("![") == std::string::npos);  // neither case has curves
}

// Oracle: the rule itself: a picture beside the rows of a case that has curves, where pictures are wanted.
TEST_CASE("pages show the pictures of cases with curves") {
  const Case drawn{"g", "drawn", "a curve", true, one_plot};
  const std::vector<Outcome> outcomes = {{drawn, run_case(drawn, {})}};
  CHECK(validation_page(outcomes, "shots").find("![drawn](shots/drawn.svg)") != std::string::npos);
  CHECK(validation_page(outcomes).find("![") == std::string::npos);
}

// Oracle: what the options promise, seen from outside.
TEST_CASE("froth verify lists, runs and writes") {
  const TemporaryFolder folder;
  const Process list = run_froth({"verify", "--list"});
  CHECK(list.exit_code == 0);
  for (const Case& one : all_cases()) CHECK(list.out.find(one.name) != std::string::npos);
  const Process run = run_froth(
      {"verify", "--only", "free_fall", "--json", folder / "rows.json", "--report", folder / "page.md"});
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("2 rows, 0 failed") != std::string::npos);
  CHECK(nlohmann::json::parse(slurp(folder / "rows.json")).size() == 2);
  const std::string page = slurp(folder / "page.md"), picture = slurp(folder / "page/free_fall.svg");
  CHECK(page.find("### free_fall") != std::string::npos);
  CHECK(page.find("![free_fall](page/free_fall.svg)") != std::string::npos);
  for (const char* part : {"<svg", "APIC", "g t^2 / 2", "stroke-dasharray", "time [s]", "displacement [m]"})
    CHECK(picture.find(part) != std::string::npos);
  CHECK(run_froth({"verify", "--only", "nothing"}).exit_code == 2);
}

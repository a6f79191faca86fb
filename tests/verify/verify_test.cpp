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
const Limitation kLimit{"a_limit", "it is hard", "docs/page.md#section"};
Findings four_rows(const Watch&) {
  return {
      {within("a number [m]", 1, 1, 0, published("a|b")), within("nothing [m]", NAN, 1, 1, ours("us")),
       at_least("by seed [m]", Sample{Judged::EverySeed, {2, 4}}, 1, derived("a law")).selected("3 trials"),
       at_most("known [m]", 3.0, 1, ours("us")).known(kLimit, 4).departs("coarse cells")}};
}
Findings one_plot(const Watch&) { return {{}, {{"p", "t", "x [m]", "y [m]", {{"c", {0, 1}, {0, 1}}}}}}; }
Findings no_end(const Watch&) { throw SimulationError("it blew up"); }
}  // namespace

// Oracle: names must tell cases apart, and a choice of them must hold them all.
TEST_CASE("cases are found by group and by name") {
  std::set<std::string> names;
  for (const Case& one : all_cases()) {
    CHECK(names.insert(one.name).second);
    CHECK_FALSE(one.summary.empty());
    CHECK(select_cases(one.name, false).size() == 1);
    names.insert(one.group);  // a case called like a group would hide it
  }
  // Every group has a case that the tests can afford, and an entry of ctest that runs it.
  const std::string lists = slurp("tests/CMakeLists.txt");
  const std::size_t begin = lists.find("foreach(group "), end = lists.find(')', begin);
  REQUIRE(begin != std::string::npos);
  const std::string entries = lists.substr(begin, end - begin) + " ";
  for (const Case& one : all_cases()) {
    CAPTURE(one.group);
    CHECK_FALSE(select_cases(one.group, true).empty());
    CHECK(entries.find(" " + one.group + " ") != std::string::npos);
  }
  CHECK(select_cases("", false).size() == all_cases().size());
  CHECK(select_cases("motion", true).size() == 3);
  CHECK_THROWS_AS(select_cases("motoin", false), InputError);
}

// Oracle: another reader of JSON. A simulation that breaks off is a failed row with its reason.
TEST_CASE("rows are written for programs") {
  const Case good{"g", "good", "four numbers", true, four_rows}, bad{"g", "bad", "no end", true, no_end};
  const std::vector<Outcome> outcomes = {{good, run_case(good, {})}, {bad, run_case(bad, {})}};
  const nlohmann::json list = nlohmann::json::parse(rows_as_json(outcomes));
  REQUIRE(list.size() == 5);
  CHECK(list[0]["group"] == "g");
  CHECK(list[0]["case"] == "good");
  CHECK(list[0]["measured"] == 1.0);
  CHECK(list[0]["verdict"] == "pass");
  CHECK(list[0]["origin"] == "published");
  CHECK(list[0]["source"] == "a|b");
  CHECK_FALSE(list[0].contains("seeds"));
  CHECK(list[1]["measured"].is_null());
  CHECK(list[1]["verdict"] == "fail");
  CHECK(list[2]["measured"] == 3.0);
  CHECK(list[2]["origin"] == "derived");
  CHECK(list[2]["seeds"]["judged"] == "every seed");
  CHECK(list[2]["seeds"]["values"] == std::vector<double>{2, 4});
  CHECK(list[2]["selected"] == "3 trials");
  CHECK(list[3]["verdict"] == "known limitation");
  CHECK(list[3]["known"]["page"] == "docs/page.md#section");
  CHECK(list[3]["known"]["accepted"] == 4.0);
  CHECK(list[3]["departs"] == "coarse cells");
  CHECK(list[4]["verdict"] == "fail");
  CHECK(list[4]["note"] == "it blew up");
}

// Oracle: what a reader of the page must find: counts, each mark, and a link that works beside the page.
TEST_CASE("rows are written for people") {
  const Case good{"g", "good", "four numbers", true, four_rows}, bad{"g", "bad", "no end", true, no_end};
  const std::string page = validation_page({{good, run_case(good, {})}, {bad, run_case(bad, {})}});
  for (const char* part :
       {"5 rows: 2 passed, 2 failed, 1 known limitation", "a\\|b", "it blew up", "**known limitation**",
        "derived, selected", "Set-up selected: 3 trials: *by seed [m]*", "Not as in the source: coarse cells",
        "it is hard ([docs/page.md#section](page.md#section))", "(each of 2 seeds, 2 to 4)"}) {
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK(page.find("![") == std::string::npos);  // neither case has curves
}

// Oracle: the page of all cases at once, to the byte. A case that is gone leaves the page.
TEST_CASE("a page takes what was measured now and keeps the rest") {
  const Case bad{"g", "bad", "no end", true, no_end}, good{"g", "good", "four numbers", true, four_rows},
      drawn{"h", "drawn", "a curve", true, one_plot}, mended{"g", "bad", "an end", true, four_rows},
      gone{"h", "gone", "no more", true, four_rows};
  const auto outcome = [](const Case& one) { return Outcome{one, run_case(one, {})}; };
  const std::vector<Case> order = {mended, good, drawn};
  const std::string before =
      validation_page({outcome(bad), outcome(good), outcome(drawn), outcome(gone)}, "shots");
  const std::string all = validation_page({outcome(mended), outcome(good), outcome(drawn)}, "shots");
  CHECK(update_page(before, {outcome(mended)}, order, "shots") == all);
  CHECK(update_page(before, {outcome(drawn), outcome(good), outcome(mended)}, order, "shots") == all);
  CHECK(update_page(all, {}, order, "shots") == all);
  CHECK(update_page("", {outcome(good)}, order) == validation_page({outcome(good)}));
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
  CHECK(run.out.find("1 row: 1 passed, 0 failed, 0 known limitations") != std::string::npos);
  CHECK(nlohmann::json::parse(slurp(folder / "rows.json")).size() == 1);
  const std::string page = slurp(folder / "page.md"), picture = slurp(folder / "page/free_fall.svg");
  CHECK(page.find("### free_fall") != std::string::npos);
  CHECK(page.find("![free_fall](page/free_fall.svg)") != std::string::npos);
  for (const char* part : {"<svg", "APIC", "g t^2 / 2", "stroke-dasharray", "time [s]", "displacement [m]"})
    CHECK(picture.find(part) != std::string::npos);
  CHECK(run_froth({"verify", "--only", "nothing"}).exit_code == 2);
  const Process help = run_froth({"verify", "--help"});
  for (const char* word : {"pass ", "FAIL ", "known ", "PASSES NOW", "published", "derived", "ours"})
    CHECK(help.out.find(word) != std::string::npos);
}

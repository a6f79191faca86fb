// SPDX-License-Identifier: Apache-2.0
// froth verify: runs the physical checks and prints a line per row; 1 is returned where a row fails.
#include <chrono>
#include <cstdio>
#include <fmt/format.h>

#include <froth/io/file.h>
#include <froth/sim/simulation.h>
#include <froth/verify/verify.h>

#include "commands.h"
#include "progress_bar.h"

namespace froth::cli {

namespace {

using namespace verify;

int list_cases(const std::vector<Case>& cases) {
  for (const Case& one : cases)
    fmt::print("{:<9} {:<18} {}{}\n", one.group, one.name, one.summary, one.is_quick ? " (quick)" : "");
  return 0;
}

std::string bounds(const Row& row) {
  switch (row.relation) {
    case Relation::Within: return fmt::format("expected {:.6g} +- {:.2g}", row.expected, row.tolerance);
    case Relation::AtMost: return fmt::format("at most {:.6g}", row.expected + row.tolerance);
    case Relation::AtLeast: return fmt::format("at least {:.6g}", row.expected - row.tolerance);
  }
  return {};
}

void print_rows(const Case& one, const Findings& findings, double seconds) {
  fmt::print("{} / {} ({:.1f} s)\n", one.group, one.name, seconds);
  for (const Row& row : findings.rows)
    fmt::print("  {}  {}: {:.6g}, {}{}\n", row.passes() ? "pass" : "FAIL", row.quantity, row.measured,
               bounds(row), row.note.empty() ? "" : "; " + row.note);
  std::fflush(stdout);
}

Outcome run_and_print(const Case& one, bool quiet) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  ProgressBar bar(one.name, quiet);
  Outcome outcome{one, run_case(one, [&](const Simulation& simulation) {
                    const double frames = std::max(1, simulation.scene().frame_count());
                    bar.show(0.999 * simulation.progress().frame / frames, simulation.scene().name);
                  })};
  bar.finish();
  print_rows(one, outcome.findings, seconds());
  return outcome;
}

}  // namespace

int verify_command(const VerifyCommand& command) {
  const std::vector<Case> cases = select_cases(command.only, command.quick);
  if (command.list) return list_cases(cases);
  const ThreadLimit threads(command.threads);
  std::vector<Outcome> outcomes;
  int rows = 0, failed = 0;
  for (const Case& one : cases) {
    outcomes.push_back(run_and_print(one, command.quiet));
    for (const Row& row : outcomes.back().findings.rows) ++rows, failed += row.passes() ? 0 : 1;
  }
  if (!command.json.empty()) write_file(command.json, rows_as_json(outcomes));
  if (!command.report.empty()) write_file(command.report, validation_page(outcomes));
  fmt::print("{} rows, {} failed\n", rows, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace froth::cli

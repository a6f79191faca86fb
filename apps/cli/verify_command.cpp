// SPDX-License-Identifier: Apache-2.0
// froth verify: runs the physical checks and prints a line per row; 1 is returned where a row fails.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

#include <froth/io/file.h>
#include <froth/render/chart.h>
#include <froth/sim/simulation.h>
#include <froth/verify/verify.h>

#include "commands.h"
#include "progress_bar.h"

namespace froth::cli {

namespace {

using namespace verify;

int list_cases(const std::vector<Case>& cases) {
  std::size_t group = 0, name = 0;
  for (const Case& one : cases)
    group = std::max(group, one.group.size()), name = std::max(name, one.name.size());
  for (const Case& one : cases)
    fmt::print("{:<{}}  {:<{}}  {}{}\n", one.group, group, one.name, name, one.summary,
               one.is_quick ? " (quick)" : "");
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

constexpr int kExpectedColor = 6;  // black

SeriesStyle style_of(CurveKind kind) {
  switch (kind) {
    case CurveKind::Measured: return SeriesStyle::Line;
    case CurveKind::Points: return SeriesStyle::Points;
    case CurveKind::Expected: return SeriesStyle::Dashed;
  }
  return SeriesStyle::Line;
}

Chart chart_of(const Plot& plot) {
  Chart chart{plot.title, plot.x_label, plot.y_label, plot.is_log, plot.is_log, {}};
  for (const Curve& curve : plot.curves) {
    const bool is_black = curve.kind == CurveKind::Expected && curve.like < 0;
    chart.series.push_back(
        {curve.name, curve.x, curve.y, style_of(curve.kind), is_black ? kExpectedColor : curve.like});
  }
  return chart;
}

/// Pictures go into a folder beside the page that is called like the page.
void write_report(const std::string& path, const std::vector<Outcome>& outcomes) {
  namespace fs = std::filesystem;
  const fs::path page(path);
  const std::string name = page.stem().string(), folder = (page.parent_path() / name).string();
  for (const Outcome& outcome : outcomes) {
    std::vector<Chart> charts;
    for (const Plot& plot : outcome.findings.plots) charts.push_back(chart_of(plot));
    if (charts.empty()) continue;
    make_folder(folder);
    write_charts(folder + "/" + outcome.test.name + ".svg", charts);
  }
  write_file(path, validation_page(outcomes, name));
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
  if (!command.report.empty()) write_report(command.report, outcomes);
  fmt::print("{} rows, {} failed\n", rows, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace froth::cli

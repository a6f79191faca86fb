// SPDX-License-Identifier: Apache-2.0
// froth verify: runs the physical checks and prints a line per row; 1 is returned where a row fails that is
// not known to.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

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

/// A word that fits in front of a row; what fails stands out.
const char* mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return "pass ";
    case Verdict::Fail: return "FAIL ";
    case Verdict::Known: return "known";
    case Verdict::KnownPasses: return "PASSES NOW";
  }
  return "";
}

/// What there is to say of a row that does not simply pass.
std::string remark_on(const Row& row) {
  switch (row.verdict()) {
    case Verdict::Pass: return {};
    case Verdict::Fail:
      if (!row.note.empty()) return "; " + row.note;
      return row.is_known() ? fmt::format("; beyond the {:.6g} that was accepted: {} ({})", row.accepted,
                                          row.limitation.reason, row.limitation.page)
                            : "; " + row.basis.text;
    case Verdict::Known: return fmt::format("; {} ({})", row.limitation.reason, row.limitation.page);
    case Verdict::KnownPasses:
      return fmt::format("; was a known limitation, \"{}\": take the mark off", row.limitation.name);
  }
  return {};
}

void print_rows(const Case& one, const Findings& findings, double seconds) {
  fmt::print("{} / {} ({:.1f} s)\n", one.group, one.name, seconds);
  for (const Row& row : findings.rows)
    fmt::print("  {}  {}: {}, {}{}\n", mark_of(row.verdict()), row.quantity, row.measurement(), row.bound(),
               remark_on(row));
  std::fflush(stdout);
}

/// A bar per simulation of a case. Where the output is a file, a line for every simulation that ends more
/// than a few seconds after the last line.
class CaseProgress {
 public:
  CaseProgress(const std::string& name, bool quiet)
      : name_(name), bar_(name, quiet || isatty(STDERR_FILENO) == 0), is_quiet_(quiet) {}

  void show(const Simulation& simulation) {
    const int frame = simulation.progress().frame, frames = std::max(1, simulation.scene().frame_count());
    if (frame == 1) ++runs_;
    const std::string what = fmt::format("run {}: {}", runs_, simulation.scene().name);
    bar_.show(0.999 * frame / frames, what);
    if (frame >= frames) say(what);
  }
  void finish() { bar_.finish(); }

 private:
  void say(const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (is_quiet_ || isatty(STDERR_FILENO) != 0 || now - last_ < std::chrono::seconds(5)) return;
    last_ = now;
    fmt::print(stderr, "{}, {}\n", name_, what);
  }

  std::string name_;
  ProgressBar bar_;
  bool is_quiet_;
  int runs_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Outcome run_and_print(const Case& one, bool quiet) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  CaseProgress progress(one.name, quiet);
  Outcome outcome{one, run_case(one, [&](const Simulation& simulation) { progress.show(simulation); })};
  progress.finish();
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

/// Pictures go into a folder beside the page that is called like the page. A page that is there keeps what
/// was not measured now.
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
  const std::string before = fs::exists(page) ? read_file(path) : std::string();
  write_file(path, update_page(before, outcomes, all_cases(), name));
}

}  // namespace

int verify_command(const VerifyCommand& command) {
  const std::vector<Case> cases = select_cases(command.only, command.quick);
  if (command.list) return list_cases(cases);
  const ThreadLimit threads(command.threads);
  std::vector<Outcome> outcomes;
  Tally tally;
  for (const Case& one : cases) {
    outcomes.push_back(run_and_print(one, command.quiet));
    tally.add(outcomes.back().findings.rows);
  }
  if (!command.json.empty()) write_file(command.json, rows_as_json(outcomes));
  if (!command.report.empty()) write_report(command.report, outcomes);
  fmt::print("{}\n", tally.text());
  return tally.exit_code();
}

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// What is left of a sweep: a table, charts with all variants in them, and a sheet of pictures.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/parallel.h>
#include <froth/io/file.h>
#include <froth/render/compose.h>
#include <froth/render/contact_sheet.h>
#include <froth/render/ledger_charts.h>
#include <froth/render/run_pictures.h>
#include <froth/sim/run_folder.h>

#include "progress_bar.h"
#include "sweep.h"

namespace froth::cli {

namespace {

/// Writes all numbers and returns the chief ones as text.
std::string write_table(const Sweep& sweep) {
  std::vector<SweepRow> rows;
  for (const PlannedRun& run : sweep.runs)
    rows.push_back({run.variant, run.failure, sweep_numbers(scene_of(sweep, run), run.folder)});
  write_file(sweep.csv(), sweep_csv(sweep.axes, rows));
  return sweep_text(rows);
}

/// A quantity that is zero in all variants at all times tells nothing.
bool is_blank(const Chart& chart) {
  return std::all_of(chart.series.begin(), chart.series.end(), [](const Series& series) {
    return std::all_of(series.y.begin(), series.y.end(), [](double value) { return value == 0; });
  });
}

/// False where there is nothing to draw.
bool write_energies(const Sweep& sweep) {
  std::vector<LedgerRun> ledgers;
  for (const PlannedRun& run : sweep.runs)
    if (const RunFolder folder{run.folder}; std::filesystem::exists(folder.ledger()))
      ledgers.push_back({run.variant.label, read_ledger(folder.ledger())});
  if (ledgers.empty()) return false;
  std::vector<Chart> charts = ledger_charts(ledgers, {"energy"});
  std::erase_if(charts, is_blank);
  for (const char* ending : {".png", ".svg"}) write_charts(sweep.energy(ending), charts);
  return true;
}

/// One row for each of several times, as long as it is not too long. A matrix where two or more keys are
/// varied: the last one along the rows.
int columns_of(const SweepCommand& command, const Sweep& sweep) {
  if (command.columns > 0) return command.columns;
  const auto last = static_cast<int>(sweep.axes.back().values.size());
  const auto count = static_cast<int>(sweep.runs.size());
  if (command.times.size() > 1 && count <= 6) return count;
  return sweep.axes.size() > 1 && last > 1 && last <= 8 ? last : sheet_columns(count);
}

/// Pictures of one variant at the times of the sheet.
class VariantPictures {
 public:
  VariantPictures(const PlannedRun& run, const std::vector<double>& times) : run_(run), folder_{run.folder} {
    const std::vector<int> there = folder_.frames();
    if (there.empty()) return;
    for (const double time : times) frames_.push_back(frame_at(there, run.frame_rate, time));
    if (times.empty()) frames_.push_back(there.back());
  }

  bool has_frames() const { return !frames_.empty(); }

  /// One per time. A picture of another time than its row says so.
  std::vector<SheetTile> draw(const std::vector<double>& times, double last, int width,
                              const PictureView& view) const {
    std::vector<SheetTile> tiles;
    if (!has_frames()) return {std::max<std::size_t>(1, times.size()), {run_.variant.label, {}, "failed"}};
    const RenderView render = view_of_run(run_.folder).render;
    const double aspect = double(render.height) / render.width;
    RunPictures job{.folder = run_.folder, .width = width, .height = std::max(16, int(width * aspect + 0.5))};
    job.frames = frames_;
    job.view = view;
    std::vector<Image> images = draw_run(job);
    for (std::size_t k = 0; k < images.size(); ++k) {
      const double time = frames_[k] / run_.frame_rate, wanted = times.empty() ? last : times[k];
      const bool is_off = std::abs(time - wanted) > 0.5 / run_.frame_rate + 1e-9;
      const std::string note =
          is_off ? (run_.failure.empty() ? "" : "failed, ") + time_text(time, run_.frame_rate)
                 : std::string();
      tiles.push_back({run_.variant.label, std::move(images[k]), note});
    }
    return tiles;
  }

 private:
  const PlannedRun& run_;
  RunFolder folder_;
  std::vector<int> frames_;
};

void write_sheet(const SweepCommand& command, const Sweep& sweep) {
  double last = 0, rate = 1;
  std::vector<VariantPictures> variants;
  std::vector<std::string> seen;
  for (const PlannedRun& run : sweep.runs) {
    variants.emplace_back(run, command.times);
    last = std::max(last, run.end_time), rate = std::max(rate, run.frame_rate);
    if (variants.back().has_frames()) seen.push_back(run.folder);
  }
  if (seen.empty()) return;
  ContactSheet sheet{"", {}, columns_of(command, sweep)};
  const std::vector<double> times = command.times.empty() ? std::vector{last} : command.times;
  sheet.title = sweep.title;
  if (times.size() == 1) sheet.title += ", " + time_text(times[0], rate);
  for (const double time : times) sheet.blocks.push_back({times.size() > 1 ? time_text(time, rate) : "", {}});
  const int in_row = std::min(sheet.columns, static_cast<int>(variants.size()));
  const int width = command.width > 0 ? command.width : std::clamp(2100 / in_row, 240, 840);
  const PictureView view = common_view(seen, {});
  ProgressBar bar("drawing", command.quiet);
  for (std::size_t k = 0; k < variants.size(); ++k) {
    std::vector<SheetTile> tiles = variants[k].draw(command.times, last, width, view);
    for (std::size_t t = 0; t < times.size(); ++t) sheet.blocks[t].tiles.push_back(std::move(tiles[t]));
    bar.show(double(k + 1) / double(variants.size()), fmt::format("variant {}/{}", k + 1, variants.size()));
  }
  write_png(sweep.sheet(), draw_sheet(sheet));
}

}  // namespace

void write_results(const SweepCommand& command, const Sweep& sweep) {
  const ThreadLimit threads(command.threads);
  const std::string table = write_table(sweep);
  const bool has_charts = write_energies(sweep);
  if (command.render) write_sheet(command, sweep);
  fmt::print("{}", table);
  if (command.quiet) return;
  fmt::print("table: {}\n", sweep.csv());
  if (has_charts) fmt::print("energies: {}\n", sweep.energy(".png"));
  if (command.render && has_charts) fmt::print("pictures: {}\n", sweep.sheet());
}

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// froth rheometer: the curve of one material point under a prescribed motion, beside the closed form.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/materials/rheometer.h>
#include <froth/render/chart.h>
#include <froth/scene/material_by_name.h>

#include "commands.h"
#include "scene_files.h"

namespace froth::cli {

namespace {

constexpr int kRows = 20;      // of a printed table; the .csv file has all
constexpr int kFormColor = 6;  // black
using Samples = std::vector<RheometerSample>;

std::string cell(std::optional<double> value) { return value ? fmt::format("{:.6g}", *value + 0.0) : "-"; }

/// How far a stress is from its closed form, in shares of the largest one.
std::string difference(const RheometerSample& s, double scale) {
  if (!s.closed_form || !(scale > 0)) return "-";
  return fmt::format("{:.1e}", std::abs(s.stress - *s.closed_form) / scale);
}

double largest_stress(const Samples& samples) {
  double most = 0;
  for (const RheometerSample& s : samples) most = std::max(most, std::abs(s.stress));
  return most;
}

void print_row(const std::vector<std::string>& cells) {
  for (const std::string& text : cells) fmt::print("{:>17}", text);
  fmt::print("\n");
}

void print_curve(const Samples& samples, const RheometerMotion& motion) {
  print_row({"time [s]", "strain", "rate [1/s]", stress_name(motion.test) + " [Pa]", "closed form [Pa]",
             "difference"});
  const double scale = largest_stress(samples);
  const int last = static_cast<int>(samples.size()) - 1;
  for (int k = 0; k <= std::min(kRows, last); ++k) {
    const auto place = static_cast<std::size_t>(std::int64_t(last) * k / std::min(kRows, last));
    const RheometerSample& s = samples[place];
    print_row({cell(s.time), cell(s.strain), cell(s.rate), cell(s.stress), cell(s.closed_form),
               difference(s, scale)});
  }
  if (motion.test == RheometerTest::Oscillation) {
    const DynamicModuli moduli = dynamic_moduli(samples, motion);
    fmt::print("storage modulus {:.6g} Pa, loss modulus {:.6g} Pa\n", moduli.storage, moduli.loss);
  }
  if (scale == 0)
    fmt::print("there is no stress; grains need to be pressed together first, as with --pressure 1000\n");
}

Chart curve_chart(const std::string& title, const std::string& x_label, const Samples& samples,
                  const RheometerMotion& motion, double RheometerSample::*x) {
  Series measured{"measured", {}, {}}, form{"closed form", {}, {}, SeriesStyle::Dashed, kFormColor};
  for (const RheometerSample& s : samples) {
    measured.x.push_back(s.*x), measured.y.push_back(s.stress);
    if (s.closed_form) form.x.push_back(s.*x), form.y.push_back(*s.closed_form);
  }
  Chart chart{title, x_label, stress_name(motion.test) + " [Pa]", false, false, {measured}};
  if (form.x.empty())
    chart.series[0].name.clear();
  else
    chart.series.push_back(form);
  return chart;
}

std::vector<Chart> curve_charts(const std::string& title, const Samples& samples,
                                const RheometerMotion& motion) {
  const bool has_time = motion.test == RheometerTest::Relaxation || motion.test == RheometerTest::Oscillation;
  std::vector<Chart> charts;
  if (has_time) charts.push_back(curve_chart(title, "time [s]", samples, motion, &RheometerSample::time));
  if (motion.test != RheometerTest::Relaxation)
    charts.push_back(curve_chart(title, "strain", samples, motion, &RheometerSample::strain));
  return charts;
}

/// One line of a sweep: what was varied, what came out.
struct SweepRow {
  double varied;
  std::vector<std::optional<double>> results;
};

struct Sweep {
  std::string title, varied;
  std::vector<std::string> results;  ///< the last is a closed form where there is one
  std::vector<SweepRow> rows;
};

Chart sweep_chart(const Sweep& sweep) {
  Chart chart{sweep.title, sweep.varied, "stress [Pa]", true, true, {}};
  for (std::size_t r = 0; r < sweep.results.size(); ++r) {
    const bool is_form = sweep.results[r] == "closed form [Pa]";
    Series series{sweep.results[r],
                  {},
                  {},
                  is_form ? SeriesStyle::Dashed : SeriesStyle::Points,
                  is_form ? kFormColor : -1};
    for (const SweepRow& row : sweep.rows)
      if (row.results[r]) series.x.push_back(row.varied), series.y.push_back(*row.results[r]);
    chart.log_y =
        chart.log_y && std::all_of(series.y.begin(), series.y.end(), [](double y) { return y > 0; });
    if (!series.x.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string sweep_csv(const Sweep& sweep, const std::string& header) {
  std::string out = header;
  for (const SweepRow& row : sweep.rows) {
    out += fmt::format("{}", row.varied);
    for (const auto& result : row.results) out += fmt::format(",{}", result.value_or(std::nan("")));
    out += "\n";
  }
  return out;
}

/// Stress at the end of the motion for each rate.
Sweep sweep_rates(const Law<double>& law, RheometerMotion motion, const std::vector<double>& rates) {
  Sweep sweep{"flow curve", "rate [1/s]", {stress_name(motion.test) + " [Pa]", "closed form [Pa]"}, {}};
  for (const double rate : rates) {
    motion.rate = rate;
    const RheometerSample end = measure(law, motion).back();
    sweep.rows.push_back({rate, {end.stress, end.closed_form}});
  }
  return sweep;
}

Sweep sweep_frequencies(const Law<double>& law, RheometerMotion motion,
                        const std::vector<double>& frequencies) {
  Sweep sweep{"oscillation", "frequency [1/s]", {"storage modulus [Pa]", "loss modulus [Pa]"}, {}};
  for (const double frequency : frequencies) {
    motion.frequency = frequency;
    const DynamicModuli moduli = dynamic_moduli(measure(law, motion), motion);
    sweep.rows.push_back({frequency, {moduli.storage, moduli.loss}});
  }
  return sweep;
}

void report(const Sweep& sweep) {
  std::vector<std::string> head{sweep.varied};
  head.insert(head.end(), sweep.results.begin(), sweep.results.end());
  for (const std::string& text : head) fmt::print("{:>22}", text);
  fmt::print("\n");
  for (const SweepRow& row : sweep.rows) {
    fmt::print("{:>22}", cell(row.varied));
    for (const auto& result : row.results) fmt::print("{:>22}", cell(result));
    fmt::print("\n");
  }
}

RheometerMotion motion_of(const RheometerCommand& command) {
  RheometerMotion motion = customary_motion(command.test);
  if (!command.rates.empty()) motion.rate = command.rates[0];
  if (!command.frequencies.empty()) motion.frequency = command.frequencies[0];
  if (command.strain) motion.strain = *command.strain;
  if (command.hold) motion.hold = *command.hold;
  motion.pressure = command.pressure;
  motion.steps = command.steps;
  const bool oscillates = motion.test == RheometerTest::Oscillation;
  if (command.rates.size() > 1 && (oscillates || motion.test == RheometerTest::Relaxation))
    throw InputError("several rates make a flow curve of shear, extension or compression, not of " +
                     command.test);
  if (oscillates && !command.rates.empty())
    throw InputError("an oscillation has no --rate; give --frequency and --strain");
  if (!oscillates && !command.frequencies.empty())
    throw InputError("--frequency is for --test oscillation; " + command.test + " takes --rate");
  // Numbers that make no sense are found before anything is measured.
  for (const double rate : command.rates) motion.rate = rate, check_motion(motion);
  for (const double frequency : command.frequencies) motion.frequency = frequency, check_motion(motion);
  if (!command.rates.empty()) motion.rate = command.rates[0];
  check_motion(motion);
  return motion;
}

std::string title_of(const RheometerCommand& command, const MaterialSpec& material) {
  return command.material == material.model ? command.material + ", " + command.test
                                            : command.material + " (" + material.model + "), " + command.test;
}

/// What a command found: something to print, a file of numbers, charts.
struct Findings {
  std::string csv;
  std::vector<Chart> charts;
};

Findings find_curves(const RheometerCommand& command, const Law<double>& law, const std::string& title,
                     const RheometerMotion& motion) {
  if (command.rates.size() < 2 && command.frequencies.size() < 2) {
    const Samples samples = measure(law, motion);
    print_curve(samples, motion);
    return {rheometer_csv(samples), curve_charts(title, samples, motion)};
  }
  const bool is_flow = command.rates.size() > 1;
  Sweep sweep =
      is_flow ? sweep_rates(law, motion, command.rates) : sweep_frequencies(law, motion, command.frequencies);
  sweep.title = title;
  report(sweep);
  return {
      sweep_csv(sweep, is_flow ? "rate,stress,closed_form\n" : "frequency,storage_modulus,loss_modulus\n"),
      {sweep_chart(sweep)}};
}

}  // namespace

int rheometer_command(const RheometerCommand& command) {
  if (!command.plot.empty()) check_chart_path(command.plot);
  const RheometerMotion motion = motion_of(command);
  const MaterialSpec material = material_by_name(
      command.material, command.scene.empty() ? "" : find_scene(command.scene), command.numbers);
  const std::string varying = material.law.varying_key();
  const Law<double> law = make_law<double>(material.model, material.law.evaluated_at({}));
  const std::string title = title_of(command, material);
  fmt::print("{}{}\n", title, varying.empty() ? "" : fmt::format(" ({} as at the origin)", varying));
  const Findings findings = find_curves(command, law, title, motion);
  if (!command.csv.empty()) write_file(command.csv, findings.csv);
  if (!command.plot.empty()) write_charts(command.plot, findings.charts);
  return 0;
}

}  // namespace froth::cli

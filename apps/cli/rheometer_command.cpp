// SPDX-License-Identifier: Apache-2.0
// froth rheometer: curves of single material points under a prescribed motion, beside their closed forms.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/rheometry/flow_curve.h>
#include <froth/rheometry/number_ranges.h>
#include <froth/rheometry/rheometer.h>
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

Chart viscosity_chart(const std::string& title, const std::vector<FlowPoint>& curve) {
  const bool has_yield = !curve.empty() && curve[0].above_yield.has_value();
  Chart chart{title, "stress [Pa]", has_yield ? "viscosity above yield [Pa s]" : "viscosity [Pa s]",
              true,  true,          {{"", {}, {}}}};
  for (const FlowPoint& point : curve) {
    chart.series[0].x.push_back(point.magnitude);
    chart.series[0].y.push_back(has_yield ? *point.above_yield : point.viscosity);
  }
  return chart;
}

/// What a command found about one material: a file of numbers, charts.
struct Findings {
  std::string csv;
  std::vector<Chart> charts;
};

Findings find_flow_curve(const std::string& title, const std::vector<FlowPoint>& curve) {
  Sweep sweep{
      title, "rate [1/s]", {"tau_xy [Pa]", "closed form [Pa]", "viscosity [Pa s]", "above yield [Pa s]"}, {}};
  for (const FlowPoint& p : curve)
    sweep.rows.push_back({p.rate, {p.stress, p.closed_form, p.viscosity, p.above_yield}});
  report(sweep);
  Findings found{sweep_csv(sweep, "rate,stress,closed_form,viscosity,viscosity_above_yield\n"), {}};
  sweep.results.resize(2);
  found.charts = {sweep_chart(sweep), viscosity_chart(title, curve)};
  return found;
}

/// Stress at the end of the motion for each rate.
Sweep sweep_rates(const Law<3, double>& law, RheometerMotion motion, const std::vector<double>& rates) {
  Sweep sweep{"flow curve", "rate [1/s]", {stress_name(motion.test) + " [Pa]", "closed form [Pa]"}, {}};
  for (const double rate : rates) {
    motion.rate = rate;
    const RheometerSample end = measure(law, motion).back();
    sweep.rows.push_back({rate, {end.stress, end.closed_form}});
  }
  return sweep;
}

Sweep sweep_frequencies(const Law<3, double>& law, RheometerMotion motion,
                        const std::vector<double>& frequencies) {
  Sweep sweep{"oscillation", "frequency [1/s]", {"storage modulus [Pa]", "loss modulus [Pa]"}, {}};
  for (const double frequency : frequencies) {
    motion.frequency = frequency;
    const DynamicModuli moduli = dynamic_moduli(measure(law, motion), motion);
    sweep.rows.push_back({frequency, {moduli.storage, moduli.loss}});
  }
  return sweep;
}

constexpr const char* kFlowCurve = "flow_curve";

/// A command with its numbers read.
struct Plan {
  RheometerMotion motion;
  bool is_flow_curve = false;
  std::vector<double> rates;
};

void check_options(const RheometerCommand& command, const Plan& plan) {
  const bool oscillates = plan.motion.test == RheometerTest::Oscillation;
  if (plan.rates.size() > 1 && (oscillates || plan.motion.test == RheometerTest::Relaxation))
    throw InputError("several rates make a flow curve of shear, extension or compression, not of " +
                     command.test);
  if (oscillates && !plan.rates.empty())
    throw InputError("an oscillation has no --rate; give --frequency and --strain");
  if (!oscillates && !command.frequencies.empty())
    throw InputError("--frequency is for --test oscillation; " + command.test + " takes --rate");
}

RheometerMotion named_motion(const std::string& test) {
  if (test == kFlowCurve) return flow_curve_motion();
  const auto& names = rheometer_test_names();
  if (std::find(names.begin(), names.end(), test) == names.end())
    throw InputError(fmt::format("there is no test \"{}\"; choose one of {}, {}", test,
                                 fmt::join(names, ", "), kFlowCurve));
  return customary_motion(test);
}

Plan plan_of(const RheometerCommand& command) {
  Plan plan{named_motion(command.test), command.test == kFlowCurve,
            numbers_and_ranges(command.rates, "--rate")};
  if (plan.is_flow_curve && plan.rates.empty()) plan.rates = numbers_and_ranges({"0.01:100"}, "--rate");
  RheometerMotion& motion = plan.motion;
  if (!command.frequencies.empty()) motion.frequency = command.frequencies[0];
  if (command.strain) motion.strain = *command.strain;
  if (command.hold) motion.hold = *command.hold;
  motion.pressure = command.pressure;
  if (command.steps)
    motion.steps = *command.steps;
  else if (motion.test == RheometerTest::Shear)  // flow needs short steps, however far it goes
    motion.steps = std::max(motion.steps, static_cast<int>(std::min(1e7, 1000 * std::abs(motion.strain))));
  check_options(command, plan);
  // Numbers that make no sense are found before anything is measured.
  for (const double rate : plan.rates) motion.rate = rate, check_motion(motion);
  for (const double frequency : command.frequencies) motion.frequency = frequency, check_motion(motion);
  if (!plan.rates.empty()) motion.rate = plan.rates[0];
  check_motion(motion);
  return plan;
}

/// A material to measure.
struct Specimen {
  std::string name, title;  ///< as given; with law and test
  std::string note;         ///< what a reader has to know
  Law<3, double> law;
};

/// "NAME", "NAME:KEY=VALUE,..." or either after "LABEL="; the numbers of the command come first, so that its
/// own win.
Specimen specimen_of(const RheometerCommand& command, std::string given) {
  const auto equal = given.find('=');
  const bool has_label = equal != std::string::npos && equal < given.find(':');
  const std::string label = has_label ? given.substr(0, equal) : given;
  if (has_label) given.erase(0, equal + 1);
  const auto colon = given.find(':');
  const std::string name = given.substr(0, colon);
  std::vector<std::string> numbers = command.numbers;
  if (colon != std::string::npos) {
    std::string rest = given.substr(colon + 1);
    for (std::size_t end = 0; end != std::string::npos; rest.erase(0, end + 1)) {
      end = rest.find(',');
      numbers.push_back(rest.substr(0, end));
      if (end == std::string::npos) break;
    }
  }
  const MaterialSpec material =
      material_by_name(name, command.scene.empty() ? "" : find_scene(command.scene), numbers);
  const std::string varying = material.law.varying_key();
  return {label,
          (label == material.model ? label : label + " (" + material.model + ")") + ", " + command.test,
          varying.empty() ? "" : fmt::format(" ({} as at the origin)", varying),
          make_law<3, double>(material.model, material.law.evaluated_at({}))};
}

Findings find_curves(const RheometerCommand& command, const Plan& plan, const Specimen& specimen) {
  fmt::print("{}{}\n", specimen.title, specimen.note);
  if (plan.is_flow_curve)
    return find_flow_curve(specimen.title, flow_curve(specimen.law, plan.motion, plan.rates));
  if (plan.rates.size() < 2 && command.frequencies.size() < 2) {
    const Samples samples = measure(specimen.law, plan.motion);
    print_curve(samples, plan.motion);
    return {rheometer_csv(samples), curve_charts(specimen.title, samples, plan.motion)};
  }
  const bool is_flow = plan.rates.size() > 1;
  Sweep sweep = is_flow ? sweep_rates(specimen.law, plan.motion, plan.rates)
                        : sweep_frequencies(specimen.law, plan.motion, command.frequencies);
  sweep.title = specimen.title;
  report(sweep);
  return {
      sweep_csv(sweep, is_flow ? "rate,stress,closed_form\n" : "frequency,storage_modulus,loss_modulus\n"),
      {sweep_chart(sweep)}};
}

/// The numbers of a further material, under a common header: a first column says which.
void join_table(std::string& all, const std::string& name, const std::string& csv) {
  const std::string label = name.find(',') == std::string::npos ? name : '"' + name + '"';
  std::size_t begin = csv.find('\n') + 1;
  if (all.empty()) all = "material," + csv.substr(0, begin);
  for (std::size_t end = 0; begin < csv.size(); begin = end + 1) {
    end = csv.find('\n', begin);
    all += label + "," + csv.substr(begin, end - begin + 1);
  }
}

/// A curve per material in the same charts; closed forms would be too many lines.
void join_charts(std::vector<Chart>& all, const std::string& name, std::vector<Chart> charts,
                 const std::string& title) {
  for (std::size_t k = 0; k < charts.size(); ++k) {
    if (all.size() <= k) {
      all.push_back(charts[k]);
      all[k].title = title, all[k].series.clear();
    }
    // Both axes are logarithmic only where no curve is in the way; a curve of zeros is none.
    all[k].log_y = all[k].log_y && charts[k].log_y;
    for (Series& series : charts[k].series) {
      if (series.style == SeriesStyle::Dashed) continue;
      const bool has_parts = charts[k].series.size() > 1 && series.name.find("modulus") != std::string::npos;
      series.name = has_parts ? name + ", " + series.name : name;
      series.style = SeriesStyle::Line;
      all[k].series.push_back(std::move(series));
    }
  }
}

}  // namespace

int rheometer_command(const RheometerCommand& command) {
  if (!command.plot.empty()) check_chart_path(command.plot);
  const Plan plan = plan_of(command);
  std::vector<Specimen> specimens;
  for (const std::string& material : command.materials) specimens.push_back(specimen_of(command, material));
  Findings all;
  for (const Specimen& specimen : specimens) {
    Findings found = find_curves(command, plan, specimen);
    if (specimens.size() == 1) {
      all = std::move(found);
      break;
    }
    join_table(all.csv, specimen.name, found.csv);
    join_charts(all.charts, specimen.name, std::move(found.charts), command.test);
  }
  if (!command.csv.empty()) write_file(command.csv, all.csv);
  if (!command.plot.empty()) write_charts(command.plot, all.charts);
  return 0;
}

}  // namespace froth::cli

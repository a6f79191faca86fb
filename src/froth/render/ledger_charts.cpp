// SPDX-License-Identifier: Apache-2.0
#include <froth/render/ledger_charts.h>

#include <algorithm>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

/// A curve: the sum of one or more columns of the ledger.
struct Quantity {
  std::string name;
  std::vector<std::string> columns;
  bool is_positive = false;  ///< a zero says that there is no value yet
};

/// One panel of a single run. The unit is that of ledgers which do not say theirs.
struct Panel {
  std::string group, title, symbol, unit;
  std::vector<Quantity> quantities;
};

const std::vector<Panel>& panels() {
  static const std::vector<Panel> all = {
      {"energy",
       "energy",
       "energy",
       "J",
       {{"kinetic", {"kinetic_energy"}},
        {"elastic", {"elastic_energy"}},
        {"gravitational", {"gravitational_energy"}},
        {"boundary work", {"boundary_work"}},
        {"total", {"kinetic_energy", "elastic_energy", "gravitational_energy"}}}},
      {"momentum",
       "momentum",
       "momentum",
       "kg m/s",
       {{"x", {"momentum_x"}}, {"y", {"momentum_y"}}, {"z", {"momentum_z"}}}},
      {"momentum",
       "angular momentum",
       "angular momentum",
       "kg m^2/s",
       {{"x", {"angular_x"}}, {"y", {"angular_y"}}, {"z", {"angular_z"}}}},
      {"volume", "volume ratio", "J", "-", {{"least", {"J_min"}}, {"greatest", {"J_max"}}}},
      {"counts",
       "particles",
       "count",
       "",
       {{"all", {"particles"}},
        {"inside colliders", {"inside_colliders"}},
        {"emitted", {"emitted"}},
        {"removed", {"removed"}}}},
      {"dt", "time step", "dt", "s", {{"dt", {"dt"}, true}}},
      {"solve", "iterations of a step", "count", "", {{"conjugate gradients", {"iterations"}, true}}},
      {"solve", "left of a solve", "residual", "m/s", {{"residual", {"residual"}, true}}},
      {"solve",
       "rejected steps, since the start",
       "count",
       "",
       {{"inside out", {"rejected_infeasible"}},
        {"not converged", {"rejected_unsolved"}},
        {"too far", {"rejected_too_far"}},
        {"taken though inside out", {"accepted_infeasible"}}}},
  };
  return all;
}

Series series_of(const LedgerRun& run, const Quantity& quantity) {
  Series series{"", {}, {}};
  for (const std::string& name : quantity.columns) {
    const std::vector<double>* column = run.table.find(name);
    if (column == nullptr) return {};
    if (series.y.empty()) series.y.assign(column->size(), 0);
    for (std::size_t k = 0; k < column->size(); ++k) series.y[k] += (*column)[k];
  }
  series.x = *run.table.find("time");
  if (quantity.is_positive)
    for (double& value : series.y)
      if (!(value > 0)) value = std::numeric_limits<double>::quiet_NaN();
  return series;
}

/// The axis of a panel, as in "energy [J]".
std::string label_of(const LedgerRun& run, const Panel& panel) {
  const auto found = run.units.find(panel.quantities[0].columns[0]);
  const std::string& unit = panel.unit.empty() || found == run.units.end() ? panel.unit : found->second;
  return unit.empty() ? panel.symbol : panel.symbol + " [" + unit + "]";
}

/// Whether a run has the columns, and where zeros say nothing, anything else in them.
bool has_columns(const LedgerRun& run, const Quantity& quantity) {
  const auto says_something = [&](const std::string& name) {
    const std::vector<double>* column = run.table.find(name);
    return column != nullptr &&
           (!quantity.is_positive || std::ranges::any_of(*column, [](double value) { return value > 0; }));
  };
  return std::ranges::all_of(quantity.columns, says_something);
}

/// All quantities of one run over each other.
void add_overlay(std::vector<Chart>& charts, const LedgerRun& run, const Panel& panel) {
  Chart chart{panel.title, "time [s]", label_of(run, panel), false, false, {}};
  for (const Quantity& quantity : panel.quantities) {
    if (!has_columns(run, quantity)) continue;
    chart.series.push_back(series_of(run, quantity));
    chart.series.back().name = quantity.name;
  }
  if (chart.series.size() == 1) chart.series[0].name.clear();
  if (!chart.series.empty()) charts.push_back(std::move(chart));
}

/// One panel per quantity; a run without it keeps its colour and its place in the legend.
void add_comparison(std::vector<Chart>& charts, const std::vector<LedgerRun>& runs, const Panel& panel) {
  for (const Quantity& quantity : panel.quantities) {
    if (std::none_of(runs.begin(), runs.end(), [&](const LedgerRun& r) { return has_columns(r, quantity); }))
      continue;
    const bool is_plain = panel.quantities.size() == 1;
    Chart chart{is_plain ? panel.title : panel.title + ": " + quantity.name,
                "time [s]",
                label_of(runs[0], panel),
                false,
                false,
                {}};
    for (const LedgerRun& run : runs) {
      chart.series.push_back(series_of(run, quantity));
      chart.series.back().name = run.name;
      if (chart.series.size() > kChartColors) chart.series.back().style = SeriesStyle::Dashed;
    }
    charts.push_back(std::move(chart));
  }
}

}  // namespace

std::vector<std::string> ledger_chart_groups() {
  std::vector<std::string> names;
  for (const Panel& panel : panels())
    if (names.empty() || names.back() != panel.group) names.push_back(panel.group);
  return names;
}

std::vector<Chart> ledger_charts(const std::vector<LedgerRun>& runs, const std::vector<std::string>& groups) {
  const std::vector<std::string> known = ledger_chart_groups();
  std::vector<Chart> charts;
  for (const std::string& group : groups) {
    if (std::find(known.begin(), known.end(), group) == known.end())
      throw InputError("there are no curves called \"" + group + "\"" + suggestion(group, known) +
                       " (known: " + joined(known) + ")");
    for (const Panel& panel : panels()) {
      if (panel.group != group) continue;
      if (runs.size() == 1)
        add_overlay(charts, runs[0], panel);
      else
        add_comparison(charts, runs, panel);
    }
  }
  return charts;
}

}  // namespace froth

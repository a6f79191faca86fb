// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/sweep_table.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include <froth/io/ply.h>
#include <froth/scene/sample_bodies.h>
#include <froth/sim/audit.h>
#include <froth/sim/report.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kClock = "wall_seconds";

/// Names of all numbers, in the order of the columns.
const std::vector<std::string>& number_names() {
  static const std::vector<std::string> names = {"frames",
                                                 "time",
                                                 "particles",
                                                 "steps",
                                                 "mean_dt",
                                                 "kinetic_energy",
                                                 "elastic_energy",
                                                 "gravitational_energy",
                                                 "total_energy",
                                                 "boundary_work",
                                                 "load_work",
                                                 "volume",
                                                 "volume_change",
                                                 "J_min",
                                                 "J_max",
                                                 "center_x",
                                                 "center_y",
                                                 "center_z",
                                                 "momentum_x",
                                                 "momentum_y",
                                                 "momentum_z",
                                                 "inside_colliders",
                                                 "emitted",
                                                 "removed",
                                                 kClock};
  return names;
}

class Numbers {
 public:
  Numbers() {
    for (const std::string& name : number_names()) all.push_back({name, kNone});
  }
  double& operator[](const std::string& name) {
    return std::find_if(all.begin(), all.end(), [&](const SweepNumber& n) { return n.name == name; })->value;
  }
  std::vector<SweepNumber> all;
};

/// Quotients that make no sense are left out.
double ratio(double part, double whole) { return whole != 0 ? part / whole : kNone; }

void add_ledger(Numbers& numbers, const LedgerTable& ledger) {
  if (ledger.columns.empty() || ledger.columns[0].empty()) return;
  for (std::size_t k = 0; k < ledger.names.size(); ++k)
    for (SweepNumber& number : numbers.all)
      if (number.name == ledger.names[k]) number.value = ledger.columns[k].back();
  const Audit a = audit(ledger);
  numbers["total_energy"] = a.energy_end;
  numbers["J_min"] = a.J_min, numbers["J_max"] = a.J_max;
  const bool is_closed = a.mass_emitted == 0 && a.mass_removed == 0;
  if (is_closed) numbers["volume_change"] = ratio(a.volume_end - a.volume_start, a.volume_start);
}

/// The centre of mass of a frame. A body's particles all have the same mass, unless the frame says otherwise.
void add_center(Numbers& numbers, const Scene& scene, const PointCloud& cloud) {
  const PointVector x = find_vector(cloud, "");
  const PointProperty *body = cloud.find("body"), *own_mass = cloud.find("mass");
  if (!x || body == nullptr) return;
  std::vector<double> mass;
  for (std::size_t b = 0; own_mass == nullptr && b < scene.bodies.size(); ++b)
    mass.push_back(particle_mass(scene, b));
  double total = 0, moment[3] = {0, 0, 0};
  for (std::size_t k = 0; k < cloud.count(); ++k) {
    const auto b = static_cast<std::size_t>(body->values[k]);
    const double m = own_mass != nullptr ? own_mass->values[k] : b < mass.size() ? mass[b] : 0;
    total += m;
    for (int d = 0; d < 3; ++d) moment[d] += m * x.part[d]->values[k];
  }
  for (int d = 0; d < scene.dimension; ++d)
    numbers[fmt::format("center_{}", "xyz"[d])] = ratio(moment[d], total);
}

/// As many digits as it takes to read a number back; nothing where there is none.
std::string csv_cell(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

/// Text that has a separator or a quote in it stands in quotes.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out(1, '"');
  for (const char c : text) {
    if (c == '"') out += c;
    out += c;
  }
  return out += '"';
}

using Cells = std::vector<std::string>;

std::string csv_line(const Cells& cells) { return fmt::format("{}\n", fmt::join(cells, ",")); }

std::string status_of(const SweepRow& row) {
  return row.failure.empty() ? "finished" : "failed: " + row.failure;
}

double number_of(const SweepRow& row, const std::string& name) {
  for (const SweepNumber& number : row.numbers)
    if (number.name == name) return number.value;
  return kNone;
}

struct TextColumn {
  std::string heading, name, format;
  double factor = 1;
};

std::string text_cell(const SweepRow& row, const TextColumn& column) {
  const double value = column.factor * number_of(row, column.name);
  return std::isfinite(value) ? fmt::format(fmt::runtime(column.format), value) : "-";
}

}  // namespace

std::vector<SweepNumber> sweep_numbers(const Scene& scene, const std::string& path) {
  const RunFolder folder{path};
  Numbers numbers;
  if (std::filesystem::exists(folder.ledger())) add_ledger(numbers, read_ledger(folder.ledger()));
  if (const auto report = read_report(folder.report())) {
    numbers["frames"] = report->frames, numbers["particles"] = report->particles;
    numbers["steps"] = report->steps, numbers["time"] = report->time;
    numbers["mean_dt"] = ratio(report->time, report->steps);
    numbers[kClock] = report->wall_seconds;
  }
  const std::vector<int> frames = folder.frames();
  if (!frames.empty()) {
    const std::string last = folder.frame(frames.back());
    add_center(numbers, scene, read_ply(last));
  }
  return numbers.all;
}

std::string sweep_csv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  Cells header = {"variant"};
  for (const SweepAxis& axis : axes) header.push_back(csv_cell(axis.key));
  header.push_back("status");
  header.insert(header.end(), number_names().begin(), number_names().end());
  std::string out = csv_line(header);
  for (const SweepRow& row : rows) {
    Cells cells = {csv_cell(row.variant.name)};
    for (const std::string& value : row.variant.values) cells.push_back(csv_cell(value));
    cells.push_back(csv_cell(status_of(row)));
    for (const std::string& name : number_names()) cells.push_back(csv_cell(number_of(row, name)));
    out += csv_line(cells);
  }
  return out;
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width;
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k == width.size()) width.push_back(0);
      width[k] = std::max(width[k], row[k].size());
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k == 0 ? fmt::format("{:<{}}", row[k], width[k]) : fmt::format("  {:>{}}", row[k], width[k]);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string sweep_text(const std::vector<SweepRow>& rows) {
  const std::vector<TextColumn> columns = {{"frames", "frames", "{:.0f}"},
                                           {"particles", "particles", "{:.0f}"},
                                           {"steps", "steps", "{:.0f}"},
                                           {"kinetic J", "kinetic_energy", "{:.4g}"},
                                           {"elastic J", "elastic_energy", "{:.4g}"},
                                           {"total J", "total_energy", "{:.4g}"},
                                           {"volume %", "volume_change", "{:+.2f}", 100},
                                           {"center x", "center_x", "{:.4f}"},
                                           {"y", "center_y", "{:.4f}"},
                                           {"z", "center_z", "{:.4f}"},
                                           {"seconds", kClock, "{:.1f}"}};
  std::vector<TextColumn> shown;
  for (const TextColumn& column : columns)  // a plane has no z
    if (column.name != "center_z" || std::any_of(rows.begin(), rows.end(), [](const SweepRow& row) {
          return std::isfinite(number_of(row, "center_z"));
        }))
      shown.push_back(column);
  std::vector<std::vector<std::string>> cells = {{"variant"}};
  for (const TextColumn& column : shown) cells[0].push_back(column.heading);
  for (const SweepRow& row : rows) {
    cells.push_back({row.variant.label});
    for (const TextColumn& column : shown) cells.back().push_back(text_cell(row, column));
  }
  std::string out = aligned(cells);
  for (const SweepRow& row : rows)
    if (!row.failure.empty()) out += fmt::format("{}: {}\n", row.variant.label, status_of(row));
  return out;
}

}  // namespace froth

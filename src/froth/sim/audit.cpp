// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/audit.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

const std::vector<double>& column(const LedgerTable& ledger, const char* name) {
  const std::vector<double>* found = ledger.find(name);
  if (found == nullptr || found->empty())
    throw InputError(fmt::format("the ledger has no column \"{}\" or no rows; run the scene again", name));
  return *found;
}

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:+.3g} %", 100 * part / whole) : std::string("+0 %");
}

}  // namespace

Audit audit(const LedgerTable& ledger) {
  const auto get = [&](const char* name) -> const std::vector<double>& { return column(ledger, name); };
  Audit a;
  a.mass_start = get("mass").front(), a.mass_end = get("mass").back();
  a.mass_emitted = get("mass_emitted").back(), a.mass_removed = get("mass_removed").back();
  if (ledger.find("inserted") != nullptr)  // older ledgers have no such columns
    a.inserted = get("inserted").back(), a.merged = get("merged").back();
  a.volume_start = get("volume").front(), a.volume_end = get("volume").back();
  a.J_min = *std::ranges::min_element(get("J_min")), a.J_max = *std::ranges::max_element(get("J_max"));
  const auto energy = [&](std::size_t row) {
    return get("kinetic_energy")[row] + get("elastic_energy")[row] + get("gravitational_energy")[row];
  };
  // Other forces than gravity have no potential: where the work of all is counted, it stands in its place.
  const bool counts_loads = ledger.find("load_work") != nullptr;
  const auto balance = [&](std::size_t row) {
    const double stored = get("kinetic_energy")[row] + get("elastic_energy")[row];
    return (counts_loads ? stored - get("load_work")[row] : energy(row)) - get("boundary_work")[row];
  };
  const std::size_t rows = get("time").size();
  a.energy_start = energy(0), a.energy_end = energy(rows - 1), a.work = get("boundary_work").back();
  for (std::size_t row = 0; row < rows; ++row) {
    a.largest_gain = std::max(a.largest_gain, balance(row) - balance(0));
    if (get("inside_colliders")[row] <= a.leaked) continue;
    a.leaked = get("inside_colliders")[row];
    a.leaked_time = get("time")[row], a.particles_then = get("particles")[row];
  }
  return a;
}

std::vector<std::string> describe(const Audit& a) {
  // What comes and goes takes its volume and energy along; only the mass of that is in the books.
  const bool is_closed = a.mass_emitted == 0 && a.mass_removed == 0;
  std::string mass = fmt::format("mass {:.6g} kg", a.mass_start);
  if (!is_closed) mass += fmt::format(" + {:.6g} emitted - {:.6g} removed", a.mass_emitted, a.mass_removed);
  mass += fmt::format(" -> {:.6g} kg, unaccounted {}", a.mass_end,
                      percent(a.mass_missing(), a.mass_start + a.mass_emitted));
  std::string volume = fmt::format("volume {:.6g} -> {:.6g}", a.volume_start, a.volume_end);
  if (is_closed) volume += fmt::format(" ({})", percent(a.volume_end - a.volume_start, a.volume_start));
  volume += fmt::format(", J from {:.4g} to {:.4g}", a.J_min, a.J_max);
  std::string energy = fmt::format("energy {:.4g} J -> {:.4g} J", a.energy_start, a.energy_end);
  if (a.work != 0) energy += fmt::format(", {:.4g} J of work by what moves it", a.work);
  if (is_closed) energy += fmt::format("; largest gain beyond that {:.3g} J", a.largest_gain);
  const std::string leaks =
      a.leaked > 0 ? fmt::format("at most {:.0f} of {:.0f} particles inside colliders, at t = {:.4g} s",
                                 a.leaked, a.particles_then, a.leaked_time)
                   : std::string("no particle inside a collider");
  std::vector<std::string> lines = {mass, volume, energy, leaks};
  if (a.inserted > 0 || a.merged > 0)
    lines.push_back(
        fmt::format("resampling: {:.0f} particles inserted, {:.0f} merged", a.inserted, a.merged));
  return lines;
}

}  // namespace froth

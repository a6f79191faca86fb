// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/guard.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace froth {

namespace {

/// Solvers that do not count these are not watched for them.
bool has_energies(const Totals& totals) {
  return totals.has("kinetic_energy") && totals.has("elastic_energy") && totals.has("load_work") &&
         totals.has("boundary_work");
}
bool has_volumes(const Totals& totals) { return totals.has("J_min") && totals.has("J_max"); }

double value_of(const Totals& totals, std::string_view name) { return totals.has(name) ? totals[name] : 0.0; }

constexpr const char* kAdvice =
    "try a smaller solver.cfl or solver.dt, or look for a force or a start that is wrong; [guard] sets the "
    "limit";

}  // namespace

Guard::Energies Guard::energies(const Totals& totals) {
  return {totals["kinetic_energy"] + totals["elastic_energy"], totals["load_work"], totals["boundary_work"],
          value_of(totals, "energy_emitted"), value_of(totals, "energy_removed")};
}

void Guard::begin(const Totals& totals) {
  has_begun_ = true;
  if (has_energies(totals)) {
    last_ = energies(totals);
    lowest_balance_ = last_.balance();
    largest_stored_ = last_.stored;
  }
  if (has_volumes(totals)) first_J_min_ = totals["J_min"], first_J_max_ = totals["J_max"];
}

Guard::Verdict Guard::look(const Totals& totals) {
  Verdict verdict;
  if (has_energies(totals)) look_at_energy(totals, verdict);
  if (has_volumes(totals)) look_at_volume(totals, verdict);
  return verdict;
}

void Guard::look_at_energy(const Totals& totals, Verdict& verdict) {
  const Energies now = energies(totals);
  largest_stored_ = std::max(largest_stored_, now.stored);
  work_ += std::abs(now.loads - last_.loads) + std::abs(now.boundaries - last_.boundaries) +
           std::abs(now.emitted - last_.emitted);
  last_ = now;
  lowest_balance_ = std::min(lowest_balance_, now.balance());
  const double created = now.balance() - lowest_balance_;
  const double least = value_of(totals, "mass") / 2 * still_ * still_ + value_of(totals, "energy_rounding");
  const double scale = largest_stored_ + work_ + least;
  drift_ = scale == 0 ? 0 : created / scale;
  const bool stops = spec_.energy_stop < 1 ? !(drift_ < spec_.energy_stop) : std::isnan(drift_);
  if (!stops && (has_warned_of_energy_ || drift_ < spec_.energy_warning)) return;
  const std::string found =
      fmt::format("{:.3g} J of {:.3g} J came from no load, boundary or emitter ({:.0f} %)", created,
                  now.stored, 100 * drift_);
  if (stops)
    verdict.stop = fmt::format("energy runs away: {}; {}", found, kAdvice);
  else
    verdict.warnings.push_back(fmt::format("energy is created: {}; {}", found, kAdvice));
  has_warned_of_energy_ = true;
}

void Guard::look_at_volume(const Totals& totals, Verdict& verdict) {
  const double J_min = totals["J_min"], J_max = totals["J_max"];
  const auto leaves = [&](double factor) {  // written so that no number at all leaves, too
    return !(J_min * factor > first_J_min_ && J_max < factor * first_J_max_);
  };
  const bool stops = leaves(spec_.volume_stop);
  if (!stops && (has_warned_of_volume_ || !leaves(spec_.volume_warning))) return;
  const std::string found = fmt::format("volume ratios J reach from {:.3g} to {:.3g}", J_min, J_max);
  if (stops && verdict.stop.empty())
    verdict.stop = fmt::format("the deformation runs away: {}; {}", found, kAdvice);
  else if (!stops)
    verdict.warnings.push_back(fmt::format("{}; {}", found, kAdvice));
  has_warned_of_volume_ = true;
}

void Guard::save(BinaryWriter& out) const {
  for (const bool flag : {has_begun_, has_warned_of_energy_, has_warned_of_volume_})
    out.put<std::uint8_t>(flag ? 1 : 0);
  for (const double x : {last_.stored, last_.loads, last_.boundaries, last_.emitted, last_.removed,
                         lowest_balance_, largest_stored_, work_, drift_, first_J_min_, first_J_max_})
    out.put(x);
}

void Guard::load(BinaryReader& in) {
  for (bool* flag : {&has_begun_, &has_warned_of_energy_, &has_warned_of_volume_})
    *flag = in.get<std::uint8_t>() != 0;
  for (double* x : {&last_.stored, &last_.loads, &last_.boundaries, &last_.emitted, &last_.removed,
                    &lowest_balance_, &largest_stored_, &work_, &drift_, &first_J_min_, &first_J_max_})
    *x = in.get<double>();
}

}  // namespace froth

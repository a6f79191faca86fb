// SPDX-License-Identifier: Apache-2.0
// How the variants of a sweep ended, in numbers: a row each, as a table for the eye and as CSV.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>
#include <froth/sim/sweep_grid.h>

namespace froth {

/// A named number; one that a run does not have is not-a-number.
struct SweepNumber {
  std::string name;
  double value;
};

struct SweepRow {
  SweepVariant variant;
  std::string failure = {};  ///< why it did not reach its end; empty: it did
  std::vector<SweepNumber> numbers = {};
};

/// The numbers of a run, from its report, its ledger and its last frame: all that are there.
std::vector<SweepNumber> sweep_numbers(const Scene& scene, const std::string& folder);

/// Every number of every variant; columns of the varied keys first, the time on the clock last.
std::string sweep_csv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows);

/// The chief numbers in aligned columns, a line per variant.
std::string sweep_text(const std::vector<SweepRow>& rows);

/// Rows of cells in aligned columns: the first to the left, numbers to the right, a last column may be long.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace froth

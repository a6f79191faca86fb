// SPDX-License-Identifier: Apache-2.0
// Physical checks by name: each case simulates something, measures it, and holds it to bounds: of a closed
// form, of a conserved quantity, of a publication, or of our own (row.h). Cases are plain data; `froth
// verify` runs them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <froth/verify/row.h>

namespace froth {

class Simulation;

namespace verify {

enum class CurveKind { Measured, Points, Expected };

/// y over x, by name, for plots.
struct Curve {
  std::string name;
  std::vector<double> x, y;
  CurveKind kind = CurveKind::Measured;
  int like = -1;  ///< place of the curve whose colour it shares; -1: one of its own, black if expected

  void add(double at, double value) { x.push_back(at), y.push_back(value); }
};
struct Plot {
  std::string name;                     ///< tells it from the other plots of its case
  std::string title, x_label, y_label;  ///< labels with units in brackets
  std::vector<Curve> curves;
  bool is_log = false;  ///< both axes
};

/// What a case found out.
struct Findings {
  std::vector<Row> rows;
  std::vector<Plot> plots = {};
};

/// Hears of every frame that a case has simulated; may be empty.
using Watch = std::function<void(const Simulation&)>;

struct Case {
  std::string group, name;
  std::string summary;  ///< one line: what is simulated
  bool is_quick;        ///< takes a few seconds at most
  Findings (*run)(const Watch& watch);
};

/// All cases, group by group, in the order in which they run.
const std::vector<Case>& all_cases();

/// Cases whose group or name is `only` (all where it is empty), the quick ones alone where asked; throws
/// InputError where there is none.
std::vector<Case> select_cases(const std::string& only, bool quick);

/// Runs a case. Where the simulation cannot go on, that is a row that fails, with its reason.
Findings run_case(const Case& one, const Watch& watch);

/// A case with what it found.
struct Outcome {
  Case test;
  Findings findings;
};
/// The rows as a JSON list. Each has group, case, quantity, measured, expected, tolerance, relation, verdict,
/// origin and source; where they apply also seeds (judged, values), selected, departs, known (name, reason,
/// page, accepted) and note.
std::string rows_as_json(const std::vector<Outcome>& outcomes);

/// The page docs/validation.md. Cases with plots show the picture `pictures`/CASE.svg; none where `pictures`
/// is empty.
std::string validation_page(const std::vector<Outcome>& outcomes, const std::string& pictures = {});
/// The page `before` with these outcomes in place of those that it has of the same cases. Cases stand in the
/// order given; those that are no longer there are dropped.
std::string update_page(const std::string& before, const std::vector<Outcome>& outcomes,
                        const std::vector<Case>& order, const std::string& pictures = {});

}  // namespace verify
}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Physical checks by name: each case simulates something whose outcome is known from elsewhere, a closed
// form, a conserved quantity or a published measurement, and compares. Cases are plain data; `froth verify`
// runs them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace froth {

class Simulation;

namespace verify {

/// How a measured number must stand to the expected one.
enum class Relation { Within, AtMost, AtLeast };

/// One number that was measured and what it should be.
struct Row {
  std::string quantity;  ///< what was measured, with its unit in brackets
  double measured = 0, expected = 0;
  double tolerance = 0;  ///< of the same unit: |measured - expected| at most, or slack of the bound
  Relation relation = Relation::Within;
  std::string source;     ///< where `expected` comes from
  std::string note = {};  ///< why it failed, where the simulation itself could not go on

  /// A measured number that is not one never passes.
  bool passes() const;
};

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
  bool is_quick;        ///< takes less than a second
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
/// The rows as a JSON list: group, case, quantity, measured, expected, tolerance, relation, verdict, source.
std::string rows_as_json(const std::vector<Outcome>& outcomes);
/// The page docs/validation.md. Cases with plots show the picture `pictures`/CASE.svg; none where `pictures`
/// is empty.
std::string validation_page(const std::vector<Outcome>& outcomes, const std::string& pictures = {});

}  // namespace verify
}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A measured number, the bound that it is held to and where that bound comes from, and the verdict: it
// passes, it fails, or it fails as is known and explained.
#pragma once

#include <string>
#include <vector>

namespace froth::verify {

/// How a measured number must stand to the expected one.
enum class Relation { Within, AtMost, AtLeast };

/// Who says what is expected. Published: a paper prints the number, or shows or states which of two results
/// is larger. Derived: a closed form or a conservation law, with a tolerance for the discretization. Ours: a
/// paper says it in words or shows a picture, or nobody does, and the number is our reading.
enum class Origin { Published, Derived, Ours };
std::string name_of(Origin origin);

/// Where a bound comes from, in words.
struct Basis {
  Origin origin;
  std::string text;
};
Basis published(std::string text);
Basis derived(std::string text);
Basis ours(std::string text);

/// What the bound must hold for where a number hangs on a seed.
enum class Judged { Mean, EverySeed };

/// A number that hangs on chance, by seed, from seed 1 on.
struct Sample {
  Judged judged = Judged::Mean;
  std::vector<double> values = {};

  double mean() const;
  double least() const;
  double most() const;
  /// Of the mean, from the spread of the values; 0 for a single one.
  double standard_error() const;
};

/// What is known not to hold; see limitations.cpp.
struct Limitation {
  std::string name;
  std::string reason;  ///< one sentence
  std::string page;    ///< that explains it, as in docs/foam.md#the-model
};

enum class Verdict {
  Pass,
  Fail,
  Known,       ///< fails, as explained, and by no more than was accepted
  KnownPasses  ///< is marked as known to fail and does not: the mark should go
};
std::string name_of(Verdict verdict);

/// One number that was measured and what it should be. Made by within(), at_most() and at_least().
struct Row {
  std::string quantity;  ///< what was measured, with its unit in brackets
  double measured = 0;   ///< mean of the sample where there is one
  double expected = 0;
  double tolerance = 0;  ///< of the same unit: |measured - expected| at most, or slack of the bound
  Relation relation = Relation::Within;
  Basis basis{Origin::Ours, {}};
  Sample sample = {};          ///< empty: the number hangs on no seed
  std::string selection = {};  ///< what the set-up was chosen among; empty: it is the only one that was tried
  std::string departure =
      {};  ///< in what the set-up is not that of the source; empty: in nothing that matters
  Limitation limitation = {};  ///< empty: none is known
  double accepted = 0;         ///< the bound that a known limitation is held to in place of its own
  std::string note = {};       ///< why it failed, where the simulation itself could not go on

  /// The set-up was chosen among several, because it meets the bound; says among which.
  Row selected(std::string among) &&;
  /// The set-up is not that of the source, beside what the source does not print; says in what.
  Row departs(std::string in) &&;
  /// It is known to fail; a number beyond `accepted` fails all the same, and so does one that is none.
  Row known(const Limitation& of, double accepted_bound) &&;

  bool is_known() const { return !limitation.name.empty(); }
  /// Whether the bound holds. A measured number that is not one never passes.
  bool passes() const;
  Verdict verdict() const;
  /// The bound in words: "at most 3", "1 +- 0.1".
  std::string bound() const;
  /// The measured number, with its seeds where it has some: "1.2 (mean of 8 seeds, 0.9 to 1.4)".
  std::string measurement() const;

 private:
  bool holds(double bound) const;
};

Row within(std::string quantity, double measured, double expected, double tolerance, Basis basis);
Row at_most(std::string quantity, double measured, double bound, Basis basis);
Row at_least(std::string quantity, double measured, double bound, Basis basis);
Row within(std::string quantity, Sample measured, double expected, double tolerance, Basis basis);
Row at_most(std::string quantity, Sample measured, double bound, Basis basis);
Row at_least(std::string quantity, Sample measured, double bound, Basis basis);

/// How many rows there are of each verdict.
struct Tally {
  int passed = 0, failed = 0, known = 0, known_passes = 0;

  void add(const std::vector<Row>& rows);
  void add(const Tally& other);
  int all() const { return passed + failed + known + known_passes; }
  /// 1 where a row failed that is not known to; 0 else.
  int exit_code() const { return failed > 0 ? 1 : 0; }
  /// One line for people.
  std::string text() const;
};

}  // namespace froth::verify

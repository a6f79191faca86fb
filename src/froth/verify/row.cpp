// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/row.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace froth::verify {

Basis published(std::string text) { return {Origin::Published, std::move(text)}; }
Basis derived(std::string text) { return {Origin::Derived, std::move(text)}; }
Basis ours(std::string text) { return {Origin::Ours, std::move(text)}; }

double Sample::mean() const {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}
double Sample::least() const { return *std::min_element(values.begin(), values.end()); }
double Sample::most() const { return *std::max_element(values.begin(), values.end()); }
double Sample::standard_error() const {
  const double n = double(values.size()), middle = mean();
  if (values.size() < 2) return 0;
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / (n - 1) / n);
}

std::string name_of(Origin origin) {
  switch (origin) {
    case Origin::Published: return "published";
    case Origin::Derived: return "derived";
    case Origin::Ours: return "ours";
  }
  return {};
}

std::string name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return "pass";
    case Verdict::Fail: return "fail";
    case Verdict::Known: return "known limitation";
    case Verdict::KnownPasses: return "known limitation, passes";
  }
  return {};
}

Row Row::selected(std::string among) && {
  selection = std::move(among);
  return std::move(*this);
}

Row Row::departs(std::string in) && {
  departure = std::move(in);
  return std::move(*this);
}

Row Row::known(const Limitation& of, double accepted_bound) && {
  limitation = of;
  accepted = accepted_bound;
  return std::move(*this);
}

// With `bound` in place of `expected`. Comparisons with a number that is none are false.
bool Row::holds(double bound) const {
  const auto one = [&](double value) {
    switch (relation) {
      case Relation::Within: return std::abs(value - bound) <= tolerance;
      case Relation::AtMost: return value <= bound + tolerance;
      case Relation::AtLeast: return value >= bound - tolerance;
    }
    return false;
  };
  if (sample.values.empty() || sample.judged == Judged::Mean) return one(measured);
  return std::all_of(sample.values.begin(), sample.values.end(), one);
}

bool Row::passes() const { return holds(expected); }

Verdict Row::verdict() const {
  if (passes()) return is_known() ? Verdict::KnownPasses : Verdict::Pass;
  return is_known() && holds(accepted) ? Verdict::Known : Verdict::Fail;
}

std::string Row::bound() const {
  if (relation == Relation::Within) return fmt::format("{:.6g} +- {:.2g}", expected, tolerance);
  const double last = expected + (relation == Relation::AtMost ? tolerance : -tolerance);
  return fmt::format("{} {:.6g}", relation == Relation::AtMost ? "at most" : "at least", last);
}

std::string Row::measurement() const {
  if (sample.values.empty()) return fmt::format("{:.6g}", measured);
  return fmt::format("{:.4g} +- {:.2g} ({} {} seeds, {:.4g} to {:.4g})", measured, sample.standard_error(),
                     sample.judged == Judged::Mean ? "mean of" : "each of", sample.values.size(),
                     sample.least(), sample.most());
}

Row within(std::string quantity, double measured, double expected, double tolerance, Basis basis) {
  return {.quantity = std::move(quantity),
          .measured = measured,
          .expected = expected,
          .tolerance = tolerance,
          .relation = Relation::Within,
          .basis = std::move(basis)};
}
Row at_most(std::string quantity, double measured, double bound, Basis basis) {
  Row row = within(std::move(quantity), measured, bound, 0, std::move(basis));
  row.relation = Relation::AtMost;
  return row;
}
Row at_least(std::string quantity, double measured, double bound, Basis basis) {
  Row row = within(std::move(quantity), measured, bound, 0, std::move(basis));
  row.relation = Relation::AtLeast;
  return row;
}

namespace {
Row with(Row row, Sample sample) {
  row.sample = std::move(sample);
  return row;
}
}  // namespace

Row within(std::string quantity, Sample measured, double expected, double tolerance, Basis basis) {
  return with(within(std::move(quantity), measured.mean(), expected, tolerance, std::move(basis)), measured);
}
Row at_most(std::string quantity, Sample measured, double bound, Basis basis) {
  return with(at_most(std::move(quantity), measured.mean(), bound, std::move(basis)), measured);
}
Row at_least(std::string quantity, Sample measured, double bound, Basis basis) {
  return with(at_least(std::move(quantity), measured.mean(), bound, std::move(basis)), measured);
}

void Tally::add(const Tally& other) {
  passed += other.passed, failed += other.failed, known += other.known, known_passes += other.known_passes;
}

void Tally::add(const std::vector<Row>& rows) {
  for (const Row& row : rows) switch (row.verdict()) {
      case Verdict::Pass: ++passed; break;
      case Verdict::Fail: ++failed; break;
      case Verdict::Known: ++known; break;
      case Verdict::KnownPasses: ++known_passes; break;
    }
}

std::string Tally::text() const {
  const int limits = known + known_passes;
  std::string line = fmt::format("{} row{}: {} passed, {} failed, {} known limitation{}", all(),
                                 all() == 1 ? "" : "s", passed, failed, limits, limits == 1 ? "" : "s");
  if (known_passes > 0)
    line += fmt::format("; {} of these now pass{}: take the mark off", known_passes,
                        known_passes == 1 ? "es" : "");
  return line;
}

}  // namespace froth::verify

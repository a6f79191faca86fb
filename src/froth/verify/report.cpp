// SPDX-License-Identifier: Apache-2.0
// Rows for programs (JSON) and for people (Markdown). No clock time in either: the same build writes the same
// bytes.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <froth/verify/verify.h>

namespace froth::verify {

namespace {

std::string name_of(Relation relation) {
  switch (relation) {
    case Relation::Within: return "within";
    case Relation::AtMost: return "at_most";
    case Relation::AtLeast: return "at_least";
  }
  return {};
}

std::string expectation(const Row& row) {
  if (row.relation == Relation::Within) return fmt::format("{:.6g} ± {:.2g}", row.expected, row.tolerance);
  const double bound = row.expected + (row.relation == Relation::AtMost ? row.tolerance : -row.tolerance);
  return fmt::format("{} {:.6g}", row.relation == Relation::AtMost ? "at most" : "at least", bound);
}

/// Where a measured number is not one, JSON has null.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

/// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

}  // namespace

std::string rows_as_json(const std::vector<Outcome>& outcomes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Outcome& outcome : outcomes)
    for (const Row& row : outcome.findings.rows) {
      nlohmann::ordered_json json;
      json["group"] = outcome.test.group;
      json["case"] = outcome.test.name;
      json["quantity"] = row.quantity;
      json["measured"] = number(row.measured);
      json["expected"] = number(row.expected);
      json["tolerance"] = number(row.tolerance);
      json["relation"] = name_of(row.relation);
      json["verdict"] = row.passes() ? "pass" : "fail";
      json["source"] = row.source;
      if (!row.note.empty()) json["note"] = row.note;
      list.push_back(std::move(json));
    }
  return list.dump(2) + "\n";
}

std::string validation_page(const std::vector<Outcome>& outcomes, const std::string& pictures) {
  std::size_t rows = 0, passed = 0;
  for (const Outcome& outcome : outcomes)
    for (const Row& row : outcome.findings.rows) ++rows, passed += row.passes() ? 1 : 0;
  std::string page = fmt::format(
      "# Validation\n\nThis page is written by `froth verify --report docs/validation.md`. Each row compares "
      "a simulation with a\nnumber from elsewhere: a closed form, a conserved quantity or a published "
      "measurement. {} of {} rows pass.{}\n",
      passed, rows, pictures.empty() ? "" : "\nIn the pictures, what is expected is dashed.");
  std::string group;
  for (const Outcome& outcome : outcomes) {
    if (outcome.test.group != group) page += fmt::format("\n## {}\n", group = outcome.test.group);
    page += fmt::format(
        "\n### {}\n\n{}\n\n| quantity | measured | expected | verdict | source |\n"
        "|---|---|---|---|---|\n",
        outcome.test.name, outcome.test.summary);
    for (const Row& row : outcome.findings.rows)
      page +=
          fmt::format("| {} | {:.6g} | {} | {} | {} |\n", cell(row.quantity), row.measured, expectation(row),
                      row.passes() ? "pass" : "**fail**", cell(row.note.empty() ? row.source : row.note));
    if (!pictures.empty() && !outcome.findings.plots.empty())
      page += fmt::format("\n![{0}]({1}/{0}.svg)\n", outcome.test.name, pictures);
  }
  return page;
}

}  // namespace froth::verify

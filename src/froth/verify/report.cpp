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

using Json = nlohmann::ordered_json;

std::string name_of(Relation relation) {
  switch (relation) {
    case Relation::Within: return "within";
    case Relation::AtMost: return "at_most";
    case Relation::AtLeast: return "at_least";
  }
  return {};
}

std::string name_of(Origin origin) {
  switch (origin) {
    case Origin::Published: return "published";
    case Origin::Derived: return "derived";
    case Origin::Ours: return "ours";
  }
  return {};
}

/// Where a measured number is not one, JSON has null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// What not every row has.
void add_circumstances(Json& json, const Row& row) {
  if (!row.sample.values.empty()) {
    Json values = Json::array();
    for (const double value : row.sample.values) values.push_back(number(value));
    json["seeds"] = {{"judged", row.sample.judged == Judged::Mean ? "mean" : "every seed"},
                     {"values", values}};
  }
  if (!row.selection.empty()) json["selected"] = row.selection;
  if (!row.departure.empty()) json["departs"] = row.departure;
  if (row.is_known())
    json["known"] = {{"name", row.limitation.name},
                     {"reason", row.limitation.reason},
                     {"page", row.limitation.page},
                     {"accepted", number(row.accepted)}};
  if (!row.note.empty()) json["note"] = row.note;
}

Json json_of(const Case& test, const Row& row) {
  Json json;
  json["group"] = test.group;
  json["case"] = test.name;
  json["quantity"] = row.quantity;
  json["measured"] = number(row.measured);
  json["expected"] = number(row.expected);
  json["tolerance"] = number(row.tolerance);
  json["relation"] = name_of(row.relation);
  json["verdict"] = name_of(row.verdict());
  json["origin"] = name_of(row.basis.origin);
  json["source"] = row.basis.text;
  add_circumstances(json, row);
  return json;
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

std::string shown(Verdict verdict) {
  return verdict == Verdict::Pass ? "pass" : fmt::format("**{}**", name_of(verdict));
}

std::string table(const std::vector<Row>& rows) {
  std::string text =
      "| quantity | measured | bound | verdict | whose bound | source |\n|---|---|---|---|---|---|\n";
  for (const Row& row : rows)
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(row.quantity), row.measurement(),
                        row.bound(), shown(row.verdict()),
                        name_of(row.basis.origin) + (row.selection.empty() ? "" : ", selected"),
                        cell(row.note.empty() ? row.basis.text : row.note));
  return text;
}

/// A remark and the rows that it is about: no names where it is about all of them.
std::string remarks(const std::vector<Row>& rows, std::string (*remark)(const Row&)) {
  std::vector<std::string> seen;
  std::string text;
  for (const Row& first : rows) {
    const std::string words = remark(first);
    if (words.empty() || std::find(seen.begin(), seen.end(), words) != seen.end()) continue;
    seen.push_back(words);
    std::string about;
    bool is_all = true;
    for (const Row& row : rows) {
      const bool is_meant = remark(row) == words;
      is_all = is_all && is_meant;
      if (is_meant) about += fmt::format("{}*{}*", about.empty() ? "" : ", ", row.quantity);
    }
    text += is_all ? fmt::format("- {}.\n", words) : fmt::format("- {}: {}.\n", words, about);
  }
  return text;
}

std::string selection_of(const Row& row) {
  return row.selection.empty() ? "" : "Set-up selected: " + row.selection;
}

std::string departure_of(const Row& row) {
  return row.departure.empty() ? "" : "Not as in the source: " + row.departure;
}

/// Pages name each other relative to docs/.
std::string limitation_of(const Row& row) {
  if (!row.is_known()) return {};
  const std::string& page = row.limitation.page;
  const std::string link = page.starts_with("docs/") ? page.substr(5) : page;
  return fmt::format("Known limitation: {} ([{}]({}))", row.limitation.reason, page, link);
}

std::string introduction(const Tally& tally, bool has_pictures) {
  return fmt::format(
      R"(# Validation

This page is written by `froth verify --report docs/validation.md`. {}. All rows but those
of the groups implicit and viscoelastic, which were not timed, take about 25 minutes on one thread of an
AMD EPYC (Zen 4).

A row holds a measured number to a bound and gets one of three verdicts: **pass**; **fail**; or **known
limitation**, which fails, is explained on another page, and is no worse than was accepted when it was marked.
`froth verify` exits with 1 where a row fails that is not known to. A known limitation that passes is said to,
so that its mark can go.

A bound is *published* (a paper prints the number, or shows which of two results is larger), *derived* (a
closed form or a conservation law, with a tolerance for the discretization) or *ours* (a paper says it in
words or shows a picture, or nobody does; the number is our reading). *Selected* means that the set-up was
chosen among several because it meets the bound; what was tried stands below the table, and so does what
departs from the source. A number that hangs on a seed is measured from seed 1 on: the mean and its
standard error, then how many seeds and the least and the greatest of them; the bound is held by the mean
or by each seed, as the row says.{}
)",
      tally.text(), has_pictures ? " In pictures,\nwhat is expected is dashed." : "");
}

}  // namespace

std::string rows_as_json(const std::vector<Outcome>& outcomes) {
  Json list = Json::array();
  for (const Outcome& outcome : outcomes)
    for (const Row& row : outcome.findings.rows) list.push_back(json_of(outcome.test, row));
  return list.dump(2) + "\n";
}

std::string validation_page(const std::vector<Outcome>& outcomes, const std::string& pictures) {
  Tally tally;
  for (const Outcome& outcome : outcomes) tally.add(outcome.findings.rows);
  std::string page = introduction(tally, !pictures.empty()), group;
  for (const Outcome& outcome : outcomes) {
    const std::vector<Row>& rows = outcome.findings.rows;
    if (outcome.test.group != group) page += fmt::format("\n## {}\n", group = outcome.test.group);
    page += fmt::format("\n### {}\n\n{}\n\n{}", outcome.test.name, outcome.test.summary, table(rows));
    std::string about;
    for (const auto remark : {departure_of, selection_of, limitation_of}) about += remarks(rows, remark);
    if (!about.empty()) page += "\n" + about;
    if (!pictures.empty() && !outcome.findings.plots.empty())
      page += fmt::format("\n![{0}]({1}/{0}.svg)\n", outcome.test.name, pictures);
  }
  return page;
}

}  // namespace froth::verify

// SPDX-License-Identifier: Apache-2.0
// Rows for programs (JSON). No clock time: the same build writes the same bytes.
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

}  // namespace

std::string rows_as_json(const std::vector<Outcome>& outcomes) {
  Json list = Json::array();
  for (const Outcome& outcome : outcomes)
    for (const Row& row : outcome.findings.rows) list.push_back(json_of(outcome.test, row));
  return list.dump(2) + "\n";
}

}  // namespace froth::verify

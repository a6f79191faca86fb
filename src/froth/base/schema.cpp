// SPDX-License-Identifier: Apache-2.0
#include <froth/base/schema.h>

#include <charconv>
#include <cmath>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {

std::string digits(double x) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  return std::string(buffer, end);
}

/// Whether a default has the type of its key.
bool fits(const Key& key) {
  const Need::Value& value = key.need.spatial;
  if (key.need.kind != Need::Kind::Default) return true;
  switch (key.kind) {
    case KeyKind::Real: return std::holds_alternative<double>(value) || !key.word.empty();
    case KeyKind::Integer: return std::holds_alternative<std::int64_t>(value);
    case KeyKind::Boolean: return std::holds_alternative<bool>(value);
    case KeyKind::Text:
    case KeyKind::File:
    case KeyKind::Choice: return std::holds_alternative<std::string>(value);
    case KeyKind::Vector:
    case KeyKind::Reals: return std::holds_alternative<std::vector<double>>(value);
    case KeyKind::Texts: return std::holds_alternative<std::vector<std::string>>(value);
    case KeyKind::Points:
    case KeyKind::Matrix: return false;
    case KeyKind::Table: return std::holds_alternative<std::monostate>(value);
    case KeyKind::List:
    case KeyKind::Map:
    case KeyKind::Formulas: return false;
  }
  return false;
}

Need as_real(Need need) {
  // Whole numbers are welcome as defaults of real keys.
  for (Need::Value* value : {&need.spatial, &need.planar})
    if (const auto* whole = std::get_if<std::int64_t>(value)) *value = static_cast<double>(*whole);
  return need;
}

}  // namespace

std::string Range::requirement(double scale) const {
  const bool has_lo = std::isfinite(lo), has_hi = std::isfinite(hi);
  if (has_lo && has_hi)
    return "must be " + std::string(is_lo_open ? "above " : "between ") + digits(lo / scale) +
           (is_lo_open ? " and at most " : " and ") + digits(hi / scale);
  if (has_lo && lo == 0) return is_lo_open ? "must be positive" : "must not be negative";
  if (has_lo) return std::string(is_lo_open ? "must be above " : "must be at least ") + digits(lo / scale);
  if (has_hi) return "must be at most " + digits(hi / scale);
  return "must be finite";
}

Need by_dimension(double planar, double spatial) {
  Need need(spatial);
  need.planar = planar;
  return need;
}

Schema::Schema(std::string name, std::string doc) : name_(std::move(name)), doc_(std::move(doc)) {}

Schema& Schema::add(Key key) {
  FROTH_CHECK(find(key.name) == nullptr, "schema " + name_ + " has the key " + key.name + " twice");
  FROTH_CHECK(fits(key), "the default of " + name_ + "." + key.name + " has the wrong type");
  keys_.push_back(std::move(key));
  return *this;
}

Schema& Schema::real(std::string key, Unit unit, std::string doc, Need need, Range allowed) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Real,
              .need = as_real(std::move(need)),
              .unit = unit,
              .allowed = allowed});
}

Schema& Schema::real_or(std::string key, std::string word, Unit unit, std::string doc, Range allowed) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Real,
              .need = Need(word.c_str()),
              .unit = unit,
              .allowed = allowed,
              .word = word});
}

Schema& Schema::integer(std::string key, std::string doc, Need need, Range allowed) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Integer,
              .need = std::move(need),
              .allowed = allowed});
}

Schema& Schema::boolean(std::string key, std::string doc, Need need) {
  return add(
      {.name = std::move(key), .doc = std::move(doc), .kind = KeyKind::Boolean, .need = std::move(need)});
}

Schema& Schema::text(std::string key, std::string doc, Need need) {
  return add({.name = std::move(key), .doc = std::move(doc), .kind = KeyKind::Text, .need = std::move(need)});
}

Schema& Schema::choice(std::string key, std::vector<std::string> names, std::string doc, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Choice,
              .need = std::move(need),
              .choices = std::move(names)});
}

Schema& Schema::file(std::string key, std::string doc, Need need) {
  return add({.name = std::move(key), .doc = std::move(doc), .kind = KeyKind::File, .need = std::move(need)});
}

Schema& Schema::points(std::string key, Unit unit, std::string doc, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Points,
              .need = std::move(need),
              .unit = unit});
}

Schema& Schema::vector(std::string key, Unit unit, std::string doc, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Vector,
              .need = std::move(need),
              .unit = unit});
}

Schema& Schema::reals(std::string key, Unit unit, std::string doc, Need need, Range allowed, int count) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Reals,
              .need = std::move(need),
              .unit = unit,
              .allowed = allowed,
              .count = count});
}

Schema& Schema::texts(std::string key, std::vector<std::string> names, std::string doc, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Texts,
              .need = std::move(need),
              .choices = std::move(names)});
}

Schema& Schema::matrix(std::string key, Unit unit, std::string doc, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Matrix,
              .need = std::move(need),
              .unit = unit});
}

Schema& Schema::table(std::string key, std::string doc, SchemaFunction nested, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Table,
              .need = std::move(need),
              .nested = nested});
}

Schema& Schema::list(std::string key, std::string doc, SchemaFunction nested, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::List,
              .need = std::move(need),
              .nested = nested});
}

Schema& Schema::map(std::string key, std::string noun, std::string doc, SchemaFunction nested, Need need) {
  return add({.name = std::move(key),
              .doc = std::move(doc),
              .kind = KeyKind::Map,
              .need = std::move(need),
              .nested = nested,
              .noun = std::move(noun)});
}

Schema& Schema::formulas(std::string key, std::string doc, Need need) {
  return add(
      {.name = std::move(key), .doc = std::move(doc), .kind = KeyKind::Formulas, .need = std::move(need)});
}

Schema& Schema::variant(std::string key, std::string doc, std::vector<Schema> variants, Need need) {
  FROTH_CHECK(variant_.empty() && !variants.empty(), "schema " + name_ + " needs one list of variants");
  std::vector<std::string> names;
  for (const Schema& each : variants) names.push_back(each.name());
  variant_ = key;
  variants_ = std::move(variants);
  return choice(std::move(key), std::move(names), std::move(doc), std::move(need));
}

Key& Schema::last(const char* who) {
  FROTH_CHECK(!keys_.empty(), std::string(who) + "() speaks of the key before it");
  return keys_.back();
}

Schema& Schema::only_3d(std::string advice) {
  Key& key = last("only_3d");
  key.is_spatial = true;
  key.planar_advice = std::move(advice);
  return *this;
}

Schema& Schema::may_vary(Variation variation) {
  Key& key = last("may_vary");
  FROTH_CHECK((key.kind == KeyKind::Real && key.word.empty()) || key.kind == KeyKind::Vector,
              "only numbers and vectors vary, not " + name_ + "." + key.name);
  key.variation = variation;
  return *this;
}

Schema& Schema::excludes(std::string other) {
  last("excludes").excludes.push_back(std::move(other));
  return *this;
}

Schema& Schema::only_with(std::string partner, std::vector<std::string> names) {
  Key& key = last("only_with");
  const Key* known = find(partner);
  FROTH_CHECK(
      known != nullptr && known->kind == KeyKind::Choice && known->need.kind == Need::Kind::Default,
      name_ + "." + key.name + " hangs on \"" + partner + "\", which is no choice with a default before it");
  key.partner = std::move(partner);
  key.partner_names = std::move(names);
  return *this;
}

Schema& Schema::outside_physics() {
  last("outside_physics").decides_physics = false;
  return *this;
}

Schema& Schema::all_may_vary(Variation variation) {
  for (Key& key : keys_)
    if (key.kind == KeyKind::Real && key.word.empty()) key.variation = variation;
  return *this;
}

const Key* Schema::find(std::string_view key) const {
  for (const Key& each : keys_)
    if (each.name == key) return &each;
  return nullptr;
}

std::vector<std::string> Schema::alternatives() const {
  std::vector<std::string> names;
  for (const Key& key : keys_)
    if (key.need.kind == Need::Kind::Alternative) names.push_back(key.name);
  return names;
}

const Schema* Schema::find_variant(std::string_view name) const {
  for (const Schema& each : variants_)
    if (each.name() == name) return &each;
  return nullptr;
}

}  // namespace froth

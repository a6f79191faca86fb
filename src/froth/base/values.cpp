// SPDX-License-Identifier: Apache-2.0
#include <froth/base/values.h>

#include <utility>

#include <froth/base/error.h>

namespace froth {

const Values::Entry* Values::find(std::string_view key) const {
  for (const Entry& entry : entries_)
    if (entry.key == key) return &entry;
  return nullptr;
}

const Values::Entry& Values::at(std::string_view key) const {
  const Entry* entry = find(key);
  FROTH_CHECK(entry != nullptr, "the values have no key \"" + std::string(key) + "\"");
  return *entry;
}

template <class T>
const T& Values::get(std::string_view key, const char* type) const {
  const T* value = std::get_if<T>(&at(key).plain);
  FROTH_CHECK(value != nullptr, "the value of \"" + std::string(key) + "\" is not " + type);
  return *value;
}

double Values::real(std::string_view key) const {
  if (const auto* whole = std::get_if<std::int64_t>(&at(key).plain)) return static_cast<double>(*whole);
  return get<double>(key, "a number");
}

std::int64_t Values::integer(std::string_view key) const { return get<std::int64_t>(key, "a whole number"); }
bool Values::boolean(std::string_view key) const { return get<bool>(key, "true or false"); }
const std::string& Values::text(std::string_view key) const { return get<std::string>(key, "text"); }

Vec3<double> Values::vector(std::string_view key) const {
  const std::vector<double>& numbers = reals(key);
  FROTH_CHECK(numbers.size() == 2 || numbers.size() == 3,
              "the value of \"" + std::string(key) + "\" is not a vector of two or three numbers");
  return {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0.0};
}

const std::vector<double>& Values::reals(std::string_view key) const {
  return get<std::vector<double>>(key, "a list of numbers");
}
const std::vector<std::string>& Values::texts(std::string_view key) const {
  return get<std::vector<std::string>>(key, "a list of texts");
}
const Mat3<double>& Values::matrix(std::string_view key) const { return get<Mat3<double>>(key, "a matrix"); }

Field Values::field(std::string_view key) const {
  if (const auto* field = std::get_if<Field>(&at(key).plain)) return *field;
  return real(key);
}

VectorField Values::vector_field(std::string_view key) const {
  if (const auto* fields = std::get_if<std::vector<Field>>(&at(key).plain))
    return {fields->at(0), fields->at(1), fields->size() == 3 ? fields->at(2) : Field()};
  const Vec3<double> constant = vector(key);
  return {constant[0], constant[1], constant[2]};
}

std::string Values::varying_key() const {
  for (const Entry& entry : entries_)
    if (std::holds_alternative<Field>(entry.plain) || std::holds_alternative<std::vector<Field>>(entry.plain))
      return entry.key;
  return "";
}

Values Values::evaluated_at(const Vec3<double>& x, double t) const {
  Values plain = *this;
  for (Entry& entry : plain.entries_) {
    if (const auto* field = std::get_if<Field>(&entry.plain)) {
      entry.plain = field->at(x, t);
    } else if (const auto* fields = std::get_if<std::vector<Field>>(&entry.plain)) {
      std::vector<double> numbers;
      for (const Field& each : *fields) numbers.push_back(each.at(x, t));
      entry.plain = std::move(numbers);
    }
  }
  return plain;
}

const Values& Values::table(std::string_view key) const {
  get<Table>(key, "a table");
  return at(key).tables.front();
}
const std::vector<Values>& Values::list(std::string_view key) const {
  get<List>(key, "a list of tables");
  return at(key).tables;
}

std::vector<std::string> Values::keys() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.key);
  return names;
}

const std::string& Values::chosen() const {
  FROTH_CHECK(!chosen_.empty(), "nothing was chosen in this table");
  return chosen_;
}

const std::string& Values::where(std::string_view key) const {
  const Entry* entry = find(key);
  return entry != nullptr && !entry->where.empty() ? entry->where : where_;
}

Values::Entry& Values::slot(std::string_view key) {
  for (Entry& entry : entries_)
    if (entry.key == key) return entry;
  return entries_.emplace_back(Entry{std::string(key), {}, Table{}, {}});
}

Values& Values::put(std::string_view key, Plain value) {
  Entry& entry = slot(key);
  entry.plain = std::move(value);
  entry.tables.clear();
  return *this;
}

Values& Values::set(std::string_view key, const Values& value) {
  std::vector<Values> one{value};  // copied first: `value` may be part of this very table
  put(key, Table{});
  slot(key).tables = std::move(one);
  return *this;
}

Values& Values::set(std::string_view key, std::vector<Values> value) {
  put(key, List{});
  slot(key).tables = std::move(value);
  return *this;
}

Values& Values::set_chosen(std::string name) {
  chosen_ = std::move(name);
  return *this;
}

Values& Values::set_where(std::string where) {
  where_ = std::move(where);
  return *this;
}

Values& Values::set_where(std::string_view key, std::string where) {
  at(key);
  slot(key).where = std::move(where);
  return *this;
}

}  // namespace froth

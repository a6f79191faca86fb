// SPDX-License-Identifier: Apache-2.0
// A checked table: what a schema made of a table of a scene file, in SI units.
// The reader has already complained about everything a user can get wrong, so asking for a key that is not
// there, or as the wrong type, is our own mistake and an InternalError.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <froth/base/field.h>
#include <froth/base/mat.h>

namespace froth {

class Values {
 public:
  bool has(std::string_view key) const { return find(key) != nullptr; }
  double real(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  bool boolean(std::string_view key) const;
  const std::string& text(std::string_view key) const;
  /// Two or three numbers; the third is zero where only two were given.
  Vec3<double> vector(std::string_view key) const;
  const std::vector<double>& reals(std::string_view key) const;
  const std::vector<std::string>& texts(std::string_view key) const;
  /// A 2x2 matrix has a zero third row and column.
  const Mat3<double>& matrix(std::string_view key) const;
  /// A number that may be an expression; real() is for those that are not.
  Field field(std::string_view key) const;
  /// Two or three of them; the third is zero where only two were given.
  VectorField vector_field(std::string_view key) const;
  const Values& table(std::string_view key) const;
  const std::vector<Values>& list(std::string_view key) const;

  /// The first key whose value is an expression, "" where there is none.
  std::string varying_key() const;
  /// These values with plain numbers in place of expressions, as they are at `x` [m] and `t` [s]; InputError
  /// where one is not allowed there.
  Values evaluated_at(const Vec3<double>& x, double t = 0) const;

  /// All keys, in the order of the file.
  std::vector<std::string> keys() const;
  /// The alternative that was chosen: the one key of a one-of table, or the variant's name.
  const std::string& chosen() const;

  /// "file:line:column" of the value of `key`, or of the table where the key has none.
  const std::string& where(std::string_view key) const;
  const std::string& where() const { return where_; }

  Values& set(std::string_view key, double value) { return put(key, value); }
  Values& set(std::string_view key, int value) { return put(key, std::int64_t(value)); }
  Values& set(std::string_view key, std::int64_t value) { return put(key, value); }
  Values& set(std::string_view key, bool value) { return put(key, value); }
  Values& set(std::string_view key, const char* value) { return put(key, std::string(value)); }
  Values& set(std::string_view key, std::string value) { return put(key, std::move(value)); }
  Values& set(std::string_view key, std::vector<double> value) { return put(key, std::move(value)); }
  Values& set(std::string_view key, std::vector<std::string> value) { return put(key, std::move(value)); }
  Values& set(std::string_view key, const Vec3<double>& v) { return put(key, std::vector{v[0], v[1], v[2]}); }
  Values& set(std::string_view key, const Mat3<double>& value) { return put(key, value); }
  Values& set(std::string_view key, Field value) { return put(key, std::move(value)); }
  Values& set(std::string_view key, std::vector<Field> value) { return put(key, std::move(value)); }
  Values& set(std::string_view key, const Values& value);
  Values& set(std::string_view key, std::vector<Values> value);

  Values& set_chosen(std::string name);
  Values& set_where(std::string where);
  Values& set_where(std::string_view key, std::string where);

 private:
  struct Table {};
  struct List {};
  using Plain = std::variant<Table, List, double, std::int64_t, bool, std::string, std::vector<double>,
                             std::vector<std::string>, Mat3<double>, Field, std::vector<Field>>;
  struct Entry {
    std::string key, where;
    Plain plain;
    std::vector<Values> tables;  // of Table (exactly one) and List
  };

  const Entry* find(std::string_view key) const;
  const Entry& at(std::string_view key) const;
  Entry& slot(std::string_view key);
  Values& put(std::string_view key, Plain value);
  template <class T>
  const T& get(std::string_view key, const char* type) const;

  std::vector<Entry> entries_;
  std::string chosen_, where_;
};

}  // namespace froth

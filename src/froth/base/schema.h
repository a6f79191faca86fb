// SPDX-License-Identifier: Apache-2.0
// What a table of a scene file may contain, as data. One schema drives the reader, its error messages, the
// defaults, the units and the reference page; nothing else knows the keys.
//
//   Schema("neo_hookean", "Rubber")
//       .real("youngs_modulus", unit::Pa, "stiffness", required, positive)
//       .real("poisson_ratio", unit::one, "lateral contraction", 0.3, range(0, 0.49));
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <froth/base/units.h>

namespace froth {

class Schema;
using SchemaFunction = const Schema& (*)();

/// Numbers that a key accepts, in SI. Not-a-number and infinity are never accepted.
struct Range {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
  bool is_lo_open = false;  ///< the lower end itself is excluded

  bool contains(double x) const { return (is_lo_open ? x > lo : x >= lo) && x <= hi; }
  bool is_everything() const { return lo == -std::numeric_limits<double>::infinity() && hi == -lo; }
  /// "must be positive", "must be between 0 and 1", ..., with the ends divided by `scale`.
  std::string requirement(double scale = 1) const;
};
inline constexpr Range anything{};
inline constexpr Range positive{0, std::numeric_limits<double>::infinity(), true};
inline constexpr Range non_negative{0, std::numeric_limits<double>::infinity(), false};
constexpr Range range(double lo, double hi) { return {lo, hi, false}; }

/// Whether a key must be there, and what it is where it is not. Default values are in SI.
class Need {
 public:
  enum class Kind { Required, Optional, Default, Alternative };
  using Value = std::variant<std::monostate, double, std::int64_t, bool, std::string, std::vector<double>,
                             std::vector<std::string>>;

  constexpr explicit Need(Kind k) : kind(k) {}
  Need(double value) : kind(Kind::Default), spatial(value), planar(value) {}
  Need(int value) : kind(Kind::Default), spatial(std::int64_t(value)), planar(std::int64_t(value)) {}
  Need(bool value) : kind(Kind::Default), spatial(value), planar(value) {}
  Need(const char* value) : kind(Kind::Default), spatial(std::string(value)), planar(std::string(value)) {}
  Need(std::vector<double> value) : kind(Kind::Default), spatial(value), planar(value) {}
  Need(std::vector<std::string> value) : kind(Kind::Default), spatial(value), planar(value) {}

  Kind kind;
  Value spatial, planar;  ///< the default in 3D and in 2D
};
inline const Need required(Need::Kind::Required);
inline const Need optional(Need::Kind::Optional);
/// Exactly one of a table's alternatives must be there.
inline const Need alternative(Need::Kind::Alternative);
/// For tables: an absent one counts as an empty one, so that its defaults hold.
inline const Need defaulted(Need::Kind::Default);
/// A default that depends on the scene's dimension.
Need by_dimension(double planar, double spatial);

/// What a number may depend on, where it is given as an expression.
enum class Variation : unsigned char { None, Time, Space, SpaceTime };

enum class KeyKind {
  Real,
  Integer,
  Boolean,
  Text,
  Choice,
  File,
  Vector,
  Reals,
  Points,
  Texts,
  Matrix,
  Table,
  List,
  Map,
  Formulas
};

struct Key {
  std::string name, doc;
  KeyKind kind;
  Need need;
  Unit unit = froth::unit::one;
  Range allowed = anything;
  std::vector<std::string> choices = {};  ///< of Choice; of Texts: the words allowed, if not all
  std::string word = {};                  ///< of Real: a word accepted in place of the number, such as "auto"
  int count = 0;                          ///< of Reals: how many numbers, where it is fixed
  SchemaFunction nested = nullptr;        ///< of Table, List, Map
  std::string noun = {};                  ///< of Map: what one entry is called in messages
  bool is_spatial = false;                ///< makes sense in 3D only
  std::string planar_advice = {};         ///< why, for the message
  Variation variation =
      Variation::None;  ///< of Real, Vector: variables of an expression in place of a number
  std::vector<std::string> excludes = {};       ///< keys that cannot stand beside it
  std::string partner = {};                     ///< a Choice of the same table that it hangs on, if any
  std::vector<std::string> partner_names = {};  ///< choices of the partner with which it has a meaning
  bool decides_physics = true;                  ///< another value may lead to another state
};

class Schema {
 public:
  Schema(std::string name, std::string doc);

  Schema& real(std::string key, Unit unit, std::string doc, Need need, Range allowed = anything);
  /// A number or a word, for which the checked values have no such key; the word is the default.
  Schema& real_or(std::string key, std::string word, Unit unit, std::string doc, Range allowed = anything);
  Schema& integer(std::string key, std::string doc, Need need, Range allowed = anything);
  Schema& boolean(std::string key, std::string doc, Need need);
  Schema& text(std::string key, std::string doc, Need need);
  Schema& choice(std::string key, std::vector<std::string> names, std::string doc, Need need);
  /// Path of a file, relative to the scene file's folder; the checked values and the resolved scene have the
  /// whole path.
  Schema& file(std::string key, std::string doc, Need need);
  /// As many numbers as the scene has dimensions.
  Schema& vector(std::string key, Unit unit, std::string doc, Need need);
  /// A list of numbers, of `count` where that is not zero, whatever the dimension.
  Schema& reals(std::string key, Unit unit, std::string doc, Need need, Range allowed = anything,
                int count = 0);
  /// A list of points of the plane, [[x, y], ...]; the checked values have x and y in turn.
  Schema& points(std::string key, Unit unit, std::string doc, Need need);
  /// A list of texts, out of `names` where there are any.
  Schema& texts(std::string key, std::vector<std::string> names, std::string doc, Need need);
  /// A square matrix of the scene's dimension, row by row.
  Schema& matrix(std::string key, Unit unit, std::string doc, Need need);
  /// A nested table; one with alternatives is a one-of table.
  Schema& table(std::string key, std::string doc, SchemaFunction nested, Need need);
  /// An array of tables.
  Schema& list(std::string key, std::string doc, SchemaFunction nested, Need need);
  /// Tables by a name that the user chooses; messages call one `noun "name"`.
  Schema& map(std::string key, std::string noun, std::string doc, SchemaFunction nested, Need need);
  /// Numbers and expressions by names that the user chooses, which other expressions may use.
  Schema& formulas(std::string key, std::string doc, Need need);
  /// A key that names one of several schemas, whose keys the table then has as well.
  Schema& variant(std::string key, std::string doc, std::vector<Schema> variants, Need need = required);
  /// The last key makes sense in 3D only; `advice` says what holds in 2D.
  Schema& only_3d(std::string advice);
  /// The last key, a number or a vector, may be given as expressions.
  Schema& may_vary(Variation variation);
  /// All numbers so far may be.
  Schema& all_may_vary(Variation variation);
  /// The last key and `other`, of this table or of a variant, stand for each other: a table has one of them,
  /// and where it has the last key, `other` gets no default.
  Schema& excludes(std::string other);
  /// The last key has a meaning with these choices of the key `partner` only.
  Schema& only_with(std::string partner, std::vector<std::string> names);
  /// The last key, and all that it holds where it is a table, decides nothing of what is simulated, so that
  /// it may change when a run is resumed.
  Schema& outside_physics();

  const std::string& name() const { return name_; }
  const std::string& doc() const { return doc_; }
  const std::vector<Key>& keys() const { return keys_; }
  const Key* find(std::string_view key) const;
  /// Names of the alternatives; empty for an ordinary table.
  std::vector<std::string> alternatives() const;
  /// The key that names the variant; null where there are none.
  const Key* variant_key() const { return variant_.empty() ? nullptr : find(variant_); }
  const std::vector<Schema>& variants() const { return variants_; }
  const Schema* find_variant(std::string_view name) const;

 private:
  Schema& add(Key key);
  Key& last(const char* who);

  std::string name_, doc_, variant_;
  std::vector<Key> keys_;
  std::vector<Schema> variants_;
};

}  // namespace froth

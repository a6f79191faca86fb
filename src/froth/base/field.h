// SPDX-License-Identifier: Apache-2.0
// A number of a scene that may depend on place and time: a constant, or an expression that a user wrote.
// Expressions are in the scene's units; what goes in and comes out here is SI.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include <froth/base/expression.h>
#include <froth/base/schema.h>
#include <froth/base/vec.h>

namespace froth {

/// An expression, the key that it was given for, and what the key allows.
struct Formula {
  Expression expression;
  std::string where;    ///< "file:line:column"
  std::string subject;  ///< the key's dotted path
  Unit unit;            ///< of the value
  UnitSystem units;     ///< of the expression
  Range allowed = anything;

  /// The value [SI] of what the expression gave; InputError where it is not finite or not allowed.
  double checked(double value, const Vec3<double>& x, double t) const;
};

/// Variables by name: x, y and (in space) z [scene's length], t [s].
std::vector<std::string> variable_names(Variation variation, int dimension);

class Field {
 public:
  Field(double constant = 0) : constant_(constant) {}
  /// A formula without variables is checked now and becomes a constant.
  explicit Field(Formula formula);

  bool is_constant() const { return formula_ == nullptr; }
  bool is_zero() const { return is_constant() && constant_ == 0; }

  /// For loops: one per thread. Must not outlive the field's copies.
  class Evaluator {
   public:
    explicit Evaluator(const Field& field);
    /// The value [SI] at `x` [m] and `t` [s]; InputError where it is not finite or not allowed.
    double operator()(const Vec3<double>& x, double t);
    /// The same without checks: not-a-number where the expression is.
    double unchecked(const Vec3<double>& x, double t);

   private:
    double in_scene_units(const Vec3<double>& x, double t);

    std::shared_ptr<const Formula> formula_;
    std::optional<Expression::Evaluator> expression_;
    double constant_, length_ = 1;
  };

  /// One value from any thread.
  double at(const Vec3<double>& x, double t) const { return Evaluator(*this)(x, t); }

 private:
  std::shared_ptr<const Formula> formula_;  ///< shared by copies: it never changes
  double constant_ = 0;
};

/// Three fields, such as the parts of a velocity.
using VectorField = std::array<Field, 3>;
Vec3<double> value_at(const VectorField& field, const Vec3<double>& x, double t);
bool is_zero(const VectorField& field);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/base/field.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {

std::string shown(double value) {
  if (std::isnan(value)) return "nan";  // without the sign that it may have
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

/// The variables of a formula, in its own units, with their values: "x = 1, t = 0.5".
std::string place(const Formula& formula, const Vec3<double>& x, double t) {
  const Conversion length = conversion(unit::m, formula.units);
  std::string out;
  for (const std::string& name : formula.expression.variables())
    out +=
        (out.empty() ? "" : ", ") + name + " = " + shown(name == "t" ? t : length.from_si(x[name[0] - 'x']));
  return out;
}

}  // namespace

double Formula::checked(double value, const Vec3<double>& x, double t) const {
  const double si = conversion(unit, units).in_si(value);
  if (std::isfinite(si) && allowed.contains(si)) return si;
  const std::string_view name = units == UnitSystem::Si ? unit.si : unit.cgs;
  const std::string note = name.empty() ? "" : " [" + std::string(name) + "]";
  const std::string needed = std::isfinite(si) ? allowed.requirement(to_si(unit, units)) : "must be finite";
  throw InputError(where + ": " + subject + " " + needed + note + ", but \"" + expression.text() + "\" is " +
                   shown(value) + " at " + place(*this, x, t));
}

std::vector<std::string> variable_names(Variation variation, int dimension) {
  std::vector<std::string> names;
  if (variation == Variation::Space || variation == Variation::SpaceTime) {
    names = {"x", "y"};
    if (dimension == 3) names.push_back("z");
  }
  if (variation == Variation::Time || variation == Variation::SpaceTime) names.push_back("t");
  return names;
}

Field::Field(Formula formula) {
  if (!formula.expression.is_constant()) {
    formula_ = std::make_shared<const Formula>(std::move(formula));
    return;
  }
  const std::vector<double> zeros(formula.expression.variables().size(), 0.0);
  constant_ = formula.checked(formula.expression(zeros), {}, 0);
}

Field::Evaluator::Evaluator(const Field& field) : formula_(field.formula_), constant_(field.constant_) {
  if (formula_ == nullptr) return;
  expression_.emplace(formula_->expression.evaluator());
  length_ = conversion(unit::m, formula_->units).from_si(1);
}

double Field::Evaluator::in_scene_units(const Vec3<double>& x, double t) {
  std::array<double, 4> values{};
  std::size_t count = 0;
  for (const std::string& name : formula_->expression.variables())
    values[count++] = name == "t" ? t : length_ * x[name[0] - 'x'];
  return (*expression_)({values.data(), count});
}

double Field::Evaluator::operator()(const Vec3<double>& x, double t) {
  return formula_ == nullptr ? constant_ : formula_->checked(in_scene_units(x, t), x, t);
}

double Field::Evaluator::unchecked(const Vec3<double>& x, double t) {
  return formula_ == nullptr ? constant_
                             : conversion(formula_->unit, formula_->units).in_si(in_scene_units(x, t));
}

Vec3<double> value_at(const VectorField& field, const Vec3<double>& x, double t) {
  return {field[0].at(x, t), field[1].at(x, t), field[2].at(x, t)};
}

bool is_zero(const VectorField& field) {
  return field[0].is_zero() && field[1].is_zero() && field[2].is_zero();
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/base/field.h>
#include <froth/base/values.h>

using namespace froth;

namespace {

Field field(const std::string& text, const Unit& unit, UnitSystem units, Range allowed = anything) {
  return Field({Expression(text, variable_names(Variation::SpaceTime, 3)), "a.toml:1:2", "law.key", unit,
                units, allowed});
}

std::string complaint_of(const Field& f, const Vec3<double>& x, double t) {
  try {
    f.at(x, t);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: 1 m = 100 cm, 1 Pa = 10 dyn/cm^2: in cgs, 5 x [cm] dyn/cm^2 at 0.3 m is 150 dyn/cm^2 or 15 Pa. In
// SI the same text is 1.5 Pa.
TEST_CASE("fields take and give SI, whatever the scene's units") {
  CHECK(field("5*x", unit::Pa, UnitSystem::Cgs).at({0.3, 0, 0}, 0) == doctest::Approx(15).epsilon(1e-15));
  CHECK(field("5*x", unit::Pa, UnitSystem::Si).at({0.3, 0, 0}, 0) == doctest::Approx(1.5).epsilon(1e-15));
  CHECK(field("y + 10*z + 100*t", unit::one, UnitSystem::Si).at({0, 1, 2}, 3) == 321);
  Field::Evaluator evaluator(field("1/x", unit::m_s, UnitSystem::Cgs));
  CHECK(evaluator({0.5, 0, 0}, 0) == doctest::Approx(1.0 / 50 / 100).epsilon(1e-15).scale(0));
  CHECK(!std::isfinite(evaluator.unchecked({0, 0, 0}, 0)));
  CHECK(Field(3.5).at({1, 2, 3}, 4) == 3.5);
}

// Oracle: the value and the place in the scene's own units, by hand: x = 0.5 m is 50 cm, 10 - 50 is -40.
TEST_CASE("a value that is not allowed says where it is") {
  const Field falls = field("10 - x", unit::Pa, UnitSystem::Cgs, positive);
  CHECK(falls.at({0.05, 0, 0}, 0) == doctest::Approx(0.5));
  CHECK(complaint_of(falls, {0.5, 0.25, 0}, 2) ==
        "a.toml:1:2: law.key must be positive [dyn/cm^2], but \"10 - x\" is -40 at x = 50, y = 25, z = 0, t "
        "= 2");
  const std::string root = complaint_of(field("sqrt(t - 1)", unit::one, UnitSystem::Si), {0, 0, 0}, 0.5);
  CHECK(root.find("law.key must be finite, but \"sqrt(t - 1)\" is ") != std::string::npos);
  CHECK(complaint_of(field("1/t", unit::one, UnitSystem::Si), {}, 0).find("is inf at") != std::string::npos);
}

// Oracle: the contract: what has no variables is checked at once.
TEST_CASE("formulas without variables are constants") {
  CHECK(field("2*3", unit::one, UnitSystem::Si).is_constant());
  CHECK(field("3 - 3", unit::one, UnitSystem::Si).is_zero());
  CHECK_FALSE(field("0*t", unit::one, UnitSystem::Si).is_zero());
  CHECK_THROWS_AS(field("2 - 3", unit::one, UnitSystem::Si, positive), InputError);
}

// Oracle: what was put in, at (2, 3, 0).
TEST_CASE("values are evaluated at a place") {
  const Values values = Values{}
                            .set("mu", field("x*y", unit::one, UnitSystem::Si))
                            .set("rho", 7.0)
                            .set("v", std::vector<Field>{field("x", unit::one, UnitSystem::Si), 5.0});
  CHECK(values.varying_key() == "mu");
  CHECK_THROWS_AS(values.real("mu"), InternalError);
  CHECK(values.field("rho").at({}, 0) == 7);
  const Values plain = values.evaluated_at({2, 3, 0});
  CHECK(plain.varying_key() == "");
  CHECK(plain.real("mu") == 6);
  CHECK(plain.real("rho") == 7);
  CHECK(plain.vector("v") == Vec3<double>{2, 5, 0});
}

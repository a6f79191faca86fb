// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/base/schema.h>
#include <froth/base/values.h>

namespace froth {

// Oracle: what was put in.
TEST_CASE("values give back what was set") {
  const Values values = Values{}
                            .set("mu", 3.0)
                            .set("count", 4)
                            .set("flag", true)
                            .set("word", "abc")
                            .set("plane", std::vector{1.0, 2.0})
                            .set("inner", Values{}.set("x", 1.5))
                            .set("mu", 3.5);
  CHECK(values.real("mu") == 3.5);
  CHECK(values.integer("count") == 4);
  CHECK(values.real("count") == 4.0);
  CHECK(values.boolean("flag"));
  CHECK(values.text("word") == "abc");
  CHECK(values.vector("plane") == Vec3<double>{1, 2, 0});
  CHECK(values.table("inner").real("x") == 1.5);
  CHECK(values.keys().size() == 6);
}

// Oracle: the contract: asking for what is not there is our bug.
TEST_CASE("asking for the wrong thing is an internal error") {
  const Values values = Values{}.set("mu", 3.0);
  CHECK(!values.has("lambda"));
  CHECK_THROWS_AS(values.real("lambda"), InternalError);
  CHECK_THROWS_AS(values.text("mu"), InternalError);
  CHECK_THROWS_AS(values.table("mu"), InternalError);
  CHECK_THROWS_AS(values.vector("mu"), InternalError);
  CHECK_THROWS_AS(values.chosen(), InternalError);
}

// Oracle: intervals by hand.
TEST_CASE("ranges know their ends") {
  CHECK(!positive.contains(0));
  CHECK(non_negative.contains(0));
  CHECK(range(0, 0.49).contains(0.49));
  CHECK(!range(0, 0.49).contains(0.5));
  CHECK(!anything.contains(std::numeric_limits<double>::quiet_NaN()));
  CHECK(range(0, 80).requirement() == "must be between 0 and 80");
  CHECK(positive.requirement() == "must be positive");
}

// Oracle: the contract: a schema that contradicts itself is our bug.
TEST_CASE("schemas refuse twins and defaults of the wrong type") {
  CHECK_THROWS_AS(Schema("x", "").boolean("a", "", true).boolean("a", "", true), InternalError);
  CHECK_THROWS_AS(Schema("x", "").boolean("a", "", 1.5), InternalError);
  CHECK_NOTHROW(Schema("x", "").real("a", unit::Pa, "", 3, positive));
}

}  // namespace froth

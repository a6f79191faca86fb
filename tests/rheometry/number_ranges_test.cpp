// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/rheometry/number_ranges.h>

namespace froth {

// Oracle: by hand.
TEST_CASE("numbers and ranges of them") {
  CHECK(numbers_and_ranges({"3", "0.5"}, "--rate") == std::vector<double>{3, 0.5});
  const std::vector<double> range = numbers_and_ranges({"0.01:100"}, "--rate");
  REQUIRE(range.size() == 21);
  CHECK(range.front() == 0.01);
  CHECK(range[10] == doctest::Approx(1));
  CHECK(range.back() == 100);
  for (const char* word : {"fast", "1:", ":2", "2:1", "0:3", "-1:3", "1:1", "1:2:3", "1:inf", "nan:2"})
    CHECK_THROWS_AS(numbers_and_ranges({word}, "--rate"), InputError);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include <froth/base/random.h>
#include <froth/base/suggest.h>

namespace froth {

// Oracle: distances counted by hand.
TEST_CASE("edit distance counts typing mistakes") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("form", "from") == 1);
  CHECK(edit_distance("frictionangle", "friction_angle") == 1);
}

// Oracle: a metric-like quantity: symmetric, zero only for equal words, changed by at most one by one letter.
TEST_CASE("edit distance is symmetric and moves by one letter at a time") {
  const auto word = [](std::uint64_t n) {
    std::string w;
    for (std::uint32_t k = 0; k < 1 + n % 7; ++k)
      w += static_cast<char>('a' + static_cast<int>(uniform4({5, Purpose::Test}, n, 0, k)[0] * 3));
    return w;
  };
  for (std::uint64_t n = 0; n < 200; ++n) {
    const std::string a = word(n), b = word(n + 1000);
    CHECK(edit_distance(a, b) == edit_distance(b, a));
    CHECK((edit_distance(a, b) == 0) == (a == b));
    CHECK(std::abs(edit_distance(a + "z", b) - edit_distance(a, b)) <= 1);
  }
}

// Oracle: a person's judgement of which words are near.
TEST_CASE("only close words are suggested") {
  const std::vector<std::string> known = {"density", "model", "friction_angle", "dt"};
  CHECK(suggestion("denisty", known) == "; did you mean \"density\"?");
  CHECK(suggestion("d", known) == "; did you mean \"dt\"?");
  CHECK(suggestion("viscosity", known) == "");
  CHECK(suggestion("xy", known) == "");
  CHECK(suggestion(std::string(100000, 'x'), known) == "");
}

}  // namespace froth

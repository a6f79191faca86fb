// SPDX-License-Identifier: Apache-2.0
// The table [definitions]: what its names stand for, and every way to get it wrong.
#include "broken_rows.h"

#include <cmath>
#include <fmt/format.h>

namespace froth {

namespace {

/// The sample with definitions and a force before its quality levels; the first line of `definitions` is 47.
std::string with(const std::string& definitions, const std::string& force = "[0, 0, 0]") {
  return sample_with("[quality.smoke]", "[definitions]\n" + definitions +
                                            "\n[[forces]]\nacceleration = " + force + "\n[quality.smoke]");
}

Broken broken(const std::string& definitions, const char* place, std::vector<std::string> words) {
  return {"[quality.smoke]", "[definitions]\n" + definitions + "\n[quality.smoke]", place, std::move(words)};
}

}  // namespace

// Oracle: the formulas, written out in C++. Definitions count in parentheses, in any order, in numbers of
// time, of place and of both; e of 1e-1 and names that contain a defined one are left alone.
TEST_CASE("definitions stand for their terms") {
  const Scene scene =
      read_sample(with("sum = \"a + 2*b\"\na = 3\nb = \"swing - 0.5\"\nswing = \"sin(t)\"\n"
                       "e1 = \"x*y\"\nhalf = 1e-1",
                       "[\"2*sum\", \"sum^2 + 1e1*half\", \"e1*swing + a\"]"));
  const double s = std::sin(0.7), sum = 3 + 2 * (s - 0.5);
  const Vec3<double> got = value_at(scene.forces[0].acceleration, {0.2, 0.4, 0}, 0.7);
  CHECK(got[0] == doctest::Approx(2 * sum).epsilon(1e-14));
  CHECK(got[1] == doctest::Approx(sum * sum + 1).epsilon(1e-14));
  CHECK(got[2] == doctest::Approx(0.08 * s + 3).epsilon(1e-14));
  // The resolved scene keeps the names, and reads back as itself.
  CHECK(scene.resolved_text.find("swing = \"sin(t)\"") != std::string::npos);
  const Scene again = read_sample(scene.resolved_text);
  CHECK(again.resolved_text == scene.resolved_text);
  CHECK(norm(value_at(again.forces[0].acceleration, {0.2, 0.4, 0}, 0.7) - got) == 0);
}

// Oracle: a number is one wherever it is written.
TEST_CASE("a definition without variables is a number") {
  const Scene scene = read_sample(sample_with("youngs_modulus = 1e4", "youngs_modulus = \"2*stiff\"") +
                                  "\n[definitions]\nstiff = \"10^4\"\n");
  CHECK(scene.materials[1].law.real("youngs_modulus") == 2e4);
  ReadOptions options;
  options.overrides = {"definitions.stiff=3"};
  const Scene changed = read_sample(sample_with("youngs_modulus = 1e4", "youngs_modulus = \"2*stiff\"") +
                                        "\n[definitions]\nstiff = \"10^4\"\n",
                                    options);
  CHECK(changed.materials[1].law.real("youngs_modulus") == 6);
}

// Oracle: places counted by hand in the sample; characters of an expression count from one.
TEST_CASE("definitions that make no sense") {
  check_all({
      broken("a = \"b\"\nb = \"c + 1\"\nc = \"2*a\"", "49:5",
             {"definitions.c uses itself: a -> b -> c -> a"}),
      broken("a = \"1 + a\"", "47:5", {"definitions.a uses itself: a -> a"}),
      broken("x = 3", "47:1", {"\"x\" is a variable of every expression already"}),
      broken("e = 3", "47:1", {"\"e\" is a constant"}),
      broken("sin = 3", "47:1", {"\"sin\" is a function"}),
      broken("\"two words\" = 3", "47:1", {"\"two words\" cannot be a name"}),
      broken("2a = 3", "47:1", {"\"2a\" cannot be a name"}),
      broken("a = true", "47:5", {"definitions.a needs a number or an expression in quotes, not true"}),
      broken("a = [1]", "47:5", {"definitions.a needs a number or an expression"}),
      broken("a = \"2*(x\"", "47:5", {"definitions.a", "missing parenthesis"}),
      broken("swing = 1\na = \"2*swin\"", "48:5",
             {"definitions.a", "\"swin\" at character 3", "did you mean \"swing\"?"}),
      {"[quality.smoke]", "[[definitions]]\na = 1\n[quality.smoke]", "46:1", {"definitions needs a table"}},
  });
}

// Oracle: places counted by hand. A key that may vary in place only has no use for a term of time.
TEST_CASE("expressions that use definitions wrongly") {
  const std::string tail = "\n[definitions]\nswing = \"sin(t)\"\nslope = \"2*x\"\n";
  const auto says = [&](const std::string& from, const std::string& to) {
    return complaint(sample_with(from, to) + tail);
  };
  const std::string young = says("youngs_modulus = 1e4", "youngs_modulus = \"1e4 + swing\"");
  CHECK(young.rfind("sample.toml:27:18: materials.jelly.youngs_modulus", 0) == 0);
  CHECK(young.find("\"swing\" depends on t, which this number may not") != std::string::npos);
  const std::string typo = says("youngs_modulus = 1e4", "youngs_modulus = \"1e4 * slop\"");
  CHECK(typo.find("\"slop\" at character 7") != std::string::npos);
  CHECK(typo.find("did you mean \"slope\"?") != std::string::npos);
  CHECK(says("youngs_modulus = 1e4", "youngs_modulus = \"1e4 + slope\"").empty());
}

// Oracle: the contract: a scene cannot make the reader run out of memory. Forty doublings would.
TEST_CASE("definitions that grow without end") {
  std::string text = "a0 = \"x + 1\"\n";
  for (int n = 1; n <= 40; ++n) text += fmt::format("a{} = \"a{} + a{}\"\n", n, n - 1, n - 1);
  CHECK(complaint(with(text)).find("more than 20000 characters") != std::string::npos);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {
/// Separation of the two particles of [Fei2021], Fig. 3, after each of `steps`, nodes at integers, no forces.
std::vector<double> separations(const std::string& scheme, double ratio, double dt,
                                const std::vector<int>& steps) {
  MpmSettings<2> set = settings<2>(1.0, scheme);
  if (ratio > 0) set.scheme.flip_ratio = ratio;
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "pair", no_stress<double>(), 1,
           {{0, {-0.1, 0}, {-1, 0}, {}, 1}, {1, {0.1, 0}, {1, 0}, {}, 1}});
  set_separation_ratio(solver.state(), 0, 1);  // as grains: they open from the first step on
  std::vector<double> result;
  int taken = 0;
  for (const int n : steps) {
    for (; taken < n; ++taken) REQUIRE(solver.advance(taken * dt, dt).ok());
    const auto x = solver.positions(0);
    result.push_back(std::abs(x[0][0] - x[1][0]));
  }
  return result;
}
}  // namespace

// Oracle: a separate 40-line program in another language, run once; its table of separations for dt = 0.01
// after 1, 10, 100, 300 and 1000 steps, eight digits. The first PIC velocity is exactly 1/26.
TEST_CASE("two particles that part, scheme by scheme") {
  struct Row {
    const char* scheme;
    double ratio;
    std::vector<double> expected;
  };
  const std::vector<Row> rows = {
      {"pic", 0, {.20076923, .20080024, .20080024, .20080024, .20080024}},
      {"apic", 0, {.20076923, .20782140, .29254463, .59983745, 2.80112561}},
      {"flip", .99, {.20076923, .20760993, .26487145, .31985150, .33281851}},
      {"flip", .995, {.20076923, .20778075, .28597125, .48739511, .89477365}},
      {"flip", 1, {.20076923, .20795624, .31964930, 1.76547292, 15.67456069}},
      {"nflip", .99, {.21980769, .38998483, 1.65049395, 3.81374610, 11.27751804}},
      {"nflip", .995, {.21990385, .39492506, 1.90891893, 4.98133107, 15.71809916}},
      {"nflip", 1, {.22, .4, 2.2, 6.2, 20.2}},
      {"sflip", .99, {.21980769, .38998483, 1.65049395, 3.81374610, 11.27751804}},
      {"sflip", .995, {.21990385, .39492506, 1.90891893, 4.98133107, 15.71809916}},
      {"aflip", .99, {.20076923, .24059382, 1.88313829, 5.57481594, 18.49189975}},
      {"aflip", .995, {.20076923, .24121889, 1.95575254, 5.79665444, 19.23598483}},
      {"asflip", .99, {.21980769, .39168730, 2.09011314, 5.88443594, 19.16502347}},
      {"asflip", .995, {.21990385, .39579660, 2.14423260, 6.03958623, 19.67351203}},
  };
  for (const Row& row : rows) {
    const std::vector<double> found = separations(row.scheme, row.ratio, 0.01, {1, 10, 100, 300, 1000});
    CAPTURE(row.scheme);
    CAPTURE(row.ratio);
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(std::abs(found[k] - row.expected[k]) < 1e-8);
  }
  // A third of that step, where NFLIP with 0.99 does not come free any more and ASFLIP does.
  const std::vector<Row> slower = {
      {"apic", 0, {.22871294, .29822735, .70760304, 2.98920817}},
      {"flip", 1, {.23085041, .32970857, 2.69690985, 16.69570094}},
      {"nflip", .99, {.66414946, 1.01741661, 1.22675859, 1.23988046}},
      {"sflip", .995, {.76792634, 1.50984832, 3.26195187, 8.00114089}},
      {"aflip", .99, {.75917220, 2.03495305, 6.49496966, 19.23738498}},
      {"asflip", .99, {.84214624, 2.14137775, 6.69826964, 19.71832668}},
  };
  for (const Row& row : slower) {
    const std::vector<double> found = separations(row.scheme, row.ratio, 0.0035, {100, 300, 1000, 3000});
    CAPTURE(row.scheme);
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(std::abs(found[k] - row.expected[k]) < 1e-8);
  }
  CHECK(std::abs(separations("pic", 0, 1e-6, {1})[0] - 0.2 - 2e-6 / 26) < 1e-15);
}

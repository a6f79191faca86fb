// SPDX-License-Identifier: Apache-2.0
// Oracle: one sentence that names the particle and the numbers, for every input that has no plan.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include <froth/base/error.h>
#include <froth/power/transport_plan.h>

using namespace froth;

namespace {

/// What solving for three particles says.
std::string complaint(std::vector<double> volume, const PlanSettings& settings,
                      const SolidDistance<2>* solids = nullptr) {
  const std::vector<Vec<2, double>> x = {{0.5, 0.5}, {1.5, 0.5}, {0.5, 1.5}};
  std::vector<double> scaling(3, 0);
  TransportPlan<2, double> plan(settings);
  try {
    plan.solve(x, volume, scaling, solids);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a particle without volume is named") {
  for (const double V : {0.0, -0.25, std::numeric_limits<double>::quiet_NaN()}) {
    const std::string said = complaint({0.1, 0.1, V}, {.cell = 0.1});
    CHECK(has(said, "particle 2 has a volume of"));
    CHECK(has(said, "needs a positive volume"));
  }
  CHECK(has(complaint({0.1, -0.25, 0.1}, {.cell = 0.1}), "-0.25"));
}

TEST_CASE("particles are called by the names that they have") {
  const std::vector<std::uint64_t> id = {7, 40, 41};
  const std::vector<Vec<2, double>> x = {{0.5, 0.5}, {1.5, 0.5}, {0.5, 1.5}};
  std::vector<double> scaling(3, 0);
  TransportPlan<2, double> plan({.cell = 0.1});
  plan.name_particles(id);
  CHECK_THROWS_WITH_AS(plan.solve(x, std::vector<double>{0.1, 0, 0.1}, scaling),
                       doctest::Contains("particle 40 has a volume of 0"), InputError);
  CHECK_THROWS_WITH_AS(plan.solve(x, std::vector<double>{0.1, 0.1, 0.001}, scaling),
                       doctest::Contains("particle 41 is"), InputError);
}

TEST_CASE("a t-grid coarser than the smallest particle is refused") {
  // A disc of 0.007854 is 0.1 wide.
  const std::string said = complaint({0.5, 0.0078539816, 0.5}, {.cell = 0.2});
  CHECK(has(said, "particle 1 is 0.1 m wide, less than a cell of the t-grid (0.2 m)"));
  CHECK(has(said, "at most 0.1 m"));
  CHECK(complaint({0.5, 0.0078539816, 0.5}, {.cell = 0.099}).empty());
}

TEST_CASE("a t-grid too fine for the cut-off of Eq. (26) is refused") {
  // A disc of 3.1415927 has radius 1: five cells of 0.2.
  const std::string said = complaint({3.2, 3.2, 3.1415927}, {.cell = 0.2, .spread = Spread::RadiusRatio});
  CHECK(has(said, "the smallest particle, 2, has a radius of 1 m, 5 t-cells of 0.2 m"));
  CHECK(complaint({3.2, 3.2, 3.1415927}, {.cell = 0.25, .spread = Spread::RadiusRatio}).empty());
}

TEST_CASE("volumes that do not fit the container are refused") {
  const auto box = [](const Vec<2, double>& x) { return std::min({x[0], 2 - x[0], x[1], 2 - x[1]}); };
  const SolidDistance<2> solids(box);
  const std::string said = complaint({1.0, 2.5, 1.0}, {.cell = 0.1}, &solids);
  CHECK(has(said, "the particles have a volume of 4.5 but the cells within their reach hold"));
  CHECK(has(said, "particle 1, has 2.5"));
  CHECK(complaint({1.0, 1.5, 1.0}, {.cell = 0.1, .max_iterations = 5}, &solids).empty());
}

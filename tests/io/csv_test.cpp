// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/io/csv.h>

namespace froth {

namespace {

std::vector<std::vector<std::string>> cells_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line, cell; std::getline(lines, line);) {
    rows.emplace_back();
    for (std::istringstream parts(line); std::getline(parts, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

}  // namespace

// Oracle: a table written by hand.
TEST_CASE("a small cloud is the table that one would write by hand") {
  PointCloud cloud;
  cloud.properties = {{"x", NumberType::Float, {1.5, double(0.1f)}},
                      {"y", NumberType::Double, {0.1, -2}},
                      {"id", NumberType::UInt, {7, 4294967295.0}},
                      {"n", NumberType::Int, {-3, 0}},
                      {"q", NumberType::Float, {-std::nan(""), 1e-30f}}};
  CHECK(to_csv(cloud) == "x,y,id,n,q\n1.5,0.1,7,-3,nan\n0.1,-2,4294967295,0,1e-30\n");
  for (PointProperty& p : cloud.properties) p.values.clear();
  CHECK(to_csv(cloud) == "x,y,id,n,q\n");
}

// Oracle: the C library reads the digits back to the same bits, over all magnitudes.
TEST_CASE("numbers come back unchanged") {
  PointCloud cloud;
  cloud.properties = {{"f", NumberType::Float, {}}, {"d", NumberType::Double, {}}};
  for (std::uint32_t k = 0; k < 50000; ++k) {  // more rows than one task writes
    const Vec<4, double> u = uniform4({6, Purpose::Test}, k, 0, 0);
    cloud.properties[0].values.push_back(double(float((u[0] - 0.5) * std::pow(10.0, 70 * u[1] - 35))));
    cloud.properties[1].values.push_back((u[2] - 0.5) * std::pow(10.0, 600 * u[3] - 300));
  }
  cloud.properties[0].values.set(0, double(std::numeric_limits<float>::denorm_min()));
  cloud.properties[1].values.set(0, std::numeric_limits<double>::denorm_min());
  const auto rows = cells_of(to_csv(cloud));
  REQUIRE(rows.size() == cloud.count() + 1);
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < cloud.count(); ++k) {
    wrong += double(std::strtof(rows[k + 1][0].c_str(), nullptr)) != cloud.properties[0].values[k];
    wrong += std::strtod(rows[k + 1][1].c_str(), nullptr) != cloud.properties[1].values[k];
  }
  CHECK(wrong == 0);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The layout of a .vtp file. That VTK itself reads whole runs is tested by read_back.py.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include <froth/io/vtp.h>

namespace froth {

namespace {

template <class T>
T at(const std::string& text, std::size_t place) {
  T value;
  REQUIRE(place + sizeof(T) <= text.size());
  std::memcpy(&value, text.data() + place, sizeof(T));
  return value;
}

/// The numbers of an array, found as the format says: by its offset behind the underscore.
template <class T>
std::vector<T> array_of(const std::string& file, const std::string& type, const std::string& name) {
  const std::size_t line = file.find("<DataArray type=\"" + type + "\" Name=\"" + name + "\"");
  REQUIRE(line != std::string::npos);
  const std::string key = "offset=\"", mark = "encoding=\"raw\">\n_";
  const std::size_t offset = std::stoul(file.substr(file.find(key, line) + key.size()));
  const std::size_t start = file.find(mark) + mark.size() + offset;
  std::vector<T> values(std::size_t(at<std::uint64_t>(file, start)) / sizeof(T));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = at<T>(file, start + 8 + k * sizeof(T));
  return values;
}

PointCloud two_points() {
  PointCloud cloud;
  cloud.properties = {{"x", NumberType::Float, {1, 2}},
                      {"y", NumberType::Float, {3, 4}},
                      {"z", NumberType::Float, {5, 6}},
                      {"vx", NumberType::Float, {-1, -2}},
                      {"vy", NumberType::Float, {-3, -4}},
                      {"vz", NumberType::Float, {-5, -6}},
                      {"id", NumberType::UInt, {0, 4294967295.0}},
                      {"body", NumberType::Int, {0, -1}},
                      {"s", NumberType::Double, {0.1, std::nan("")}}};
  return cloud;
}

}  // namespace

// Oracle: the VTK file format: arrays at their offsets, each behind its length; numbers by hand.
TEST_CASE("arrays stand where the header says") {
  const std::string file = to_vtp(two_points(), 0.25);
  CHECK(array_of<float>(file, "Float32", "Points") == std::vector<float>{1, 3, 5, 2, 4, 6});
  CHECK(array_of<float>(file, "Float32", "velocity") == std::vector<float>{-1, -3, -5, -2, -4, -6});
  CHECK(array_of<std::uint32_t>(file, "UInt32", "id") == std::vector<std::uint32_t>{0, 4294967295u});
  CHECK(array_of<std::int32_t>(file, "Int32", "body") == std::vector<std::int32_t>{0, -1});
  CHECK(array_of<std::int64_t>(file, "Int64", "connectivity") == std::vector<std::int64_t>{0, 1});
  CHECK(array_of<std::int64_t>(file, "Int64", "offsets") == std::vector<std::int64_t>{1, 2});
  const std::vector<double> s = array_of<double>(file, "Float64", "s");
  CHECK((s.size() == 2 && s[0] == 0.1 && std::isnan(s[1])));
  CHECK(file.find("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.25<") != std::string::npos);
  CHECK(file.find("Name=\"vx\"") == std::string::npos);
}

// Oracle: the VTK file format by hand: ends of cells in their list of points, cell arrays over vertices,
// lines and polygons in this order.
TEST_CASE("edges are lines and faces are polygons") {
  PointCloud cloud = two_points();
  cloud.edges = {{{1, 0}, {0, 1}}, {7, 8}};
  cloud.faces.add(std::array<std::uint32_t, 3>{1, 0, 1}, 5, -1);
  cloud.faces.add(std::array<std::uint32_t, 4>{0, 1, 1, 0}, 6, 9);
  const std::string file = to_vtp(cloud, 0);
  CHECK(file.find("NumberOfPoints=\"2\" NumberOfVerts=\"2\" NumberOfLines=\"2\" NumberOfPolys=\"2\"") !=
        std::string::npos);
  const std::string cells = file.substr(file.find("<CellData>")), lines = file.substr(file.find("<Lines>")),
                    faces = file.substr(file.find("<Polys>"));
  using Whole = std::vector<std::int64_t>;
  CHECK(array_of<std::int32_t>(cells, "Int32", "body") == std::vector<std::int32_t>{0, -1, 7, 8, 5, 6});
  CHECK(array_of<std::int32_t>(cells, "Int32", "cell") == std::vector<std::int32_t>{-1, -1, -1, -1, -1, 9});
  CHECK(array_of<std::int64_t>(lines, "Int64", "connectivity") == Whole{1, 0, 0, 1});
  CHECK(array_of<std::int64_t>(lines, "Int64", "offsets") == Whole{2, 4});
  CHECK(array_of<std::int64_t>(faces, "Int64", "connectivity") == Whole{1, 0, 1, 0, 1, 1, 0});
  CHECK(array_of<std::int64_t>(faces, "Int64", "offsets") == Whole{3, 7});
}

// Oracle: a frame without particles is a frame all the same.
TEST_CASE("no points make a file with empty arrays") {
  PointCloud none = two_points();
  for (PointProperty& p : none.properties) p.values.clear();
  const std::string file = to_vtp(none, 0);
  CHECK(file.find("NumberOfPoints=\"0\" NumberOfVerts=\"0\"") != std::string::npos);
  CHECK(array_of<float>(file, "Float32", "Points").empty());
}

}  // namespace froth

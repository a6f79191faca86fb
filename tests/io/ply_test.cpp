// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/io/ply.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

PointCloud small_cloud() {
  PointCloud cloud;
  cloud.stamp = FrameStamp{0, 0};
  cloud.properties = {{"x", NumberType::Float, {1.5, -2}}, {"n", NumberType::Int, {-3, 7}}};
  return cloud;
}

/// Whether a text is refused in the way that a user's file must be: an InputError that begins with its name.
bool is_refused(const std::string& content) {
  try {
    parse_ply(content, "cloud.ply");
  } catch (const InputError& error) {
    return std::string(error.what()).rfind("cloud.ply: ", 0) == 0;
  }
  return false;
}

}  // namespace

// Oracle: the PLY format, written out by hand: header text, then rows of little-endian values without
// padding.
TEST_CASE("a small cloud has the bytes that the format says") {
  const std::string header =
      "ply\nformat binary_little_endian 1.0\ncomment froth frame 0 time 0\nelement vertex 2\n"
      "property float x\nproperty int n\nend_header\n";
  const unsigned char rows[] = {0x00, 0x00, 0xc0, 0x3f, 0xfd, 0xff, 0xff, 0xff,   // 1.5f, -3
                                0x00, 0x00, 0x00, 0xc0, 0x07, 0x00, 0x00, 0x00};  // -2.0f, 7
  CHECK(to_ply(small_cloud()) == header + std::string(reinterpret_cast<const char*>(rows), sizeof(rows)));
}

// Oracle: round trip; every value is one that its type holds exactly, the ends of its range among them.
TEST_CASE("all types survive a round trip") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  PointCloud cloud;
  cloud.properties = {
      {"a", NumberType::UChar, {0, 255, 17, 1}},
      {"b", NumberType::Int, {-2147483648.0, 2147483647.0, 0, -1}},
      {"c", NumberType::UInt, {0, 4294967295.0, 1, 2}},
      {"d",
       NumberType::Float,
       {double(0.1f), -infinity, double(std::numeric_limits<float>::denorm_min()), -0.0}},
      {"e", NumberType::Double, {0.1, std::numeric_limits<double>::denorm_min(), infinity, -1e308}}};
  const PointCloud again = parse_ply(to_ply(cloud), "cloud.ply");
  REQUIRE(again.properties.size() == cloud.properties.size());
  CHECK(again.count() == 4);
  for (std::size_t k = 0; k < cloud.properties.size(); ++k) {
    CHECK(again.properties[k].name == cloud.properties[k].name);
    CHECK(again.properties[k].type() == cloud.properties[k].type());
    CHECK(again.properties[k].values == cloud.properties[k].values);
  }
  CHECK(again.find("e") == &again.properties[4]);
  CHECK(again.find("f") == nullptr);
}

// Oracle: not-a-number marks an attribute that a body does not have, so it must come back as one.
TEST_CASE("not-a-number survives a round trip") {
  PointCloud cloud;
  cloud.properties = {{"q", NumberType::Float, {std::nan("")}}, {"r", NumberType::Double, {std::nan("")}}};
  const PointCloud again = parse_ply(to_ply(cloud), "cloud.ply");
  CHECK(std::isnan(again.properties[0].values[0]));
  CHECK(std::isnan(again.properties[1].values[0]));
}

// Oracle: a header by another hand, with the other names of the types and several comments.
TEST_CASE("a header of another program is understood") {
  std::string text =
      "ply\nformat binary_little_endian 1.0\ncomment made by hand\nobj_info none\nelement vertex 1\n"
      "property float64 x\nproperty uint8 red\nproperty int32 k\nproperty uint32 id\nproperty float32 "
      "w\nend_header\n";
  const double x = -0.75;
  const std::int32_t k = -9;
  const std::uint32_t id = 4000000000u;
  const float w = 0.5f;
  const auto add = [&](const auto& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  add(x), add(static_cast<unsigned char>(200)), add(k), add(id), add(w);
  const PointCloud cloud = parse_ply(text, "cloud.ply");
  REQUIRE(cloud.properties.size() == 5);
  const double expected[] = {-0.75, 200, -9, 4000000000.0, 0.5};
  for (std::size_t p = 0; p < 5; ++p) {
    CHECK(cloud.count() == 1);
    CHECK(cloud.properties[p].values[0] == expected[p]);
  }
}

// Oracle: round trip of the odd cases: quotes, line breaks and letters beyond ASCII in names, a body without
// a law, a unit of several words, numbers of which every bit counts.
TEST_CASE("what a frame says of itself survives a round trip") {
  PointCloud cloud = small_cloud();
  cloud.stamp = FrameStamp{7, 0.1 + 0.2};
  cloud.dimension = 2;
  cloud.bodies = {{"a \"block\"\nof \u00e4", "neo_hookean"}, {"", ""}, {"jelly cube", "x"}};
  cloud.properties[0].unit = "kg m/s";
  cloud.colliders = {{"floor", {}}, {"the jaw", {}}};
  cloud.colliders[1].pose.turn = rotation({0, 0, 1}, 1.0 / 3);
  cloud.colliders[1].pose.pivot = {0.1, -0.0, 1e-300};
  cloud.colliders[1].pose.shift = {1.0 / 7, 2.0 / 3, -1e300};
  const PointCloud again = parse_ply(to_ply(cloud), "cloud.ply");
  REQUIRE(again.stamp);
  CHECK(again.stamp->frame == 7);
  CHECK(again.stamp->time == 0.1 + 0.2);
  CHECK(again.dimension == 2);
  REQUIRE(again.bodies.size() == 3);
  for (std::size_t b = 0; b < 3; ++b) {
    CHECK(again.bodies[b].name == cloud.bodies[b].name);
    CHECK(again.bodies[b].law == cloud.bodies[b].law);
  }
  CHECK(again.properties[0].unit == "kg m/s");
  CHECK(again.properties[1].unit == "");
  REQUIRE(again.colliders.size() == 2);
  const Pose &pose = again.colliders[1].pose, &wanted = cloud.colliders[1].pose;
  CHECK(again.colliders[1].name == "the jaw");
  CHECK(std::memcmp(&pose.turn, &wanted.turn, sizeof(pose.turn)) == 0);
  CHECK(std::memcmp(&pose.pivot, &wanted.pivot, sizeof(pose.pivot)) == 0);
  CHECK(std::memcmp(&pose.shift, &wanted.shift, sizeof(pose.shift)) == 0);
}

// Oracle: comments by hand that look like ours and are not; the file is a file all the same.
TEST_CASE("comments of other programs are passed over") {
  const std::string rows(16, '\0');
  PointCloud cloud = parse_ply(
      "ply\nformat binary_little_endian 1.0\ncomment froth frame x time 1\ncomment dimension 4\ncomment\n"
      "comment body 1 law a name \"second first\"\ncomment body 0 law a name unquoted\ncomment collider 0 "
      "pose 1 2\n"
      "comment body of evidence\ncomment unit y m\ncomment made by hand\nelement vertex 2\nproperty float x\n"
      "property int n\nend_header\n" +
          rows,
      "cloud.ply");
  CHECK(cloud.count() == 2);
  CHECK_FALSE(cloud.stamp);
  CHECK(cloud.dimension == 0);
  CHECK(cloud.bodies.empty());
  CHECK(cloud.colliders.empty());
  CHECK(cloud.properties[0].unit == "");
}

// Oracle: the PLY format by hand: faces behind the points, a byte for the number of corners, then edges.
TEST_CASE("faces and edges stand behind the points") {
  PointCloud cloud = small_cloud();
  cloud.faces.add(std::array<std::uint32_t, 3>{1, 0, 1}, 5, -1);
  cloud.faces.add(std::array<std::uint32_t, 4>{0, 1, 1, 0}, 6, 9);
  cloud.edges = {{{1, 0}}, {4}};
  const std::string file = to_ply(cloud);
  CHECK(file.find(
            "element face 2\nproperty list uchar int vertex_indices\nproperty int body\nproperty int cell\n"
            "element edge 1\nproperty int vertex1\nproperty int vertex2\nproperty int body\nend_header\n") !=
        std::string::npos);
  const unsigned char rows[] = {3, 1, 0, 0, 0,    0,    0,    0,    0, 1, 0, 0, 0,  // a triangle
                                5, 0, 0, 0, 0xff, 0xff, 0xff, 0xff,                 // of body 5, no cell
                                4, 0, 0, 0, 0,    1,    0,    0,    0, 1, 0, 0, 0,
                                0, 0, 0, 0,                                       // a quadrilateral
                                6, 0, 0, 0, 9,    0,    0,    0,                  // of body 6, cell 9
                                1, 0, 0, 0, 0,    0,    0,    0,    4, 0, 0, 0};  // an edge of body 4
  CHECK(file.ends_with(std::string(reinterpret_cast<const char*>(rows), sizeof(rows))));
  const PointCloud again = parse_ply(file, "cloud.ply");
  CHECK(again.faces.corner == cloud.faces.corner);
  CHECK(again.faces.end == cloud.faces.end);
  CHECK(again.faces.body == cloud.faces.body);
  CHECK(again.faces.cell == cloud.faces.cell);
  CHECK(again.edges.points == cloud.edges.points);
  CHECK(again.edges.body == cloud.edges.body);
  for (std::size_t size = 0; size < file.size(); ++size) CHECK(is_refused(file.substr(0, size)));
  std::string lost = file;  // the last edge begins at a point that is not there
  lost[file.size() - 12] = 2;
  CHECK(is_refused(lost));
}

// Oracle: the file on disk against the bytes in memory, with more rows than are written at a time.
TEST_CASE("a file is written in pieces as it is in memory") {
  const TemporaryFolder folder;
  PointCloud cloud = small_cloud();
  for (PointProperty& p : cloud.properties)
    for (int k = 0; k < 100000; ++k) p.values.push_back(k % 1000);
  write_ply(folder / "cloud.ply", cloud);
  CHECK(slurp(folder / "cloud.ply") == to_ply(cloud));
  CHECK(read_ply(folder / "cloud.ply").properties[1].values == cloud.properties[1].values);
  const PointCloud header = read_ply_header(folder / "cloud.ply");
  CHECK(header.stamp.has_value());
  CHECK(header.count() == 0);
  CHECK(header.find("n") != nullptr);
}

// Oracle: no proper part of a file is a file; each is refused by name, none crashes.
TEST_CASE("a file cut at any byte is refused") {
  const std::string whole = to_ply(small_cloud());
  CHECK_NOTHROW(parse_ply(whole, "cloud.ply"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(is_refused(whole.substr(0, size)));
  }
}

// Oracle: the format's rules, each broken once by hand.
TEST_CASE("malformed files are refused") {
  const std::string start = "ply\nformat binary_little_endian 1.0\n", end = "end_header\n", data(64, '\0');
  for (const std::string& text :
       {std::string("solid cube\n"),
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n" + end + "1.0\n",
        "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty float x\n" + end + data,
        start + "element vertex 1\nproperty real x\n" + end + data,
        start + "element vertex 1\nproperty list uchar int x\n" + end + data,
        start + "element vertex 1\nproperty float x\nelement face 1\nproperty int k\n" + end + data,
        start + "element vertex 1\nproperty float x\nelement face 1\nproperty list int int vertex_indices\n" +
            end + data,
        start + "element vertex 1\nproperty float x\nelement edge 1\nproperty int vertex1\n" + end + data,
        start + "element vertex 1\nproperty float x\nelement tristrips 1\nproperty int k\n" + end + data,
        start + "element vertex 1\nproperty float x\nelement vertex 1\nproperty float y\n" + end + data,
        start + "element vertex 99999999999999\nproperty float x\n" + end + data,
        start + "element vertex 99999999999999999999999\nproperty float x\n" + end + data,
        start + "element vertex -1\nproperty float x\n" + end + data,
        start + "element vertex many\nproperty float x\n" + end + data,
        start + "property float x\n" + end + data, start + "element vertex 1\n" + end + data}) {
    CAPTURE(text.substr(0, text.find('\0')));
    CHECK(is_refused(text));
  }
}

// Oracle: none; a spoiled file may still be a file, but it must never end in anything but a cloud or an
// InputError.
TEST_CASE("a file with spoiled bytes never crashes the reader") {
  const std::string whole = to_ply(small_cloud());
  for (std::uint32_t k = 0; k < 2000; ++k) {
    const Vec<4, double> u = uniform4({5, Purpose::Test}, k, 0, 0);
    std::string spoiled = whole;
    spoiled[std::size_t(u[0] * double(whole.size()))] = static_cast<char>(int(256 * u[1]));
    spoiled[std::size_t(u[2] * double(whole.size()))] = static_cast<char>(int(256 * u[3]));
    try {
      const PointCloud cloud = parse_ply(spoiled, "cloud.ply");
      for (const PointProperty& p : cloud.properties) CHECK(p.values.size() == cloud.count());
    } catch (const InputError&) {}
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/io/ply.h>

namespace froth {

namespace {

PointCloud small_cloud() {
  PointCloud cloud;
  cloud.comments = {"froth frame 0 time 0"};
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
    CHECK(again.properties[k].type == cloud.properties[k].type);
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
  for (std::size_t p = 0; p < 5; ++p) CHECK(cloud.properties[p].values == std::vector<double>{expected[p]});
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

// SPDX-License-Identifier: Apache-2.0
#include <froth/io/ply.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <sstream>

#include <froth/base/error.h>

namespace froth {

static_assert(std::endian::native == std::endian::little, "PLY files are written in the machine's own order");

namespace {

struct TypeInfo {
  NumberType type;
  std::string_view name, alias;
  std::size_t bytes;
};
constexpr std::array<TypeInfo, 5> kTypes = {{{NumberType::UChar, "uchar", "uint8", 1},
                                             {NumberType::Int, "int", "int32", 4},
                                             {NumberType::UInt, "uint", "uint32", 4},
                                             {NumberType::Float, "float", "float32", 4},
                                             {NumberType::Double, "double", "float64", 8}}};

const TypeInfo& info(NumberType type) {
  for (const TypeInfo& t : kTypes)
    if (t.type == type) return t;
  throw InternalError("a PLY type without a name");
}

template <class T>
void put(char*& at, double value) {
  const T number = static_cast<T>(value);
  std::memcpy(at, &number, sizeof(T));
  at += sizeof(T);
}
template <class T>
double take(const char*& at) {
  T number;
  std::memcpy(&number, at, sizeof(T));
  at += sizeof(T);
  return static_cast<double>(number);
}

void put_value(char*& at, NumberType type, double value) {
  switch (type) {
    case NumberType::UChar: return put<std::uint8_t>(at, value);
    case NumberType::Int: return put<std::int32_t>(at, value);
    case NumberType::UInt: return put<std::uint32_t>(at, value);
    case NumberType::Float: return put<float>(at, value);
    case NumberType::Double: return put<double>(at, value);
  }
}
double take_value(const char*& at, NumberType type) {
  switch (type) {
    case NumberType::UChar: return take<std::uint8_t>(at);
    case NumberType::Int: return take<std::int32_t>(at);
    case NumberType::UInt: return take<std::uint32_t>(at);
    case NumberType::Float: return take<float>(at);
    case NumberType::Double: return take<double>(at);
  }
  return 0;
}

std::size_t row_bytes(const PointCloud& cloud) {
  std::size_t bytes = 0;
  for (const PointProperty& p : cloud.properties) bytes += info(p.type).bytes;
  return bytes;
}

/// Reads the header and leaves `content` at the data; returns the number of vertices.
std::size_t parse_header(std::string_view& content, PointCloud& cloud, const std::string& name) {
  std::size_t count = 0;
  bool is_binary = false, saw_vertex = false;
  for (bool first = true;; first = false) {
    const std::size_t end = content.find('\n');
    if (end == std::string_view::npos)
      throw InputError(name + ": this is not a PLY file, or its header is cut off");
    std::istringstream line{std::string(content.substr(0, end))};
    content.remove_prefix(end + 1);
    std::string word, second, third;
    line >> word >> second >> third;
    if (first && word != "ply") throw InputError(name + ": this is not a PLY file");
    if (word == "end_header") break;
    if (word == "format") is_binary = second == "binary_little_endian";
    if (word == "element") {
      if (second != "vertex" || saw_vertex) throw InputError(name + ": only point clouds can be read");
      saw_vertex = true;
      if (!(std::istringstream(third) >> count))
        throw InputError(name + ": it does not say how many points it has");
    }
    if (word == "property") {
      PointProperty property{third, NumberType::Float, {}};
      bool known = false;
      for (const TypeInfo& t : kTypes)
        if (second == t.name || second == t.alias) property.type = t.type, known = true;
      if (!known)
        throw InputError(name + ": property \"" + third + "\" has the unknown type \"" + second + "\"");
      cloud.properties.push_back(property);
    }
  }
  if (!saw_vertex) throw InputError(name + ": it does not say how many points it has");
  if (!is_binary) throw InputError(name + ": only binary little-endian PLY files can be read");
  return count;
}

}  // namespace

std::string to_ply(const PointCloud& cloud) {
  std::string out = "ply\nformat binary_little_endian 1.0\n";
  for (const std::string& comment : cloud.comments) out += "comment " + comment + "\n";
  out += "element vertex " + std::to_string(cloud.count()) + "\n";
  for (const PointProperty& p : cloud.properties)
    out += "property " + std::string(info(p.type).name) + " " + p.name + "\n";
  out += "end_header\n";
  const std::size_t header = out.size();
  out.resize(header + cloud.count() * row_bytes(cloud));
  char* at = out.data() + header;
  for (std::size_t k = 0; k < cloud.count(); ++k)
    for (const PointProperty& p : cloud.properties) put_value(at, p.type, p.values[k]);
  return out;
}

PointCloud parse_ply(std::string_view content, const std::string& name) {
  PointCloud cloud;
  const std::size_t count = parse_header(content, cloud, name);
  const std::size_t bytes = row_bytes(cloud);
  if (bytes == 0 || content.size() / bytes < count)
    throw InputError(name + ": the file is cut off; run the scene again with --overwrite to write it anew");
  for (PointProperty& p : cloud.properties) p.values.resize(count);
  const char* at = content.data();
  for (std::size_t k = 0; k < count; ++k)
    for (PointProperty& p : cloud.properties) p.values[k] = take_value(at, p.type);
  return cloud;
}

}  // namespace froth

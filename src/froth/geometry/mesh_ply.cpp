// SPDX-License-Identifier: Apache-2.0
// PLY as meshes use it: elements "vertex" with x, y, z and "face" with a list of vertex numbers; everything
// else is passed over. ASCII and little-endian binary.
#include <cstring>
#include <string>

#include <froth/geometry/mesh_words.h>

namespace froth {
namespace {

enum class Type { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float32, Float64 };

struct Property {
  std::string name;
  Type type;
  bool is_list = false;
  Type count_type = Type::Uint8;
};

struct Element {
  std::string name;
  long long count;
  std::vector<Property> properties = {};
};

struct Header {
  bool is_ascii = false;
  std::vector<Element> elements = {};
  std::size_t size = 0;  ///< bytes
};

Type type_of(std::string_view name) {
  static const struct {
    std::string_view name, other;
    Type type;
  } types[] = {{"char", "int8", Type::Int8},        {"uchar", "uint8", Type::Uint8},
               {"short", "int16", Type::Int16},     {"ushort", "uint16", Type::Uint16},
               {"int", "int32", Type::Int32},       {"uint", "uint32", Type::Uint32},
               {"float", "float32", Type::Float32}, {"double", "float64", Type::Float64}};
  for (const auto& each : types)
    if (name == each.name || name == each.other) return each.type;
  throw InputError(fmt::format("its header has the unknown type \"{}\"", name.substr(0, 40)));
}

Property property_of(detail::Words& words) {
  const std::string_view first = words.next();
  if (first != "list") return {.name = std::string(words.next()), .type = type_of(first)};
  const Type count_type = type_of(words.next()), type = type_of(words.next());
  return {.name = std::string(words.next()), .type = type, .is_list = true, .count_type = count_type};
}

void set_format(std::string_view format, Header& header) {
  if (format != "ascii" && format != "binary_little_endian")
    throw InputError(
        fmt::format("its format is \"{}\"; save it as ascii or binary_little_endian", format.substr(0, 40)));
  header.is_ascii = format == "ascii";
}

Header header_of(std::string_view text) {
  detail::Words lines(text);
  if (lines.line() != "ply") throw InputError("it does not begin with \"ply\"; check that it is a PLY file");
  Header header;
  while (!lines.is_done()) {
    detail::Words words(lines.line());
    const std::string_view key = words.next();
    if (key == "format") set_format(words.next(), header);
    if (key == "element") {
      std::string name(words.next());
      header.elements.push_back({std::move(name), detail::number_of<long long>(words.next())});
    }
    if (key == "property") {
      if (header.elements.empty()) throw InputError("its header has a property before any element");
      header.elements.back().properties.push_back(property_of(words));
    }
    if (key != "end_header") continue;
    header.size = lines.position();
    return header;
  }
  throw InputError("its header has no end; get a whole copy of it");
}

/// Numbers of the body, one after the other, whatever their form.
class Numbers {
 public:
  Numbers(std::string_view body, bool is_ascii) : body_(body), words_(body), is_ascii_(is_ascii) {}

  double next(Type type) {
    if (is_ascii_) return detail::number_of<double>(words_.next());
    switch (type) {
      case Type::Int8: return take<std::int8_t>();
      case Type::Uint8: return take<std::uint8_t>();
      case Type::Int16: return take<std::int16_t>();
      case Type::Uint16: return take<std::uint16_t>();
      case Type::Int32: return take<std::int32_t>();
      case Type::Uint32: return take<std::uint32_t>();
      case Type::Float32: return take<float>();
      case Type::Float64: return take<double>();
    }
    return 0;
  }

 private:
  template <class Number>
  double take() {
    Number number;
    if (body_.size() - at_ < sizeof number) throw InputError("it ends in the middle; get a whole copy of it");
    std::memcpy(&number, body_.data() + at_, sizeof number);
    at_ += sizeof number;
    return double(number);
  }

  std::string_view body_;
  detail::Words words_;
  bool is_ascii_;
  std::size_t at_ = 0;
};

/// One list of a face; read even where it is not wanted, to get past it.
std::vector<long long> list_of(const Property& property, Numbers& numbers) {
  const double count = numbers.next(property.count_type);
  if (!(count >= 0 && count < 1e9) || count != static_cast<double>(static_cast<long long>(count)))
    throw InputError(fmt::format("it has a list of {:g} entries", count));
  std::vector<long long> list;
  for (long long i = 0; i < static_cast<long long>(count); ++i) {
    const double value = numbers.next(property.type);
    list.push_back(value >= -1e15 && value <= 1e15 ? static_cast<long long>(value) : -1);
  }
  return list;
}

Vec3<double> vertex_of(const Element& element, Numbers& numbers) {
  Vec3<double> x{};
  for (const Property& property : element.properties) {
    if (property.is_list) {
      list_of(property, numbers);
      continue;
    }
    const double value = numbers.next(property.type);
    for (int k = 0; k < 3; ++k)
      if (property.name == std::string(1, "xyz"[k])) x[k] = value;
  }
  return x;
}

std::vector<long long> face_of(const Element& element, Numbers& numbers) {
  std::vector<long long> corners;
  for (const Property& property : element.properties) {
    if (!property.is_list) {
      numbers.next(property.type);
      continue;
    }
    std::vector<long long> list = list_of(property, numbers);
    if (property.name == "vertex_indices" || property.name == "vertex_index") corners = std::move(list);
  }
  return corners;
}

void check_vertex_properties(const Element& element) {
  for (const char* name : {"x", "y", "z"}) {
    bool is_there = false;
    for (const Property& property : element.properties)
      is_there = is_there || (property.name == name && !property.is_list);
    if (!is_there) throw InputError(fmt::format("its vertices have no property \"{}\"", name));
  }
}

}  // namespace

TriangleMesh parse_ply(std::string_view text) {
  const Header header = header_of(text);
  Numbers numbers(text.substr(header.size), header.is_ascii);
  TriangleMesh mesh;
  std::vector<std::vector<long long>> faces;
  for (const Element& element : header.elements) {
    if (element.name == "vertex") check_vertex_properties(element);
    if (element.properties.empty()) continue;
    for (long long i = 0; i < element.count; ++i) {
      if (element.name == "face")
        faces.push_back(face_of(element, numbers));
      else if (const Vec3<double> x = vertex_of(element, numbers); element.name == "vertex")
        mesh.vertices.push_back(x);
    }
  }
  detail::check_vertex_count(mesh.vertices.size());
  for (const auto& face : faces) detail::add_fan(face, mesh.vertices.size(), mesh);
  return mesh;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/frame_comments.h>
#include <froth/io/ply.h>
#include <froth/io/ply_types.h>

namespace froth {

namespace {

/// A property of a PLY element: one number a row, or a list with its length in front.
struct PlyProperty {
  std::string name;
  NumberType type = NumberType::Float;
  std::optional<NumberType> length = {};  ///< type of a list's length; without it there is one number
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties = {};

  std::size_t row_bytes() const {
    std::size_t bytes = 0;
    for (const PlyProperty& p : properties) bytes += ply_type(p.length.value_or(p.type)).bytes;
    return bytes;
  }
};

struct PlyHeader {
  std::vector<std::string> comments;
  std::vector<PlyElement> elements;
  bool is_binary = false;
};

class PlyReader {
 public:
  PlyReader(std::string_view content, const std::string& name) : rest_(content), name_(name) {}

  PointCloud header() {
    read_header();
    PointCloud cloud;
    for (const PlyElement& element : header_.elements)
      if (element.name == "vertex") add_properties(element, cloud);
    read_frame_comments(header_.comments, cloud);
    return cloud;
  }

  PointCloud read() {
    PointCloud cloud = header();
    for (const PlyElement& element : header_.elements) {
      if (element.row_bytes() == 0 || rest_.size() / element.row_bytes() < element.count) refuse_cut();
      if (element.name == "vertex") read_points(element, cloud);
      if (element.name == "face") read_faces(element, cloud.faces);
      if (element.name == "edge") read_edges(element, cloud.edges);
    }
    check_corners(cloud);
    return cloud;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw InputError(name_ + ": " + why); }
  [[noreturn]] void refuse_cut() const {
    refuse("the file is cut off; run the scene again with --overwrite to write it anew");
  }

  void read_header() {
    for (bool first = true;; first = false) {
      const std::size_t end = rest_.find('\n');
      if (end == std::string_view::npos) refuse("this is not a PLY file, or its header is cut off");
      const std::string text(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      std::istringstream line{text};
      std::string word;
      line >> word;
      if (first && word != "ply") refuse("this is not a PLY file");
      if (word == "end_header") break;
      if (word == "comment") header_.comments.push_back(text.substr(std::min<std::size_t>(text.size(), 8)));
      if (word == "format") header_.is_binary = line >> word && word == "binary_little_endian";
      if (word == "element") read_element(line);
      if (word == "property") read_property(line);
    }
    const auto is_vertex = [](const PlyElement& element) { return element.name == "vertex"; };
    if (std::ranges::count_if(header_.elements, is_vertex) != 1)
      refuse("it does not say how many points it has");
    if (!header_.is_binary) refuse("only binary little-endian PLY files can be read");
  }

  void read_element(std::istringstream& line) {
    PlyElement element;
    line >> element.name;
    if (element.name != "vertex" && element.name != "face" && element.name != "edge")
      refuse("only points, faces and edges can be read");
    for (const PlyElement& other : header_.elements)
      if (other.name == element.name) refuse("element " + element.name + " is there twice");
    if (!(line >> element.count)) refuse("it does not say how many points it has");
    header_.elements.push_back(std::move(element));
  }

  void read_property(std::istringstream& line) {
    PlyProperty property;
    std::string type;
    line >> type;
    if (header_.elements.empty()) refuse("a property stands before the first element");
    PlyElement& element = header_.elements.back();
    if (type == "list") {
      std::string length;
      line >> length >> type;
      property.length = type_of(length, property.name);
      const bool is_corners = element.name == "face" && element.properties.empty();
      if (!is_corners || *property.length != NumberType::UChar) refuse("it has a list of an unknown kind");
    }
    line >> property.name;
    property.type = type_of(type, property.name);
    element.properties.push_back(std::move(property));
  }

  NumberType type_of(const std::string& type, const std::string& property) const {
    for (const PlyType& known : kPlyTypes)
      if (type == known.name || type == known.alias) return known.type;
    refuse("property \"" + property + "\" has the unknown type \"" + type + "\"");
  }

  static void add_properties(const PlyElement& element, PointCloud& cloud) {
    for (const PlyProperty& p : element.properties) cloud.properties.emplace_back(p.name, p.type);
  }

  void read_points(const PlyElement& element, PointCloud& cloud) {
    const std::size_t row_bytes = element.row_bytes();
    const char* column = rest_.data();
    for (PointProperty& p : cloud.properties) {
      p.values.resize(element.count);
      p.values.visit([&]<class T>(std::vector<T>& numbers) {
        const char* at = column;
        for (std::size_t k = 0; k < numbers.size(); ++k, at += row_bytes)
          std::memcpy(&numbers[k], at, sizeof(T));
        column += sizeof(T);
      });
    }
    rest_.remove_prefix(element.count * row_bytes);
  }

  /// Indices and numbers of bodies and cells, all of four bytes.
  std::int32_t take() {
    std::int32_t number;
    if (rest_.size() < sizeof(number)) refuse_cut();
    std::memcpy(&number, rest_.data(), sizeof(number));
    rest_.remove_prefix(sizeof(number));
    return number;
  }

  void check_form(const PlyElement& element, const std::vector<std::string>& names) const {
    bool fits = element.properties.size() == names.size();
    for (std::size_t k = 0; fits && k < names.size(); ++k)
      fits = element.properties[k].name == names[k] && element.properties[k].type == NumberType::Int &&
             element.properties[k].length.has_value() == (names[k] == "vertex_indices");
    if (!fits) refuse("its element " + element.name + " is not of the form that froth writes");
  }

  void read_faces(const PlyElement& element, CloudFaces& faces) {
    check_form(element, {"vertex_indices", "body", "cell"});
    std::vector<std::uint32_t> corners;
    for (std::size_t f = 0; f < element.count; ++f) {
      if (rest_.empty()) refuse_cut();
      corners.resize(static_cast<unsigned char>(rest_.front()));
      rest_.remove_prefix(1);
      for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(take());
      const std::int32_t body = take();
      faces.add(corners, body, take());
    }
  }

  void read_edges(const PlyElement& element, CloudEdges& edges) {
    check_form(element, {"vertex1", "vertex2", "body"});
    for (std::size_t e = 0; e < element.count; ++e) {
      const auto from = static_cast<std::uint32_t>(take()), to = static_cast<std::uint32_t>(take());
      edges.points.push_back({from, to});
      edges.body.push_back(take());
    }
  }

  void check_corners(const PointCloud& cloud) const {
    const auto is_there = [&](std::uint32_t point) { return point < cloud.count(); };
    const auto are_there = [&](const std::array<std::uint32_t, 2>& ends) {
      return is_there(ends[0]) && is_there(ends[1]);
    };
    if (!std::ranges::all_of(cloud.faces.corner, is_there) ||
        !std::ranges::all_of(cloud.edges.points, are_there))
      refuse("a face or an edge has a corner that is no point");
  }

  std::string_view rest_;
  const std::string& name_;
  PlyHeader header_;
};

}  // namespace

PointCloud parse_ply(std::string_view content, const std::string& name) {
  return PlyReader(content, name).read();
}

PointCloud read_ply(const std::string& path) { return parse_ply(read_file(path), path); }

PointCloud read_ply_header(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot read " + path);
  std::string header;
  for (std::string line; std::getline(file, line);) {
    header += line + "\n";
    if (line == "end_header") break;
  }
  return PlyReader(header, path).header();
}

}  // namespace froth

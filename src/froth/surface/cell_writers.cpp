// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/cell_writers.h>

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

namespace froth {

namespace {

template <class T>
void put(std::string& bytes, const T& value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

/// Numbers of films by bubble.
std::vector<std::vector<std::size_t>> films_by_bubble(const FrameCells& cells) {
  std::vector<std::vector<std::size_t>> films(cells.body.size());
  for (std::size_t f = 0; f < cells.foam.mesh.film_count(); ++f)
    for (const std::int32_t owner : cells.foam.mesh.owners[f])
      if (owner >= 0) films[static_cast<std::size_t>(owner)].push_back(f);
  return films;
}

void open_array(std::string& text, const char* type, const char* name, int components = 1) {
  fmt::format_to(std::back_inserter(text),
                 R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}" format="ascii">)", type, name,
                 components);
  text += '\n';
}

}  // namespace

std::string to_ply(const FrameCells& cells, const FrameStamp& stamp) {
  const FoamMesh& mesh = cells.foam.mesh;
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment froth cells frame {} time {}\nelement vertex {}\n"
      "property double x\nproperty double y\nproperty double z\nelement face {}\n"
      "property list uint uint vertex_indices\nproperty int bubble\nproperty int beyond\nelement edge {}\n"
      "property uint vertex1\nproperty uint vertex2\nend_header\n",
      stamp.frame, stamp.time, mesh.x.size(), mesh.film_count(), mesh.borders.size());
  for (const Vec3<double>& x : mesh.x)
    for (int d = 0; d < 3; ++d) put(bytes, x[d]);
  for (std::size_t f = 0; f < mesh.film_count(); ++f) {
    const auto corners = mesh.corners_of(f);
    put(bytes, static_cast<std::uint32_t>(corners.size()));
    for (const std::uint32_t corner : corners) put(bytes, corner);
    for (const std::int32_t owner : mesh.owners[f]) put(bytes, owner);
  }
  for (const auto& [a, b] : mesh.borders) put(bytes, a), put(bytes, b);
  return bytes;
}

std::string to_obj(const FrameCells& cells, const FrameStamp& stamp) {
  const FoamMesh& mesh = cells.foam.mesh;
  std::string text = fmt::format("# froth cells frame {} time {}\n", stamp.frame, stamp.time);
  const auto out = std::back_inserter(text);
  for (const Vec3<double>& x : mesh.x) fmt::format_to(out, "v {} {} {}\n", x[0], x[1], x[2]);
  const std::pair<const char*, std::int32_t> groups[] = {
      {"films", 0}, {"surface", kAir}, {"walls", kSolid}, {"liquid", kLiquid}};
  for (const auto& [name, beyond] : groups) {
    fmt::format_to(out, "g {}\n", name);
    for (std::size_t f = 0; f < mesh.film_count(); ++f) {
      if (std::min(mesh.owners[f][1], 0) != beyond) continue;
      text += 'f';
      for (const std::uint32_t corner : mesh.corners_of(f)) fmt::format_to(out, " {}", corner + 1);
      text += '\n';
    }
  }
  text += "g borders\n";
  for (const auto& [a, b] : mesh.borders) fmt::format_to(out, "l {} {}\n", a + 1, b + 1);
  return text;
}

std::string to_vtu(const FrameCells& cells, const FrameStamp& stamp) {
  const FoamMesh& mesh = cells.foam.mesh;
  const auto films = films_by_bubble(cells);
  std::string points, connectivity, offsets, faces, face_offsets;
  for (const Vec3<double>& x : mesh.x)
    fmt::format_to(std::back_inserter(points), "{} {} {}\n", x[0], x[1], x[2]);
  std::size_t corner_count = 0, face_words = 0;
  for (const auto& own : films) {
    std::vector<std::uint32_t> corners;
    fmt::format_to(std::back_inserter(faces), "{}\n", own.size());
    ++face_words;
    for (const std::size_t f : own) {
      const auto film = mesh.corners_of(f);
      corners.insert(corners.end(), film.begin(), film.end());
      fmt::format_to(std::back_inserter(faces), "{} {}\n", film.size(), fmt::join(film, " "));
      face_words += 1 + film.size();
    }
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    corner_count += corners.size();
    fmt::format_to(std::back_inserter(connectivity), "{}\n", fmt::join(corners, " "));
    fmt::format_to(std::back_inserter(offsets), "{}\n", corner_count);
    fmt::format_to(std::back_inserter(face_offsets), "{}\n", face_words);
  }
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\">\n<UnstructuredGrid>\n";
  text += fmt::format(
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
      "format=\"ascii\">{}</DataArray>\n</FieldData>\n",
      stamp.time);
  text += fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", mesh.x.size(), films.size());
  const auto add = [&](const char* type, const char* name, const std::string& values, int components = 1) {
    open_array(text, type, name, components);
    text += values + "</DataArray>\n";
  };
  text += "<Points>\n";
  add("Float64", "Points", points, 3);
  text += "</Points>\n<Cells>\n";
  add("Int64", "connectivity", connectivity);
  add("Int64", "offsets", offsets);
  add("UInt8", "types", fmt::format("{}\n", fmt::join(std::vector<int>(films.size(), 42), " ")));
  add("Int64", "faces", faces);
  add("Int64", "faceoffsets", face_offsets);
  text += "</Cells>\n<CellData>\n";
  add("Float64", "volume", fmt::format("{}\n", fmt::join(cells.volume, " ")));
  add("Int32", "body", fmt::format("{}\n", fmt::join(cells.body, " ")));
  return text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

}  // namespace froth

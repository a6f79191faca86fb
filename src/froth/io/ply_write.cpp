// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <fmt/format.h>
#include <functional>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/frame_comments.h>
#include <froth/io/ply.h>
#include <froth/io/ply_types.h>

namespace froth {

namespace {

using Sink = std::function<void(std::string_view)>;

/// Rows that are put together before they are handed on: a buffer of a few megabytes at most.
constexpr std::size_t kRows = std::size_t(1) << 15;
/// Corners of a face, counted by one byte.
constexpr std::size_t kMostCorners = 255;

std::string header_of(const PointCloud& cloud) {
  std::string out = "ply\nformat binary_little_endian 1.0\n";
  for (const std::string& line : frame_comments(cloud)) out += "comment " + line + "\n";
  out += fmt::format("element vertex {}\n", cloud.count());
  for (const PointProperty& p : cloud.properties)
    out += fmt::format("property {} {}\n", ply_type(p.type()).name, p.name);
  if (cloud.faces.count() > 0)
    out += fmt::format(
        "element face {}\nproperty list uchar int vertex_indices\nproperty int body\nproperty int cell\n",
        cloud.faces.count());
  if (cloud.edges.count() > 0)
    out += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\nproperty int body\n",
                       cloud.edges.count());
  return out + "end_header\n";
}

/// Puts one property into its place in `count` rows from `first` on.
void fill_column(const NumberColumn& column, std::size_t first, std::size_t count, char* at,
                 std::size_t row_bytes) {
  column.visit([&]<class T>(const std::vector<T>& numbers) {
    for (std::size_t k = 0; k < count; ++k, at += row_bytes) std::memcpy(at, &numbers[first + k], sizeof(T));
  });
}

void write_points(const PointCloud& cloud, const Sink& sink) {
  std::size_t row_bytes = 0;
  for (const PointProperty& p : cloud.properties) row_bytes += ply_type(p.type()).bytes;
  std::string rows;
  for (std::size_t first = 0; first < cloud.count(); first += kRows) {
    const std::size_t count = std::min(kRows, cloud.count() - first);
    rows.resize(count * row_bytes);
    char* at = rows.data();
    for (const PointProperty& p : cloud.properties) {
      fill_column(p.values, first, count, at, row_bytes);
      at += ply_type(p.type()).bytes;
    }
    sink(rows);
  }
}

void put(std::string& out, std::int32_t number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  out.append(bytes, sizeof(number));
}

void write_faces(const CloudFaces& faces, const Sink& sink) {
  std::string rows;
  for (std::size_t f = 0; f < faces.count(); ++f) {
    const auto corners = faces.corners_of(f);
    FROTH_CHECK(corners.size() <= kMostCorners, "a face of a frame has more than 255 corners");
    rows.push_back(static_cast<char>(corners.size()));
    for (const std::uint32_t point : corners) put(rows, static_cast<std::int32_t>(point));
    put(rows, faces.body[f]);
    put(rows, faces.cell[f]);
    if ((f + 1) % kRows != 0) continue;
    sink(rows);
    rows.clear();
  }
  sink(rows);
}

void write_edges(const CloudEdges& edges, const Sink& sink) {
  std::string rows;
  for (std::size_t e = 0; e < edges.count(); ++e) {
    for (const std::uint32_t point : edges.points[e]) put(rows, static_cast<std::int32_t>(point));
    put(rows, edges.body[e]);
  }
  sink(rows);
}

void encode(const PointCloud& cloud, const Sink& sink) {
  sink(header_of(cloud));
  write_points(cloud, sink);
  write_faces(cloud.faces, sink);
  write_edges(cloud.edges, sink);
}

}  // namespace

void write_ply(const std::string& path, const PointCloud& cloud) {
  WholeFile file(path);
  encode(cloud, [&](std::string_view bytes) { file.write(bytes); });
  file.close();
}

std::string to_ply(const PointCloud& cloud) {
  std::string out;
  encode(cloud, [&](std::string_view bytes) { out += bytes; });
  return out;
}

}  // namespace froth

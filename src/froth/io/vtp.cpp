// SPDX-License-Identifier: Apache-2.0
#include <froth/io/vtp.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

static_assert(std::endian::native == std::endian::little, "arrays are written in the machine's own order");

namespace {

template <class T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

const char* vtk_type(NumberType type) {
  switch (type) {
    case NumberType::UChar: return "UInt8";
    case NumberType::Int: return "Int32";
    case NumberType::UInt: return "UInt32";
    case NumberType::Float: return "Float32";
    case NumberType::Double: return "Float64";
  }
  return "";
}

/// The header's lines and the data behind them, kept in step: a line names the place of its array in the
/// data.
class Arrays {
 public:
  /// An array of `parts.size()` components.
  void add(const std::string& name, const std::vector<const PointProperty*>& parts) {
    begin(vtk_type(parts[0]->type()), name, parts.size());
    parts[0]->values.visit([&]<class T>(const std::vector<T>& first) {
      for (std::size_t k = 0; k < first.size(); ++k)
        for (const PointProperty* part : parts) put(data_, static_cast<T>(part->values[k]));
    });
    end();
  }
  /// number(0), number(1), ...
  template <class Number>
  void add_counted(const char* type, const std::string& name, std::size_t count, Number number) {
    begin(type, name, 1);
    for (std::size_t k = 0; k < count; ++k) put(data_, number(k));
    end();
  }
  void line(const std::string& text) { header_ += text + "\n"; }

  const std::string& header() const { return header_; }
  const std::string& data() const { return data_; }

 private:
  void begin(const char* type, const std::string& name, std::size_t components) {
    line(fmt::format(
        R"(        <DataArray type="{}" Name="{}" NumberOfComponents="{}" format="appended" offset="{}"/>)",
        type, name, components, data_.size()));
    start_ = data_.size();
    put(data_, std::uint64_t(0));
  }
  /// An array starts with its length in bytes.
  void end() {
    const std::uint64_t bytes = data_.size() - start_ - sizeof(bytes);
    std::memcpy(data_.data() + start_, &bytes, sizeof(bytes));
  }

  std::string header_, data_;
  std::size_t start_ = 0;
};

std::vector<const PointProperty*> parts_of(const PointVector& vector) {
  return {vector.part[0], vector.part[1], vector.part[2]};
}

void add_point_data(Arrays& out, const PointCloud& cloud) {
  const PointVector v = find_vector(cloud, "v");
  out.line(v ? R"(      <PointData Vectors="velocity">)" : "      <PointData>");
  if (v) out.add("velocity", parts_of(v));
  for (const PointProperty* p : scalars_of(cloud)) out.add(p->name, {p});
  out.line("      </PointData>");
}

/// Bodies and cells of what joins points; VTK counts vertices first, then lines, then polygons.
void add_cell_data(Arrays& out, const PointCloud& cloud) {
  const std::size_t points = cloud.count(), edges = cloud.edges.count(), faces = cloud.faces.count();
  const PointProperty* body = cloud.find("body");
  out.line("      <CellData>");
  out.add_counted("Int32", "body", points + edges + faces, [&](std::size_t k) -> std::int32_t {
    if (k < points) return body == nullptr ? -1 : static_cast<std::int32_t>(body->values[k]);
    return k < points + edges ? cloud.edges.body[k - points] : cloud.faces.body[k - points - edges];
  });
  out.add_counted("Int32", "cell", points + edges + faces, [&](std::size_t k) -> std::int32_t {
    return k < points + edges ? -1 : cloud.faces.cell[k - points - edges];
  });
  out.line("      </CellData>");
}

/// Points as cells of their own.
void add_vertices(Arrays& out, std::size_t count) {
  out.line("      <Verts>");
  out.add_counted("Int64", "connectivity", count, [](std::size_t k) { return static_cast<std::int64_t>(k); });
  out.add_counted("Int64", "offsets", count, [](std::size_t k) { return static_cast<std::int64_t>(k + 1); });
  out.line("      </Verts>");
}

void add_lines(Arrays& out, const CloudEdges& edges) {
  out.line("      <Lines>");
  out.add_counted("Int64", "connectivity", 2 * edges.count(),
                  [&](std::size_t k) { return std::int64_t(edges.points[k / 2][k % 2]); });
  out.add_counted("Int64", "offsets", edges.count(), [](std::size_t k) { return std::int64_t(2 * (k + 1)); });
  out.line("      </Lines>");
}

void add_polygons(Arrays& out, const CloudFaces& faces) {
  out.line("      <Polys>");
  out.add_counted("Int64", "connectivity", faces.corner.size(),
                  [&](std::size_t k) { return std::int64_t(faces.corner[k]); });
  out.add_counted("Int64", "offsets", faces.count(),
                  [&](std::size_t k) { return std::int64_t(faces.end[k]); });
  out.line("      </Polys>");
}

void add_piece(Arrays& out, const PointCloud& cloud) {
  const std::size_t edges = cloud.edges.count(), faces = cloud.faces.count();
  std::string joined;
  if (edges > 0) joined += fmt::format(R"( NumberOfLines="{}")", edges);
  if (faces > 0) joined += fmt::format(R"( NumberOfPolys="{}")", faces);
  out.line(fmt::format(R"(    <Piece NumberOfPoints="{0}" NumberOfVerts="{0}"{1}>)", cloud.count(), joined));
  add_point_data(out, cloud);
  if (!joined.empty()) add_cell_data(out, cloud);
  out.line("      <Points>");
  out.add("Points", parts_of(find_vector(cloud, "")));
  out.line("      </Points>");
  add_vertices(out, cloud.count());
  if (edges > 0) add_lines(out, cloud.edges);
  if (faces > 0) add_polygons(out, cloud.faces);
  out.line("    </Piece>");
}

}  // namespace

std::string to_vtp(const PointCloud& cloud, double time) {
  FROTH_CHECK(bool(find_vector(cloud, "")), "points need positions");
  Arrays out;
  out.line(R"(<?xml version="1.0"?>)");
  out.line(R"(<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">)");
  out.line("  <PolyData>");
  out.line("    <FieldData>");
  out.line(fmt::format(
      R"(      <DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">{}</DataArray>)",
      time));
  out.line("    </FieldData>");
  add_piece(out, cloud);
  out.line("  </PolyData>");
  out.line(R"(  <AppendedData encoding="raw">)");
  return out.header() + "_" + out.data() + "\n  </AppendedData>\n</VTKFile>\n";
}

std::string to_pvd(const std::vector<PvdEntry>& entries) {
  std::string out =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  for (const PvdEntry& entry : entries)
    out += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.time, entry.file);
  return out + "  </Collection>\n</VTKFile>\n";
}

}  // namespace froth

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

void put_value(std::string& out, NumberType type, double value) {
  switch (type) {
    case NumberType::UChar: return put(out, static_cast<std::uint8_t>(value));
    case NumberType::Int: return put(out, static_cast<std::int32_t>(value));
    case NumberType::UInt: return put(out, static_cast<std::uint32_t>(value));
    case NumberType::Float: return put(out, static_cast<float>(value));
    case NumberType::Double: return put(out, value);
  }
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
    const NumberType type = parts[0]->type;
    begin(vtk_type(type), name, parts.size());
    for (std::size_t k = 0; k < parts[0]->values.size(); ++k)
      for (const PointProperty* part : parts) put_value(data_, type, part->values[k]);
    end();
  }
  /// first, first + 1, ..., as the cells of single points need them.
  void add_counting(const std::string& name, std::int64_t first, std::size_t count) {
    begin("Int64", name, 1);
    for (std::size_t k = 0; k < count; ++k) put(data_, first + static_cast<std::int64_t>(k));
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

}  // namespace

std::string to_vtp(const PointCloud& cloud, double time) {
  const PointVector x = find_vector(cloud, ""), v = find_vector(cloud, "v");
  FROTH_CHECK(bool(x), "points need positions");
  Arrays out;
  out.line(R"(<?xml version="1.0"?>)");
  out.line(R"(<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">)");
  out.line("  <PolyData>");
  out.line("    <FieldData>");
  out.line(fmt::format(
      R"(      <DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">{}</DataArray>)",
      time));
  out.line("    </FieldData>");
  out.line(fmt::format(R"(    <Piece NumberOfPoints="{0}" NumberOfVerts="{0}">)", cloud.count()));
  out.line(v ? R"(      <PointData Vectors="velocity">)" : "      <PointData>");
  if (v) out.add("velocity", parts_of(v));
  for (const PointProperty* p : scalars_of(cloud)) out.add(p->name, {p});
  out.line("      </PointData>\n      <Points>");
  out.add("Points", parts_of(x));
  out.line("      </Points>\n      <Verts>");
  out.add_counting("connectivity", 0, cloud.count());
  out.add_counting("offsets", 1, cloud.count());
  out.line("      </Verts>\n    </Piece>\n  </PolyData>");
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

// SPDX-License-Identifier: Apache-2.0
// STL: triangles with their own corners, as text or as 50 bytes each; the normals in the file are not used.
#include <cstring>

#include <froth/geometry/mesh_words.h>

namespace froth {
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50, kNormal = 12;

void add_facet(const std::vector<Vec3<double>>& corners, TriangleMesh& mesh) {
  std::vector<long long> numbers;
  for (const Vec3<double>& x : corners) {
    numbers.push_back(static_cast<long long>(mesh.vertices.size()));
    mesh.vertices.push_back(x);
  }
  detail::add_fan(numbers, mesh.vertices.size(), mesh);
}

TriangleMesh parse_binary(std::string_view text, std::size_t count) {
  TriangleMesh mesh;
  for (std::size_t t = 0; t < count; ++t) {
    float numbers[9];
    std::memcpy(numbers, text.data() + kHeader + kRecord * t + kNormal, sizeof numbers);
    std::vector<Vec3<double>> corners;
    for (int i = 0; i < 3; ++i)
      corners.push_back({double(numbers[3 * i]), double(numbers[3 * i + 1]), double(numbers[3 * i + 2])});
    add_facet(corners, mesh);
  }
  return mesh;
}

TriangleMesh parse_ascii(std::string_view text) {
  TriangleMesh mesh;
  detail::Words words(text);
  words.line();  // "solid" and a name
  std::vector<Vec3<double>> corners;
  bool is_whole = false;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "vertex") {
      Vec3<double> x{};
      for (int k = 0; k < 3; ++k) x[k] = detail::number_of<double>(words.next());
      corners.push_back(x);
    } else if (word == "endloop") {
      add_facet(corners, mesh);
      corners.clear();
    }
    is_whole = word == "endsolid" || (is_whole && word != "facet");
  }
  if (!is_whole) throw InputError("it ends in the middle, without \"endsolid\"; get a whole copy of it");
  return mesh;
}

}  // namespace

TriangleMesh parse_stl(std::string_view text) {
  // Binary files may begin with "solid" too; only their length tells.
  std::uint32_t count = 0;
  if (text.size() >= kHeader) std::memcpy(&count, text.data() + kHeader - sizeof count, sizeof count);
  const std::size_t whole = kHeader + kRecord * std::size_t(count);
  if (text.size() >= kHeader && text.size() == whole) return parse_binary(text, count);
  if (text.substr(0, 5) == "solid") return parse_ascii(text);
  if (text.size() < kHeader) throw InputError("it is neither ASCII nor binary STL; check that it is whole");
  // Some programs pad the end.
  if (text.size() > whole && text.size() < whole + kRecord) return parse_binary(text, count);
  throw InputError(
      fmt::format("it should have {} bytes for its {} triangles, but has {}; get a whole copy of it", whole,
                  count, text.size()));
}

}  // namespace froth

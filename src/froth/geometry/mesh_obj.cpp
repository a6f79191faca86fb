// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ: of all its lines only "v" (a vertex) and "f" (a face) matter here.
#include <froth/geometry/mesh_words.h>

namespace froth {
namespace {

/// A corner "7", "7/1" or "7/1/3"; numbers count from 1, negative ones back from the last vertex so far.
long long corner_of(std::string_view word, std::size_t vertices_so_far) {
  const auto number = detail::number_of<long long>(word.substr(0, word.find('/')));
  if (number == 0) throw InputError("it has a face with vertex number 0, but OBJ counts from 1");
  return number > 0 ? number - 1 : static_cast<long long>(vertices_so_far) + number;
}

}  // namespace

TriangleMesh parse_obj(std::string_view text) {
  TriangleMesh mesh;
  std::vector<std::vector<long long>> faces;  // a face may come before its vertices
  for (detail::Words lines(text); !lines.is_done();) {
    detail::Words words(lines.line());
    const std::string_view key = words.next();
    if (key == "v") {
      Vec3<double> x{};
      for (int k = 0; k < 3; ++k) x[k] = detail::number_of<double>(words.next());
      mesh.vertices.push_back(x);
    } else if (key == "f") {
      std::vector<long long> corners;
      for (std::string_view word = words.next(); !word.empty(); word = words.next())
        corners.push_back(corner_of(word, mesh.vertices.size()));
      faces.push_back(std::move(corners));
    }
  }
  detail::check_vertex_count(mesh.vertices.size());
  for (const auto& face : faces) detail::add_fan(face, mesh.vertices.size(), mesh);
  return mesh;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numeric>
#include <string>

#include <froth/base/error.h>
#include <froth/lagrangian/element_mesh.h>
#include <froth/lagrangian/solid_file.h>

using namespace froth;

namespace {

// Two tetrahedra over one face, volumes 1/6 each, a line and a point that belong to no solid.
const std::string kGmsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n7 1 1 1\n9 5 5 5\n"
    "$EndNodes\n$Elements\n4\n1 15 2 0 1 9\n2 1 2 0 1 1 2\n3 4 2 0 1 1 2 3 4\n4 4 2 0 1 2 7 3 4\n"
    "$EndElements\n";
const std::string kGmsh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 5 1 7\n3 1 0 5\n1\n2\n3\n4\n7\n0 0 0\n1 0 0\n0 1 0\n"
    "0 0 1\n1 1 1\n$EndNodes\n$Elements\n2 3 1 4\n1 1 1 1\n1 1 2\n3 1 4 2\n3 1 2 3 4\n4 2 7 3 4\n"
    "$EndElements\n";
const std::string kVtk =
    "# vtk DataFile Version 3.0\ntwo tetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n"
    "0 0 0 1 0 0\n0 1 0 0 0 1 1 1 1\nCELLS 3 13\n4 0 1 2 3\n2 0 1\n4 1 4 2 3\nCELL_TYPES 3\n10 3 10\n";

double volume_of(const ElementMesh& mesh) {
  const std::vector<double> shares = vertex_volumes(mesh);
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

std::string complaint(const std::string& text, bool is_vtk = false) {
  try {
    is_vtk ? parse_vtk(text, 3) : parse_msh(text, 3);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
std::string replaced(std::string text, const std::string& part, const std::string& by) {
  return text.replace(text.find(part), part.size(), by);
}

}  // namespace

// Oracle: the volumes of the two tetrahedra, 1/6 and 1/3.
TEST_CASE("tetrahedra are read from files") {
  for (const ElementMesh& mesh : {parse_msh(kGmsh2, 3), parse_msh(kGmsh4, 3), parse_vtk(kVtk, 3)}) {
    CHECK(mesh.rest.size() == 5);
    CHECK(mesh.tetrahedra.size() == 2);
    CHECK(mesh.triangles.empty());
    CHECK(volume_of(mesh) == doctest::Approx(1.0 / 6 + 1.0 / 3).epsilon(1e-12));
  }
}

// Oracle: one sentence, with the line.
TEST_CASE("damaged meshes are refused") {
  CHECK(has(complaint(replaced(kGmsh2, "2.2 0 8", "3.0 0 8")), "line 2: version 3 is not read"));
  CHECK(has(complaint(replaced(kGmsh2, "2.2 0 8", "2.2 1 8")), "line 2: binary"));
  CHECK(has(complaint(replaced(kGmsh2, "7 1 1 1", "4 1 1 1")), "line 10: node 4 comes twice"));
  CHECK(has(complaint(replaced(kGmsh2, "2 7 3 4", "2 8 3 4")), "node 8, which does not exist"));
  CHECK(has(complaint(replaced(kGmsh2, "2 7 3 4", "2 2 3 4")), "node 2 twice"));
  CHECK(has(complaint(replaced(kGmsh2, "1 0 0 0", "1 0 x 0")), "line 6: \"x\" where a number"));
  CHECK(has(complaint(kGmsh2.substr(0, 60)), "ends too early"));
  CHECK(has(complaint("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"), "no tetrahedra"));
  CHECK(has(complaint(replaced(kVtk, "ASCII", "BINARY"), true), "line 3: binary"));
  CHECK(has(complaint(replaced(kVtk, "10 3 10", "10 10 10"), true), "do not fit its type"));
}

// Oracle: pieces keep the volume and share no vertex, so that there are as many parts as pieces that got an
// element, each a closed set of numbers.
TEST_CASE("a mesh breaks into pieces") {
  ElementMesh mesh = mesh_of_shape(Shape::box({0, 0, 0}, {1, 1, 1}), 3, .25);
  const std::size_t before = mesh.rest.size();
  break_solid(4, 1, mesh);
  CHECK(mesh.rest.size() > before);
  CHECK(volume_of(mesh) == doctest::Approx(1).epsilon(1e-12));
  std::vector<std::uint32_t> part(mesh.rest.size());
  std::iota(part.begin(), part.end(), 0u);
  for (std::size_t round = 0; round < mesh.rest.size(); ++round)
    for (const auto& t : mesh.tetrahedra)
      for (const std::uint32_t v : t) part[v] = std::min({part[t[0]], part[t[1]], part[t[2]], part[t[3]]});
  std::ranges::sort(part);
  CHECK(std::ranges::unique(part).begin() - part.begin() == 4);
}

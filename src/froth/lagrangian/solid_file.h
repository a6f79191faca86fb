// SPDX-License-Identifier: Apache-2.0
// Solids from files: tetrahedra, or triangles of the plane, of Gmsh (.msh, ASCII, versions 2 and 4) and of
// VTK (.vtk, legacy ASCII, unstructured grids).
#pragma once

#include <string>
#include <string_view>

#include <froth/lagrangian/element_mesh.h>

namespace froth {

/// Reads the elements of dimension `dim`, all others are left out, as are vertices that no element has.
/// Throws InputError where the file cannot be read or is damaged, with its line.
ElementMesh read_solid(const std::string& path, int dim);

/// A file's text; complaints do not name the file.
ElementMesh parse_msh(std::string_view text, int dim);
ElementMesh parse_vtk(std::string_view text, int dim);

/// Cuts a solid into pieces that share no vertex, by the nearest of random points in the box around it: an
/// element belongs to the point next to its middle.
void break_solid(int pieces, std::uint64_t seed, ElementMesh& mesh);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Meshes and sheets from files, at the start and at rest.
#pragma once

#include <froth/lagrangian/element_mesh.h>
#include <froth/scene/element_spec.h>

namespace froth {

/// Solids and sheets. With a rest_file, a second file of the same vertices and elements says where these are
/// at rest. Throws InputError with the name of the file.
ElementMesh mesh_of_files(const ElementSpec& spec, int dimension);

}  // namespace froth

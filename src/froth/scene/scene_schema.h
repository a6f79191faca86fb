// SPDX-License-Identifier: Apache-2.0
// The keys of a scene file, all of them, as schemas.
#pragma once

#include <froth/base/schema.h>

namespace froth {

/// How a material or a collider looks in pictures.
const Schema& look_schema();

/// The whole file.
const Schema& scene_schema();

const Schema& shape_schema();
const Schema& velocity_schema();
const Schema& motion_schema();
const Schema& contact_schema();
/// Of camera_schema.cpp.
const Schema& camera_schema();
/// The table output.mesh, of surface_schema.cpp.
const Schema& surface_schema();
/// Tables of bodies that make elements, of element_schema.cpp.
const Schema& solid_mesh_schema();
const Schema& sheet_schema();
const Schema& strands_schema();
/// Of load_schema.cpp.
const Schema& force_schema();
const Schema& traction_schema();

}  // namespace froth

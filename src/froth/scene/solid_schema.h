// SPDX-License-Identifier: Apache-2.0
// Keys of shapes beyond the simplest ones, for shape_schema().
#pragma once

#include <froth/base/schema.h>

namespace froth {

const Schema& rounded_box_schema();
const Schema& ellipsoid_schema();
const Schema& cone_schema();
const Schema& torus_schema();
const Schema& polygon_schema();
const Schema& extrusion_schema();
const Schema& mesh_schema();
const Schema& smooth_union_schema();
const Schema& shell_schema();
const Schema& repetition_schema();

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Keys of [solver] that methods with particles and a grid share: cells, transfer, kernel.
#pragma once

#include <froth/base/schema.h>
#include <froth/scene/scene.h>

namespace froth {

/// The schema with these keys added.
Schema with_grid_keys(Schema schema);

/// What they say, checked together, in scene.solver.
void read_grid_keys(const Values& solver, Scene& scene);

}  // namespace froth

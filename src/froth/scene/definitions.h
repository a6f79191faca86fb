// SPDX-License-Identifier: Apache-2.0
// The table [definitions]: names that stand for numbers and expressions in every expression of the scene.
#pragma once

#include <froth/base/expression.h>
#include <froth/scene/node.h>

namespace froth {

/// Checks each definition, whether something uses it or not, and writes out those that it uses itself. Throws
/// InputError with the place of what is no expression, of names that mean something else already and of
/// definitions that go round in a circle.
Definitions read_definitions(const Node& table, int dimension);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Changes to a scene's tree before it is checked: tables of a quality level, and "a.b=c" from the command
// line.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/node.h>

namespace froth {

/// Names of the quality levels, from the quickest to the paper's own numbers.
const std::vector<std::string>& quality_levels();

/// Lays `over` over `base`: tables join key by key, a table with whole-number keys changes elements of an
/// array, anything else replaces. A choice in `over` takes along what `base` says for another one.
void merge(Node& base, const Node& over);

/// Sets one value; `assignment` is "path.to.key=value" with elements of arrays by number. The value is TOML,
/// and a bare word is text. Another choice (solver.transfer, solver.method, a material's model) takes along
/// what the scene says for its own and the new one has no use for; so does a key that stands for another.
void apply_override(Node& root, const std::string& assignment);

/// Takes the quality tables out of the tree, checked for their names and types.
Node take_quality(Node& root);

}  // namespace froth

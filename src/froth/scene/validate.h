// SPDX-License-Identifier: Apache-2.0
// Checks a tree against a schema: unknown keys, wrong types, impossible values, missing keys. The first one
// found is an InputError that says where. What passes comes back in SI, with defaults filled in.
#pragma once

#include <string>

#include <froth/base/schema.h>
#include <froth/base/units.h>
#include <froth/base/values.h>
#include <froth/scene/node.h>

namespace froth {

struct ReadContext {
  int dimension = 3;
  UnitSystem units = UnitSystem::Si;
  std::string folder = {};       ///< of the scene file, absolute; paths in the scene start there
  bool is_partial = false;       ///< missing keys are fine: they are somewhere else
  bool has_whole_lists = false;  ///< but not in items of lists
  Definitions definitions = {};
};

/// Dimension and units that the tree claims; claims that make no sense are left for validate() to report.
ReadContext peek_context(const Node& root);

/// The variant of `schema` that a table names, or else has by default; null where there is none.
const Schema* variant_of(const Node& table, const Schema& schema);
/// A key of `schema` or of that variant; null where neither has it.
const Key* find_key(const Node& table, const Schema& schema, std::string_view key);

/// The checked values of a whole scene. Defaults of simple keys are also written into the tree, in its own
/// units.
Values validate(Node& root, const Schema& schema, const ReadContext& context);

/// A number of the scene in SI, and back; each way rounds once.
double in_si(double value, const Unit& unit, UnitSystem system);
double from_si(double value, const Unit& unit, UnitSystem system);

namespace detail {

/// One value that is not a table, checked and put into `values` under the key's name; `subject` is for
/// messages.
void validate_plain(const Node& node, const Key& key, const std::string& subject, const ReadContext& context,
                    Values& values);
/// The default of a key as a node in the scene's units.
Node default_node(const Key& key, const ReadContext& context);

}  // namespace detail

}  // namespace froth

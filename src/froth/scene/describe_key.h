// SPDX-License-Identifier: Apache-2.0
// A key of the scene format in words: the one walk over the schema behind the reference page and the help.
#pragma once

#include <string>
#include <vector>

#include <froth/base/schema.h>
#include <froth/scene/node.h>

namespace froth {

/// A key and where it stands.
struct KeyPlace {
  std::string path;     ///< dotted; "*" stands for a name of the user's, "N" for a number of a list's element
  const Schema* table;  ///< that has the key
  bool is_variant;      ///< the table is one of several that share its place, such as a law
  const Key* key;
};

/// Every key of a scene, in the order of the schema. What lies inside itself (a shape in a union) comes once.
std::vector<KeyPlace> scene_key_places();

/// The parts of a dotted path.
std::vector<std::string> split_path(const std::string& path);
/// A path as --set takes it, with names that the user replaces: "materials.NAME.density".
std::string settable_path(const std::string& path);

/// `; did you mean "solver.cell_size"?` for a key that stands in another table; empty where there is none.
std::string place_suggestion(const std::string& name);

std::string type_text(const Key& key);     ///< "number", "list of tables", ...
std::string unit_text(const Key& key);     ///< "m (cm)"; empty for plain numbers
std::string default_text(const Key& key);  ///< "required", "none", or the value
std::string range_text(const Key& key);    ///< "positive", "between 0 and 1", or the choices

/// A value that the reader accepts: from the example of the reference page where that has one, else of
/// table_example(), else made up.
Node example_node(const KeyPlace& place);

/// An example of a table or a list of tables by its key; null where the reference page shows one.
const Node* table_example(const std::string& key);

/// The example of the reference page, a whole scene.
std::string scene_example();

}  // namespace froth

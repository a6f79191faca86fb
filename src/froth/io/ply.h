// SPDX-License-Identifier: Apache-2.0
// Binary PLY point clouds: one vertex element with scalar properties, the form that ParaView, Blender and
// Houdini read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace froth {

enum class PlyType : unsigned char { UChar, Int, UInt, Float, Double };

struct PlyProperty {
  std::string name;
  PlyType type;
  std::vector<double> values;
};

struct PlyCloud {
  std::vector<std::string> comments;
  std::vector<PlyProperty> properties;

  std::size_t count() const { return properties.empty() ? 0 : properties[0].values.size(); }
  /// Null where there is no such property.
  const PlyProperty* find(std::string_view name) const;
};

std::string to_ply(const PlyCloud& cloud);
/// Throws InputError that begins with `name` for anything that is not such a file.
PlyCloud parse_ply(std::string_view content, const std::string& name);

}  // namespace froth

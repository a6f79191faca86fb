// SPDX-License-Identifier: Apache-2.0
// Points with named numbers: what a frame of particles is before it becomes a file of one format or another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace froth {

enum class NumberType : unsigned char { UChar, Int, UInt, Float, Double };

/// One number per point, each one that `type` holds exactly.
struct PointProperty {
  std::string name;
  NumberType type;
  std::vector<double> values;
};

/// Positions are the properties x, y and z [m], velocities vx, vy and vz [m/s].
struct PointCloud {
  std::vector<std::string> comments;
  std::vector<PointProperty> properties;

  std::size_t count() const { return properties.empty() ? 0 : properties[0].values.size(); }
  /// Null where there is no such property.
  const PointProperty* find(std::string_view name) const;
};

/// Three properties that other programs want as one vector; null where the cloud does not have all three.
struct PointVector {
  const PointProperty* part[3] = {nullptr, nullptr, nullptr};

  explicit operator bool() const { return part[0] && part[1] && part[2]; }
};

/// `prefix` and then x, y and z: positions for "", velocities for "v".
PointVector find_vector(const PointCloud& cloud, const std::string& prefix);

/// Properties that belong neither to positions nor to velocities, in order.
std::vector<const PointProperty*> scalars_of(const PointCloud& cloud);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Points with named numbers, and how they are joined: what a frame of particles is before it becomes a file
// of one format or another. It says of itself what its numbers mean: bodies by name, units, when it was.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <froth/geometry/motion.h>
#include <froth/io/number_column.h>

namespace froth {

/// One number per point.
struct PointProperty {
  PointProperty(std::string name_, NumberType type, const std::vector<double>& values_ = {},
                std::string unit_ = {})
      : name(std::move(name_)), values(type, values_), unit(std::move(unit_)) {}

  std::string name;
  NumberColumn values;
  std::string unit;  ///< as in "m/s", "-" of pure numbers; empty where nothing is said

  NumberType type() const { return values.type(); }
};

/// Which frame of a run it is.
struct FrameStamp {
  int frame = 0;
  double time = 0;  ///< [s]
};

/// A body of a frame; points name it by its number, in the property "body".
struct CloudBody {
  std::string name, law;  ///< the law is empty where it has none
};

/// Where a collider is in this frame.
struct CloudCollider {
  std::string name;
  Pose pose;  ///< without velocities
};

/// Lines between two points each.
struct CloudEdges {
  std::vector<std::array<std::uint32_t, 2>> points;
  std::vector<std::int32_t> body;

  std::size_t count() const { return points.size(); }
};

/// Polygons between points. A solid cell is its faces, turned outward; a face of two cells is there twice.
struct CloudFaces {
  std::vector<std::uint32_t> corner;     ///< points of all faces, one after the other
  std::vector<std::uint32_t> end;        ///< of each face in that list
  std::vector<std::int32_t> body, cell;  ///< cells count from 0 in the frame; -1: a face of no cell

  std::size_t count() const { return end.size(); }
  std::span<const std::uint32_t> corners_of(std::size_t face) const;
  void add(std::span<const std::uint32_t> corners, std::int32_t of_body, std::int32_t of_cell);
};

/// Positions are the properties x, y and z [m], velocities vx, vy and vz [m/s].
struct PointCloud {
  std::optional<FrameStamp> stamp = {};
  int dimension = 0;  ///< 2 or 3; 0 where nothing is said
  std::vector<CloudBody> bodies = {};
  std::vector<CloudCollider> colliders = {};
  std::vector<PointProperty> properties = {};
  CloudEdges edges = {};
  CloudFaces faces = {};

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

/// Where a collider is, by its number; at rest where the frame does not say.
Pose pose_in(const PointCloud& frame, std::size_t collider);

/// Properties that belong neither to positions nor to velocities, in order.
std::vector<const PointProperty*> scalars_of(const PointCloud& cloud);

}  // namespace froth

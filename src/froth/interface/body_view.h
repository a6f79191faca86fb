// SPDX-License-Identifier: Apache-2.0
// A body as output, pictures and measures see it, whatever solver it belongs to: points with an id for life,
// named fields with their units, and how the points are joined where they are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <froth/base/parallel.h>
#include <froth/base/vec.h>

namespace froth {

/// A quantity that every point of a body has.
struct PointField {
  std::string name, unit;  ///< units as in "m/s"; "-" of pure numbers
  int components = 1;
  /// Writes one component of all points, by slot.
  std::function<void(int component, std::span<double> values)> read;
};

/// Names of the fields that every body has: three numbers each (z = 0 in the plane), and one.
inline constexpr std::string_view kPosition = "position", kVelocity = "velocity", kRadius = "radius";

/// Faces of polyhedral cells, one after the other: face f has the points `corner[first_corner[f]]` up to
/// those of the next face; cell c has the faces from `first_face[c]` on.
struct PolyhedralCells {
  std::vector<std::uint32_t> corner, first_corner, first_face;
};

/// How the points of a body are joined, by slot. Empty where they are not.
struct Topology {
  std::vector<std::array<std::uint32_t, 2>> segments;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  PolyhedralCells cells;
};

/// Valid until the solver takes its next step.
struct BodyView {
  std::string_view name;
  std::string_view law;                ///< empty where it has none
  std::span<const std::uint64_t> id;   ///< by slot; their number is that of the points
  std::vector<PointField> fields;      ///< kPosition, kVelocity and kRadius first
  const Topology* topology = nullptr;  ///< null: points that nothing joins

  Index count() const { return static_cast<Index>(id.size()); }
  /// Null where it has no such field.
  const PointField* find(std::string_view field) const;
  /// A vector field by slot; the field must be there and have three components.
  std::vector<Vec3<double>> vectors(std::string_view field) const;
  /// Slots in the order of their ids.
  std::vector<std::uint32_t> slots_by_id() const;
};

}  // namespace froth

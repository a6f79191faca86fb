// SPDX-License-Identifier: Apache-2.0
// A bounded convex cell that half-spaces cut one after the other: a polygon of the plane or a polyhedron of
// space. Every face knows the plane that it came from by a tag, so that cells which were cut apart can be
// joined by tags alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Number of a plane: a site counts from 0; sides of a box are below, -1 to -2 Dim (low and high end per
/// axis).
using PlaneTag = std::int32_t;
inline constexpr PlaneTag side_tag(int axis, bool is_high) { return -1 - 2 * axis - (is_high ? 1 : 0); }
/// Sides of a box beyond which nothing of the cell is asked for; no result may touch them.
inline constexpr PlaneTag kBeyond = -100;
inline constexpr bool is_beyond(PlaneTag tag) { return tag <= kBeyond; }

template <int Dim>
class ConvexCell;

/// A side is the edge from its corner to the next.
template <>
class ConvexCell<2> {
 public:
  using Place = Vec<2, double>;
  /// Starts as a box; `tag` by axis and end, as side_tag() counts them.
  void start(const Place& low, const Place& high, std::span<const PlaneTag> tags);
  /// Keeps normal . x <= offset; the normal has unit length. False where nothing is cut off.
  bool cut(const Place& normal, double offset, PlaneTag tag);

  bool is_empty() const { return corner_.empty(); }
  double farthest_square() const;  ///< of all corners from the origin [m^2]
  std::size_t side_count() const { return corner_.size(); }
  /// The two corners of a side, in the direction of turning left.
  std::pair<Place, Place> side(std::size_t k) const {
    return {corner_[k], corner_[k + 1 == corner_.size() ? 0 : k + 1]};
  }
  PlaneTag tag(std::size_t k) const { return tag_[k]; }

 private:
  std::vector<Place> corner_, next_corner_;
  std::vector<PlaneTag> tag_, next_tag_;
  std::vector<double> height_;
};

template <>
class ConvexCell<3> {
 public:
  using Place = Vec<3, double>;
  /// A corner and the three planes in which it lies; the first three where there are more.
  struct Corner {
    Place x;
    PlaneTag planes[3];
  };
  /// Corners turn left seen from outside. The edge from corner k to the next also lies in the plane
  /// `across[k]`.
  struct Face {
    PlaneTag tag;
    std::vector<std::uint32_t> corners;
    std::vector<PlaneTag> across;
  };

  void start(const Place& low, const Place& high, std::span<const PlaneTag> tags);
  bool cut(const Place& normal, double offset, PlaneTag tag);

  bool is_empty() const { return count_ == 0; }
  double farthest_square() const;
  std::span<const Face> faces() const { return {faces_.data(), count_}; }
  const Corner& corner(std::uint32_t k) const { return corners_[k]; }

 private:
  void cut_face(const Face& face, PlaneTag tag);
  std::uint32_t crossing(std::uint32_t inside, std::uint32_t outside, const PlaneTag (&planes)[3]);
  void close_with(PlaneTag tag);
  Face& next_face(PlaneTag tag);

  struct Crossing {
    std::uint32_t inside, outside, corner;
  };
  struct Gap {
    std::uint32_t from, to;
    PlaneTag across;
  };
  std::vector<Corner> corners_;
  std::vector<double> height_;  ///< of corners above the plane that cuts
  std::vector<Face> faces_, next_faces_;
  std::size_t count_ = 0, next_count_ = 0;  ///< faces in use; the rest keep their memory
  std::vector<Crossing> crossings_;
  std::vector<Gap> gaps_;  ///< edges of the face that closes the cell
};

}  // namespace froth

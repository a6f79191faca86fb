// SPDX-License-Identifier: Apache-2.0
// Where the inside of a cloud of particles is: the signed distance of the union of spheres of radius r around
// them, negative inside, on the corners of half cells. Source: [Yue2015], section 6.1 and Algorithm 2.
// Differs from it: beyond the narrow band of 4 r the value is -4 r or 4 r rather than infinite, so that
// interpolation between corners stays finite; corners exist in blocks that hold particles and in those next
// above, and all others count as 4 r outside.
#pragma once

#include <froth/foam/point_cells.h>

namespace froth {

template <int Dim>
class SphereUnion {
 public:
  static constexpr float kBand = 4;  ///< width of the narrow band [r]
  using Node = Vec<Dim, std::int32_t>;

  explicit SphereUnion(const PointCells<Dim>& points);

  const BlockList<Dim>& list() const { return list_; }
  /// Signed distance at the lowest corner of a half cell [r].
  float at(const Node& node) const {
    const std::int32_t block = list_.find(list_block(node));
    return block < 0 ? kBand : value(block, list_number(node));
  }
  /// The same by block and number in it.
  float value(std::int32_t block, int node) const {
    return value_[static_cast<std::size_t>(block) * kListCells<Dim> + static_cast<std::size_t>(node)];
  }

 private:
  using Place = Vec<Dim, float>;
  using Crossings = std::vector<std::vector<Place>>;  ///< by block, from its lowest corner

  void measure_spheres(std::size_t block);
  float distance_outside(const Around<Dim>& around, const Node& node) const;
  void find_crossings(std::size_t block, std::vector<Place>& crossings) const;
  void measure_band(std::size_t block, const Crossings& crossings, std::vector<float>& result) const;

  const PointCells<Dim>& points_;
  BlockList<Dim> list_;
  std::vector<float> value_;  ///< by block and node
};

}  // namespace froth

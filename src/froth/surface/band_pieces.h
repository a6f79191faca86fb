// SPDX-License-Identifier: Apache-2.0
// Pieces that the inside of a surface falls into.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// Corners inside of the surface that are connected along edges of voxels have one number, from 0 on.
class BandPieces {
 public:
  explicit BandPieces(const Band& band);

  std::size_t count() const { return corners_.size(); }
  const std::vector<std::size_t>& corners() const { return corners_; }  ///< how many, by piece
  /// Of a corner by its place in the band's values; -1 outside.
  std::int32_t of_corner(std::size_t corner) const { return piece_[corner]; }
  /// For every point the largest piece that a corner of the voxel around it is in, or -1.
  std::vector<std::int32_t> of_points(const SkinPoints& points, const VoxelLattice& lattice) const;

 private:
  bool is_new(std::size_t n) const { return band_.phi[n] < 0 && piece_[n] < 0; }
  template <class Visit>
  void visit_neighbours(std::size_t n, Visit&& visit) const;
  std::int32_t at(const Vec3<std::int32_t>& corner) const;
  std::int32_t around(const Vec3<double>& x) const;

  const Band& band_;
  std::vector<std::int32_t> piece_;
  std::vector<std::size_t> corners_;
};

}  // namespace froth

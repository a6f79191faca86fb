// SPDX-License-Identifier: Apache-2.0
// Particles sorted into half cells, for questions about neighbours. A half cell is as wide as the spheres of
// [Yue2015], section 6, are in radius: r is half the cell size. Lengths in this room are in units of r.
// Blocks are those of the particles, 8 half cells along each axis; they exist where particles are.
#pragma once

#include <cstdint>
#include <vector>

#include <froth/geometry/cell_lists.h>
#include <froth/particles/sort.h>

namespace froth {

static_assert(kListWidth == 2 * kBlockWidth, "a block of particles is a block of half cells");

/// A place: a half cell, and where in it, from 0 to 1.
template <int Dim>
struct HalfPlace {
  Vec<Dim, std::int32_t> half;
  Vec<Dim, float> part;
};

/// Particles that have just been put into canonical order.
template <int Dim>
struct SortedParticles {
  const ColumnTable* particles;
  const BlockRuns<Dim>* runs;
};

/// The particles of some bodies by half cell. The place of a point counts from the lowest corner of its
/// block. Built on the order that the particles are in already, in single precision: points are not sorted
/// anew.
template <int Dim>
class PointCells : public CellLists<Dim, float> {
 public:
  using Half = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, float>;

  PointCells(const std::vector<SortedParticles<Dim>>& bodies, const BlockCoord<Dim>& periodic);

  /// Which body of the list a point is of, and its slot there.
  int body(std::size_t point) const { return body_[point]; }
  std::uint32_t slot(std::size_t point) const { return slot_[point]; }

  /// Calls `visit(point, place)` for all points of the half cells from `low` to `high`, both included. Half
  /// cells and places count from the lowest corner of the middle block and stay within those around it. The
  /// order is that of blocks, half cells, bodies and slots.
  template <class Visitor>
  void visit(const Around<Dim>& around, const Half& low, const Half& high, Visitor&& visit_point) const {
    this->visit_rows(around, low, high, [&](const Half& at, std::size_t first, std::size_t end) {
      Place shift{};
      for (int d = 0; d < Dim; ++d) shift[d] = static_cast<float>(at[d] & ~(kListWidth - 1));
      for (std::size_t k = first; k < end; ++k) visit_point(k, shift + this->place(k));
    });
  }

 private:
  class Source;

  std::vector<std::uint32_t> slot_;
  std::vector<std::uint8_t> body_;
};

}  // namespace froth

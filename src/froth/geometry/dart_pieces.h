// SPDX-License-Identifier: Apache-2.0
// Dart throwing from coarse to fine, the part that every kind of it shares. A cell is cut into 2^level pieces
// along each axis. Each piece that may still hold a point gets one dart; then pieces that are covered are
// dropped and the others cut in halves along every axis, and so on. Source: [Ebeida2012], section 3. What
// covers a piece, in which random order pieces come and which darts count is up to the region that is filled:
// shapes (geometry/poisson_sampling.cpp) or voids between particles (foam/dart_throwing.cpp).
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Which piece of a cell, counted along each axis.
template <int Dim>
using PiecePart = Vec<Dim, std::uint8_t>;

/// The place in a piece at `u` of its width, from the lowest corner of the cell and in widths of it.
template <int Dim, class Real>
inline Vec<Dim, Real> place_in_piece(const PiecePart<Dim>& part, int level, const Vec<Dim, Real>& u) {
  return std::ldexp(Real(1), -level) * (part.template cast<Real>() + u);
}
template <int Dim, class Real>
inline Vec<Dim, Real> middle_of_piece(const PiecePart<Dim>& part, int level) {
  return place_in_piece<Dim, Real>(part, level, Vec<Dim, Real>::constant(Real(0.5)));
}

/// Keys of random numbers, so that a dart depends on where it is thrown and on nothing else: the cell (21
/// bits an axis in space, 32 in the plane), and the piece (`bits` an axis).
template <int Dim>
inline std::uint64_t cell_key(const Vec<Dim, std::int32_t>& cell) {
  std::uint64_t key = 0;
  for (int d = 0; d < Dim; ++d)
    key =
        (key << (Dim == 3 ? 21 : 32)) | (static_cast<std::uint32_t>(cell[d]) & (Dim == 3 ? 0x1FFFFFu : ~0u));
  return key;
}
template <int Dim>
inline std::uint32_t piece_key(const PiecePart<Dim>& part, int bits) {
  std::uint32_t key = 0;
  for (int d = 0; d < Dim; ++d) key = (key << bits) | part[d];
  return key;
}

/// The pieces of one cell or of many that may still hold a point. A Piece has a `part`; what else it has,
/// such as its cell, its children inherit. A Region has
///   throw_at(level, pieces)     throws one dart at each piece, in an order of its own
///   is_covered(piece, level)    whether a piece may be dropped
template <int Dim, class Piece>
class DartPieces {
 public:
  std::vector<Piece>& list() { return pieces_; }

  /// Throws darts at the pieces listed, which are of `first_level`, and at what is left of them down to
  /// `last_level`.
  template <class Region>
  void fill(Region& region, int first_level, int last_level) {
    for (int level = first_level; level <= last_level && !pieces_.empty(); ++level) {
      region.throw_at(level, pieces_);
      if (level < last_level) cut(region, level);
    }
  }

  /// Appends the children of a piece that are not covered.
  template <class Region>
  static void add_children(Region& region, const Piece& piece, int level, std::vector<Piece>& to) {
    for (int c = 0; c < (1 << Dim); ++c) {
      Piece child = piece;
      for (int d = 0; d < Dim; ++d)
        child.part[d] = static_cast<std::uint8_t>(2 * piece.part[d] + ((c >> d) & 1));
      if (!region.is_covered(child, level + 1)) to.push_back(child);
    }
  }

 private:
  template <class Region>
  void cut(Region& region, int level) {
    smaller_.clear();
    for (const Piece& piece : pieces_)
      if (!region.is_covered(piece, level)) add_children(region, piece, level, smaller_);
    pieces_.swap(smaller_);
  }

  std::vector<Piece> pieces_, smaller_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A position is an integer cell plus an offset inside it, so that slow creep is not lost to rounding far from
// the origin: at 0.3 m a float cannot see 1 mm/s over a step of 1e-5 s. The cell is the lowest node of the
// particle's stencil, so that particles of one cell touch the same nodes, whatever the kernel:
//   x = origin + dx (cell + degree/2 + offset),   offset in [-1/2, 1/2).
#pragma once

#include <cmath>
#include <cstdint>

#include <froth/base/vec.h>
#if !defined(__CUDACC__)
#include <froth/base/lanes.h>
#endif

namespace froth {

/// How an offset is stored. float: as a 32-bit fixed-point fraction, an even resolution of 2^-32 of a cell.
/// Decoding and moving work on one number, or on N of them side by side.
template <class Real>
struct Offset;

template <>
struct Offset<float> {
  using Stored = std::int32_t;
  static constexpr float kScale = 4294967296.0f;

  FROTH_INLINE static float decode(Stored s) { return static_cast<float>(s) * (1.0f / kScale); }
  /// Without rounding: decode blurs the last bits.
  FROTH_INLINE static double exact(Stored s) { return double(s) / double(kScale); }
  FROTH_INLINE static Stored encode(double offset) {
    // Rounding up to +1/2 would wrap round to -1/2: stay just below.
    const double scaled = std::floor(offset * double(kScale) + 0.5);
    return static_cast<Stored>(scaled > 2147483647.0 ? 2147483647.0 : scaled);
  }
  /// Moves by `delta` cells, carrying into the cell; exact but for one rounding of delta.
  FROTH_INLINE static void advance(std::int32_t& cell, Stored& offset, float delta) {
    const std::int64_t moved = std::int64_t(offset) + std::llrint(delta * kScale);
    cell += static_cast<std::int32_t>((moved + (std::int64_t(1) << 31)) >> 32);
    offset = static_cast<Stored>(static_cast<std::uint32_t>(moved));
  }

#if !defined(__CUDACC__)
  template <int N>
  FROTH_INLINE static Lanes<float, N> decode(const Lanes<Stored, N>& s) {
    return convert_lanes<Lanes<float, N>>(s) * (1.0f / kScale);
  }
  /// The same in 32 bits, for less than 2^31 cells: whole cells, the rest as a fraction, and the carry of its
  /// sum.
  template <int N>
  FROTH_INLINE static void advance(Lanes<std::int32_t, N>& cell, Lanes<Stored, N>& offset,
                                   const Lanes<float, N>& delta) {
    using Ints = Lanes<std::int32_t, N>;
    using Bits = Lanes<std::uint32_t, N>;  // whose sums wrap
    using Reals = Lanes<float, N>;
    const Ints whole = floor_lanes<Ints>(delta + 0.5f);
    const Reals scaled = (delta - convert_lanes<Reals>(whole)) * kScale;  // the difference is exact
    const Ints rest = convert_lanes<Ints>(scaled + (scaled < 0 ? Reals{} - 0.5f : Reals{} + 0.5f));
    const Ints moved = reinterpret_cast<Ints>(reinterpret_cast<Bits>(offset) + reinterpret_cast<Bits>(rest));
    const Ints wraps = ((offset ^ moved) & (rest ^ moved)) < 0;
    cell += whole + (wraps & ((offset >> 31) | 1));
    offset = moved;
  }
#endif
};

template <>
struct Offset<double> {
  using Stored = double;

  FROTH_INLINE static double decode(Stored s) { return s; }
  FROTH_INLINE static double exact(Stored s) { return s; }
  FROTH_INLINE static Stored encode(double offset) { return offset; }
  FROTH_INLINE static void advance(std::int32_t& cell, Stored& offset, double delta) {
    const double moved = offset + delta;
    const double carry = std::floor(moved + 0.5);
    cell += static_cast<std::int32_t>(carry);
    offset = moved - carry;
  }

#if !defined(__CUDACC__)
  template <int N>
  FROTH_INLINE static Lanes<double, N> decode(const Lanes<Stored, N>& s) {
    return s;
  }
  template <int N>
  FROTH_INLINE static void advance(Lanes<std::int32_t, N>& cell, Lanes<Stored, N>& offset,
                                   const Lanes<double, N>& delta) {
    using Ints = Lanes<std::int32_t, N>;
    const Lanes<double, N> moved = offset + delta;
    const Ints whole = floor_lanes<Ints>(moved + 0.5);
    cell += whole;
    offset = moved - convert_lanes<Lanes<double, N>>(whole);
  }
#endif
};

/// The lattice that cells and nodes live on. Node i is at origin + dx i.
template <int Dim>
struct Lattice {
  double dx = 1;                            ///< cell size [m]
  int degree = 2;                           ///< of the B-spline: 2 or 3
  Vec<Dim, double> origin{};                ///< of node 0 [m]
  Vec<Dim, std::int32_t> periodic_cells{};  ///< length in cells of a periodic axis, else 0
  int period_begin = 0;                     ///< node at which the period of periodic axes begins

  Vec<Dim, double> node_position(const Vec<Dim, std::int32_t>& i) const {
    return origin + dx * i.template cast<double>();
  }
  /// Splits a position into cell and offset in [-1/2, 1/2).
  void locate(const Vec<Dim, double>& x, Vec<Dim, std::int32_t>& cell, Vec<Dim, double>& offset) const {
    for (int d = 0; d < Dim; ++d) {
      const double y = (x[d] - origin[d]) / dx - 0.5 * degree;
      const double k = std::floor(y + 0.5);
      offset[d] = y - k;
      cell[d] = wrap(static_cast<std::int32_t>(k), d);
    }
  }
  /// Position of a particle; on periodic axes inside the period.
  Vec<Dim, double> position(const Vec<Dim, std::int32_t>& cell, const Vec<Dim, double>& offset) const {
    Vec<Dim, double> x{};
    for (int d = 0; d < Dim; ++d) {
      double y = double(cell[d]) + 0.5 * degree + offset[d];
      if (periodic_cells[d] > 0) y -= periodic_cells[d] * std::floor((y - period_begin) / periodic_cells[d]);
      x[d] = origin[d] + dx * y;
    }
    return x;
  }
  FROTH_INLINE std::int32_t wrap(std::int32_t cell, int axis) const {
    const std::int32_t n = periodic_cells[axis];
    if (n == 0) return cell;
    const std::int32_t r = cell % n;
    return r < 0 ? r + n : r;
  }
};

}  // namespace froth

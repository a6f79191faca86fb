// SPDX-License-Identifier: Apache-2.0
// The kernel of one particle on a box of cells: a product of a factor per axis, cut off at the surface of a
// ball. Source: [Qu2023], Eq. (27). Always three axes; in the plane the first one has a single cell and
// factor one. Cells run fastest along the last axis, and loops go over them a pack at a time: what a pack has
// beyond the ball is masked, whatever is stored there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <froth/base/pack.h>

namespace froth {

/// Where rows of a dense box of cells begin.
struct TileStride {
  std::size_t x, y;
};

template <class Real>
struct KernelBox {
  using P = Pack<Real>;

  const Real *ex, *ey, *ez;  ///< factors of the cells; those of the last axis in whole packs, zero at the end
  int nx, ny, nz;            ///< cells along the axes
  Real qx, qy, qz;           ///< centre of the first cell minus the particle's place [cells]
  Real reach2;               ///< squared radius of the ball [cells]
  std::size_t first;         ///< the first cell's number in the tile

  int pack_count() const { return (nz + P::kSize - 1) / P::kSize; }
  FROTH_INLINE Real left_x(int x) const {
    const Real d = qx + static_cast<Real>(x);
    return reach2 - d * d;
  }
  FROTH_INLINE Real y2(int y) const {
    const Real d = qy + static_cast<Real>(y);
    return d * d;
  }
  /// Squared distances along the last axis.
  FROTH_INLINE P z2(int pack) const {
    P d;
    for (int k = 0; k < P::kSize; ++k) d.v[k] = static_cast<Real>(k);
    d += P(qz + static_cast<Real>(pack * P::kSize));
    return d * d;
  }
  /// Calls `row(x, y, left, at)` for the rows of cells that the ball meets: what the squared distance along
  /// the last axis may be, and where the row begins.
  template <class Row>
  FROTH_INLINE void for_each_row(const TileStride& stride, Row row) const {
    for (int x = 0; x < nx; ++x)
      for (int y = 0; y < ny; ++y) {
        const Real left = left_x(x) - y2(y);
        if (left >= 0)
          row(x, y, left,
              first + static_cast<std::size_t>(x) * stride.x + static_cast<std::size_t>(y) * stride.y);
      }
  }
};

template <class Real>
FROTH_INLINE Real sum_lanes(const Pack<Real>& p) {
  Real s = 0;
  for (int k = 0; k < Pack<Real>::kSize; ++k) s += p[k];
  return s;
}

/// What is the same for all planes of a small kernel: squared distances and factors of the last two axes.
/// There are no branches on the ball's surface, which no processor could foresee.
template <class Real, int Packs>
struct KernelPlane {
  using P = Pack<Real>;
  static constexpr int kRows = 16;

  P d2[kRows][Packs], factor[kRows][Packs];

  FROTH_INLINE explicit KernelPlane(const KernelBox<Real>& k) {
    for (int n = 0; n < Packs; ++n) {
      const P z2 = k.z2(n), ez = P::load(k.ez + n * P::kSize);
      for (int y = 0; y < k.ny; ++y) d2[y][n] = P(k.y2(y)) + z2, factor[y][n] = P(k.ey[y]) * ez;
    }
  }
  /// sum_j K_pj s_j.
  FROTH_INLINE Real gather(const KernelBox<Real>& k, const TileStride& stride, const Real* s) const {
    P sum[Packs];
    for (int n = 0; n < Packs; ++n) sum[n] = P(0);
    for (int x = 0; x < k.nx; ++x) {
      const P left(k.left_x(x));
      P plane[Packs];
      for (int n = 0; n < Packs; ++n) plane[n] = P(0);
      const Real* cells = s + k.first + static_cast<std::size_t>(x) * stride.x;
      for (int y = 0; y < k.ny; ++y, cells += stride.y)
        for (int n = 0; n < Packs; ++n)
          plane[n] += factor[y][n] * select(d2[y][n] <= left, P::load(cells + n * P::kSize), P(0));
      for (int n = 0; n < Packs; ++n) sum[n] += P(k.ex[x]) * plane[n];
    }
    for (int n = 1; n < Packs; ++n) sum[0] += sum[n];
    return sum_lanes(sum[0]);
  }
  /// to_j += s K_pj. The last pack of a row adds zeros to cells beyond it.
  FROTH_INLINE void scatter(const KernelBox<Real>& k, const TileStride& stride, Real s, Real* to) const {
    for (int x = 0; x < k.nx; ++x) {
      const P left(k.left_x(x)), weight(s * k.ex[x]);
      Real* cells = to + k.first + static_cast<std::size_t>(x) * stride.x;
      for (int y = 0; y < k.ny; ++y, cells += stride.y)
        for (int n = 0; n < Packs; ++n)
          (P::load(cells + n * P::kSize) + weight * select(d2[y][n] <= left, factor[y][n], P(0)))
              .store(cells + n * P::kSize);
    }
  }
};

/// A kernel of any size, row by row.
template <class Real>
struct KernelRows {
  using P = Pack<Real>;

  /// Calls `each(pack, masked K)` for the packs of a row that the ball meets.
  template <class Each>
  FROTH_INLINE static void for_each_pack(const KernelBox<Real>& k, Real weight, Real left, Each each) {
    const Real half = std::sqrt(left);
    const int from = std::max(0, static_cast<int>(-k.qz - half) / P::kSize);
    const int to = std::min(k.pack_count() - 1, static_cast<int>(half - k.qz + 1) / P::kSize);
    for (int n = from; n <= to; ++n)
      each(n, P(weight) * select(k.z2(n) <= P(left), P::load(k.ez + n * P::kSize), P(0)));
  }
  FROTH_INLINE static Real gather(const KernelBox<Real>& k, const TileStride& stride, const Real* s) {
    P sum(0);
    k.for_each_row(stride, [&](int x, int y, Real left, std::size_t at) {
      for_each_pack(k, k.ex[x] * k.ey[y], left, [&](int n, const P& K) {
        const P cells = P::load(s + at + n * P::kSize);
        sum += select(K > P(0), K * cells, P(0));  // what is beyond the tile may be anything
      });
    });
    return sum_lanes(sum);
  }
  FROTH_INLINE static void scatter(const KernelBox<Real>& k, const TileStride& stride, Real s, Real* to) {
    k.for_each_row(stride, [&](int x, int y, Real left, std::size_t at) {
      for_each_pack(k, s * k.ex[x] * k.ey[y], left, [&](int n, const P& K) {
        Real* cells = to + at + n * P::kSize;
        (P::load(cells) + K).store(cells);
      });
    });
  }
};

/// Calls `run(plane)` with what has gather() and scatter() for a kernel of this size.
template <class Real, class Run>
FROTH_INLINE void with_kernel(const KernelBox<Real>& k, Run run) {
  const int packs = k.ny <= KernelPlane<Real, 1>::kRows ? k.pack_count() : 0;
  switch (packs) {
    case 1: return run(KernelPlane<Real, 1>(k));
    case 2: return run(KernelPlane<Real, 2>(k));
    case 3: return run(KernelPlane<Real, 3>(k));
    case 4: return run(KernelPlane<Real, 4>(k));
    default: return run(KernelRows<Real>{});
  }
}

}  // namespace froth

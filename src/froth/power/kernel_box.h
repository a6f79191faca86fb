// SPDX-License-Identifier: Apache-2.0
// The kernel of one particle on a box of cells: a product of a factor per axis, cut off at the surface of a
// ball. Source: [Qu2023], Eq. (27). Always three axes; in the plane the first one has a single cell and
// factor one. Cells run fastest along the last axis, and loops go over them a pack at a time: what a pack has
// beyond the ball is masked, whatever is stored there.
#pragma once

#include <algorithm>
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

  /// Calls `row(weight, left, at)` for every row of cells: its factor of the first two axes, what the squared
  /// distance along the last one may be, and where it begins.
  template <class Row>
  FROTH_INLINE void for_each_row(const TileStride& stride, Row row) const {
    for (int x = 0; x < nx; ++x) {
      const Real dx = qx + static_cast<Real>(x), left_x = reach2 - dx * dx;
      std::size_t at = first + static_cast<std::size_t>(x) * stride.x;
      for (int y = 0; y < ny; ++y, at += stride.y) {
        const Real dy = qy + static_cast<Real>(y), left = left_x - dy * dy;
        if (left >= 0) row(ex[x] * ey[y], left, at, x, y);
      }
    }
  }
  int pack_count() const { return (nz + P::kSize - 1) / P::kSize; }
  /// Squared distances along the last axis.
  FROTH_INLINE P distance2(int pack) const {
    P d;
    for (int k = 0; k < P::kSize; ++k) d.v[k] = qz + static_cast<Real>(pack * P::kSize + k);
    return d * d;
  }
};

template <class Real>
FROTH_INLINE Real sum_lanes(const Pack<Real>& p) {
  Real s = 0;
  for (int k = 0; k < Pack<Real>::kSize; ++k) s += p[k];
  return s;
}

/// Calls `run` with the number of packs of a row as a constant if it is small, or 0.
template <class Run>
FROTH_INLINE auto with_pack_count(int packs, Run run) {
  switch (packs) {
    case 1: return run(std::integral_constant<int, 1>{});
    case 2: return run(std::integral_constant<int, 2>{});
    case 3: return run(std::integral_constant<int, 3>{});
    default: return run(std::integral_constant<int, 0>{});
  }
}

/// sum_j K_pj s_j.
template <class Real>
FROTH_INLINE Real gather_kernel(const KernelBox<Real>& k, const TileStride& stride, const Real* s) {
  using P = Pack<Real>;
  return with_pack_count(k.pack_count(), [&](auto constant) {
    constexpr int packs = decltype(constant)::value;
    if constexpr (packs > 0) {
      P sum[packs], d2[packs];
      for (int n = 0; n < packs; ++n) sum[n] = P(0), d2[n] = k.distance2(n);
      k.for_each_row(stride, [&](Real weight, Real left, std::size_t at, int, int) {
        for (int n = 0; n < packs; ++n)
          sum[n] += P(weight) * select(d2[n] <= P(left), P::load(s + at + n * P::kSize), P(0));
      });
      P all(0);
      for (int n = 0; n < packs; ++n) all += sum[n] * P::load(k.ez + n * P::kSize);
      return sum_lanes(all);
    } else {
      P all(0);
      k.for_each_row(stride, [&](Real weight, Real left, std::size_t at, int, int) {
        for (int n = 0; n < k.pack_count(); ++n)
          all += P(weight) * P::load(k.ez + n * P::kSize) *
                 select(k.distance2(n) <= P(left), P::load(s + at + n * P::kSize), P(0));
      });
      return sum_lanes(all);
    }
  });
}

/// to_j += s K_pj. The last pack of a row adds zeros to cells beyond it.
template <class Real>
FROTH_INLINE void scatter_kernel(const KernelBox<Real>& k, const TileStride& stride, Real s, Real* to) {
  using P = Pack<Real>;
  with_pack_count(k.pack_count(), [&](auto constant) {
    constexpr int known = decltype(constant)::value, size = std::max(known, 1);
    const int packs = known > 0 ? known : k.pack_count();
    P d2[size], ez[size];
    for (int n = 0; n < known; ++n) d2[n] = k.distance2(n), ez[n] = P::load(k.ez + n * P::kSize);
    k.for_each_row(stride, [&](Real weight, Real left, std::size_t at, int, int) {
      const P factor(s * weight);
      for (int n = 0; n < packs; ++n) {
        Real* cells = to + at + n * P::kSize;
        const P far2 = known > 0 ? d2[known > 0 ? n : 0] : k.distance2(n);
        const P along = known > 0 ? ez[known > 0 ? n : 0] : P::load(k.ez + n * P::kSize);
        (P::load(cells) + factor * select(far2 <= P(left), along, P(0))).store(cells);
      }
    });
  });
}

}  // namespace froth

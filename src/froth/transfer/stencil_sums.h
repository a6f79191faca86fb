// SPDX-License-Identifier: Apache-2.0
// The inner loops of the material point method: add a particle to its nodes, and sum its nodes for a
// particle. They factor the product of weights axis by axis, so that no product is formed twice, and take the
// nodes of the last axis in pairs. Source: the sums of [Fei2021], Eqs. (1) to (8); only their order of
// evaluation is ours.
#pragma once

#include <froth/base/lanes.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/tile.h>

namespace froth {

/// Numbers that belong to the nodes of the last axis, spread over pairs of nodes and, for an odd count, a
/// single one.
template <int Degree, class Real>
struct LastAxis {
  static constexpr int kPairs = (Degree + 1) / 2;
  static constexpr bool kHasSingle = Degree % 2 == 0;
  Lanes<Real, 8> pair[kPairs];
  Real single;

  FROTH_INLINE explicit LastAxis(const Real (&u)[Degree + 1]) : single(u[Degree]) {
    for (int m = 0; m < kPairs; ++m) {
      const Real a = u[2 * m], b = u[2 * m + 1];
      pair[m] = Lanes<Real, 8>{a, a, a, a, b, b, b, b};
    }
  }
};

/// A sum over the first axes, still apart for each node of the last one.
template <int Degree, class Real>
struct RowSum {
  static constexpr int kPairs = (Degree + 1) / 2;
  Lanes<Real, 8> pair[kPairs] = {};
  Lanes<Real, 4> single = {};

  FROTH_INLINE void add(const Real* row, Real weight) {
    for (int m = 0; m < kPairs; ++m) pair[m] += load_lanes<Lanes<Real, 8>>(row + 8 * m) * weight;
    if constexpr (Degree % 2 == 0) single += load_lanes<Lanes<Real, 4>>(row + 4 * Degree) * weight;
  }
  FROTH_INLINE void add(const RowSum& other, Real weight) {
    for (int m = 0; m < kPairs; ++m) pair[m] += other.pair[m] * weight;
    if constexpr (Degree % 2 == 0) single += other.single * weight;
  }
  FROTH_INLINE Lanes<Real, 4> dot(const LastAxis<Degree, Real>& u) const {
    Lanes<Real, 8> sum = pair[0] * u.pair[0];
    for (int m = 1; m < kPairs; ++m) sum += pair[m] * u.pair[m];
    Lanes<Real, 4> total = lower<Real>(sum) + upper<Real>(sum);
    if constexpr (Degree % 2 == 0) total += single * u.single;
    return total;
  }
};

/// node_k += w_k r + u_k s along the last axis.
template <int Degree, class Real>
FROTH_INLINE void scatter_row(Real* row, const LastAxis<Degree, Real>& w, const LastAxis<Degree, Real>& u,
                              const Lanes<Real, 8>& r, const Lanes<Real, 8>& s) {
  for (int m = 0; m < w.kPairs; ++m) {
    Real* to = row + 8 * m;
    store_lanes(to, load_lanes<Lanes<Real, 8>>(to) + (r * w.pair[m] + s * u.pair[m]));
  }
  if constexpr (w.kHasSingle) {
    Real* to = row + 4 * Degree;
    store_lanes(to, load_lanes<Lanes<Real, 4>>(to) + (lower<Real>(r) * w.single + lower<Real>(s) * u.single));
  }
}

/// Adds constant times all weights, plus sum_a slope_a u_a times the weights of the other axes, to the nodes
/// from `base` on. With u = weight times distance this is w (constant + slope . d); with u = slope of the
/// weight and no constant it is slope . grad w.
template <int Dim, int Degree, class Real>
FROTH_INLINE void scatter(Real* base, const Real (&w)[Dim][Degree + 1], const Real (&u)[Dim][Degree + 1],
                          const Lanes<Real, 4>& constant, const Lanes<Real, 4> (&slope)[Dim]) {
  using Pair = Lanes<Real, 8>;
  using T = Tile<Dim, Real>;
  const LastAxis<Degree, Real> last_w(w[Dim - 1]), last_u(u[Dim - 1]);
  const Pair q = twice<Real>(constant), first = twice<Real>(slope[0]), final = twice<Real>(slope[Dim - 1]);
  for (int i = 0; i <= Degree; ++i) {
    const Pair at_i = q * w[0][i] + first * u[0][i], final_i = final * w[0][i];
    Real* plane = base + 4 * i * T::kStride[0];
    if constexpr (Dim == 2) {
      scatter_row<Degree, Real>(plane, last_w, last_u, at_i, final_i);
    } else {
      const Pair middle_i = twice<Real>(slope[1]) * w[0][i];
      for (int j = 0; j <= Degree; ++j)
        scatter_row<Degree, Real>(plane + 4 * j * T::kStride[1], last_w, last_u,
                                  at_i * w[1][j] + middle_i * u[1][j], final_i * w[1][j]);
    }
  }
}

/// Adds constant times all weights to the nodes from `base` on.
template <int Dim, int Degree, class Real>
FROTH_INLINE void scatter(Real* base, const Real (&w)[Dim][Degree + 1], const Lanes<Real, 4>& constant) {
  using T = Tile<Dim, Real>;
  const LastAxis<Degree, Real> last(w[Dim - 1]);
  const Lanes<Real, 8> q = twice<Real>(constant);
  const auto add_row = [&](Real* row, const Lanes<Real, 8>& r) {
    for (int m = 0; m < last.kPairs; ++m)
      store_lanes(row + 8 * m, load_lanes<Lanes<Real, 8>>(row + 8 * m) + r * last.pair[m]);
    if constexpr (Degree % 2 == 0)
      store_lanes(row + 4 * Degree,
                  load_lanes<Lanes<Real, 4>>(row + 4 * Degree) + lower<Real>(r) * last.single);
  };
  for (int i = 0; i <= Degree; ++i) {
    Real* plane = base + 4 * i * T::kStride[0];
    if constexpr (Dim == 2)
      add_row(plane, q * w[0][i]);
    else
      for (int j = 0; j <= Degree; ++j) add_row(plane + 4 * j * T::kStride[1], q * (w[0][i] * w[1][j]));
  }
}

/// sum w v over the stencil, and for each axis a the sum with u_a in place of w_a.
template <int Dim, class Real>
struct Gathered {
  Lanes<Real, 4> v;
  Lanes<Real, 4> along[Dim];
};

template <int Dim, int Degree, class Real>
FROTH_INLINE Gathered<Dim, Real> gather(const Real* base, const Real (&w)[Dim][Degree + 1],
                                        const Real (&u)[Dim][Degree + 1]) {
  using T = Tile<Dim, Real>;
  RowSum<Degree, Real> v, first, middle;
  for (int i = 0; i <= Degree; ++i) {
    const Real* plane = base + 4 * i * T::kStride[0];
    if constexpr (Dim == 2) {
      v.add(plane, w[0][i]);
      first.add(plane, u[0][i]);
    } else {
      RowSum<Degree, Real> v_i, middle_i;
      for (int j = 0; j <= Degree; ++j) {
        v_i.add(plane + 4 * j * T::kStride[1], w[1][j]);
        middle_i.add(plane + 4 * j * T::kStride[1], u[1][j]);
      }
      v.add(v_i, w[0][i]);
      first.add(v_i, u[0][i]);
      middle.add(middle_i, w[0][i]);
    }
  }
  const LastAxis<Degree, Real> last_w(w[Dim - 1]), last_u(u[Dim - 1]);
  Gathered<Dim, Real> g;
  g.v = v.dot(last_w);
  g.along[0] = first.dot(last_w);
  if constexpr (Dim == 3) g.along[1] = middle.dot(last_w);
  g.along[Dim - 1] = v.dot(last_u);
  return g;
}

/// sum w v over the stencil for the two numbers per node of a BeforeTile.
template <int Dim, int Degree, class Real>
FROTH_INLINE Vec2<Real> gather_two(const Real* base, const Real (&w)[Dim][Degree + 1]) {
  using Row = Lanes<Real, 8>;
  using T = Tile<Dim, Real>;
  Row sum{};
  for (int i = 0; i <= Degree; ++i) {
    const Real* plane = base + 2 * i * T::kStride[0];
    if constexpr (Dim == 2) {
      sum += load_lanes<Row>(plane) * w[0][i];
    } else {
      Row row{};
      for (int j = 0; j <= Degree; ++j) row += load_lanes<Row>(plane + 2 * j * T::kStride[1]) * w[1][j];
      sum += row * w[0][i];
    }
  }
  const Real* u = w[Dim - 1];
  const Real u3 = Degree == 3 ? u[Degree] : Real(0);  // a quadratic row ends before the vector does
  sum *= Row{u[0], u[0], u[1], u[1], u[2], u[2], u3, u3};
  const Lanes<Real, 4> half = lower<Real>(sum) + upper<Real>(sum);
  return {half[0] + half[2], half[1] + half[3]};
}

}  // namespace froth

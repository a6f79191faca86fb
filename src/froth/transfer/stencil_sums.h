// SPDX-License-Identifier: Apache-2.0
// The inner loops of the material point method: add a particle to its nodes, and sum its nodes for a
// particle. They factor the product of weights axis by axis, so that no product is formed twice, and take the
// nodes of the last axis together as a row. Source: the sums of [Fei2021], Eqs. (1) to (8); only their order
// of evaluation is ours.
#pragma once

#include <froth/transfer/stencil_packet.h>

namespace froth {

/// The nodes of a stencil along the last axis, four numbers each: in pairs and, for an odd count, a single
/// one.
template <int Degree, class Real>
struct Row {
  using Node = Lanes<Real, 4>;
  using Pair = Lanes<Real, 8>;
  static constexpr int kLanes = 4, kPairs = (Degree + 1) / 2;
  static constexpr bool kHasSingle = Degree % 2 == 0;
  Pair pair[kPairs];
  Node single;

  FROTH_INLINE static Row zero() { return Row{}; }
  FROTH_INLINE static Row load(const Real* from) {
    Row row;
    for (int m = 0; m < kPairs; ++m) row.pair[m] = load_lanes<Pair>(from + 8 * m);
    if constexpr (kHasSingle) row.single = load_lanes<Node>(from + 4 * Degree);
    return row;
  }
  FROTH_INLINE void store(Real* to) const {
    for (int m = 0; m < kPairs; ++m) store_lanes(to + 8 * m, pair[m]);
    if constexpr (kHasSingle) store_lanes(to + 4 * Degree, single);
  }
  /// Number n of `u` in all four numbers of node n.
  FROTH_INLINE static Row spread(const Real (&u)[4]) {
    const Node v = load_lanes<Node>(u);
    Row row;
    row.pair[0] = __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1);
    if constexpr (kHasSingle)
      row.single = __builtin_shufflevector(v, v, 2, 2, 2, 2);
    else
      row.pair[1] = __builtin_shufflevector(v, v, 2, 2, 2, 2, 3, 3, 3, 3);
    return row;
  }
  /// A node's numbers, once for each node of a pair.
  FROTH_INLINE static Pair node(const Real* from) { return twice<Real>(load_lanes<Node>(from)); }
  /// += other * weight, the weight the same number in all lanes.
  FROTH_INLINE void add(const Row& other, const Pair& weight) {
    for (int m = 0; m < kPairs; ++m) pair[m] += other.pair[m] * weight;
    if constexpr (kHasSingle) single += other.single * lower<Real>(weight);
  }
  FROTH_INLINE Row times(const Pair& weight) const {
    Row row;
    for (int m = 0; m < kPairs; ++m) row.pair[m] = pair[m] * weight;
    if constexpr (kHasSingle) row.single = single * lower<Real>(weight);
    return row;
  }
  /// The sum over nodes of their numbers times those of a spread row.
  FROTH_INLINE Node dot(const Row& spread) const {
    Pair sum = pair[0] * spread.pair[0];
    for (int m = 1; m < kPairs; ++m) sum += pair[m] * spread.pair[m];
    Node total = lower<Real>(sum) + upper<Real>(sum);
    if constexpr (kHasSingle) total += single * spread.single;
    return total;
  }
};

/// The same for nodes of eight numbers: one register each.
template <int Degree, class Real>
struct WideRow {
  using Node = Lanes<Real, 8>;
  using Pair = Node;  // what a weight is spread over
  static constexpr int kLanes = 8;
  Node node_[Degree + 1];

  FROTH_INLINE static WideRow zero() { return WideRow{}; }
  FROTH_INLINE static WideRow load(const Real* from) {
    WideRow row;
    for (int n = 0; n <= Degree; ++n) row.node_[n] = load_lanes<Node>(from + 8 * n);
    return row;
  }
  FROTH_INLINE void store(Real* to) const {
    for (int n = 0; n <= Degree; ++n) store_lanes(to + 8 * n, node_[n]);
  }
  FROTH_INLINE static WideRow spread(const Real (&u)[4]) {
    WideRow row;
    for (int n = 0; n <= Degree; ++n) row.node_[n] = all_lanes<Node>(u[n]);
    return row;
  }
  FROTH_INLINE static Pair node(const Real* from) { return load_lanes<Node>(from); }
  FROTH_INLINE void add(const WideRow& other, const Pair& weight) {
    for (int n = 0; n <= Degree; ++n) node_[n] += other.node_[n] * weight;
  }
  FROTH_INLINE WideRow times(const Pair& weight) const {
    WideRow row;
    for (int n = 0; n <= Degree; ++n) row.node_[n] = node_[n] * weight;
    return row;
  }
};

/// Adds constant times all weights, plus sum_a slope_a u_a times the weights of the other axes, to the nodes
/// from `base` on, for particle k of a packet. With u = weight times distance this is w (constant +
/// slope . d); with u = slope of the weight and no constant it is slope . grad w. R is the row to use: Row
/// for nodes of four numbers, WideRow for eight.
template <class R, int Dim, int Degree, class Real>
FROTH_INLINE void scatter(Real* base, const PacketAxes<Dim, Degree, Real>& w,
                          const PacketAxes<Dim, Degree, Real>& u, int k, const Real* constant,
                          const Real* const (&slope)[Dim]) {
  using Pair = typename R::Pair;
  using T = Tile<Dim, Real>;
  const auto all = [k](const Real* numbers) { return all_lanes<Pair>(numbers[k]); };
  const R last_w = R::spread(w.last[k]), last_u = R::spread(u.last[k]);
  R at = last_w.times(R::node(constant));
  at.add(last_u, R::node(slope[Dim - 1]));
  const R first = last_w.times(R::node(slope[0]));
  const R middle = Dim == 3 ? last_w.times(R::node(slope[Dim - 2])) : R::zero();
  for (int i = 0; i <= Degree; ++i) {
    const Pair w_i = all(w.first[0][i]);
    R at_i = at.times(w_i);
    at_i.add(first, all(u.first[0][i]));
    Real* plane = base + R::kLanes * i * T::kStride[0];
    if constexpr (Dim == 2) {
      R row = R::load(plane);
      row.add(at_i, all_lanes<Pair>(Real(1)));
      row.store(plane);
    } else {
      const R middle_i = middle.times(w_i);
      for (int j = 0; j <= Degree; ++j) {
        Real* to = plane + R::kLanes * j * T::kStride[1];
        R row = R::load(to);
        row.add(at_i, all(w.first[1][j]));
        row.add(middle_i, all(u.first[1][j]));
        row.store(to);
      }
    }
  }
}

/// sum w v over the stencil, and for each axis a the sum with u_a in place of w_a.
template <int Dim, class Real>
struct Gathered {
  Lanes<Real, 4> v;
  Lanes<Real, 4> along[Dim];
};

template <int Dim, int Degree, class Real>
FROTH_INLINE Gathered<Dim, Real> gather(const Real* base, const PacketAxes<Dim, Degree, Real>& w,
                                        const PacketAxes<Dim, Degree, Real>& u, int k) {
  using R = Row<Degree, Real>;
  using Pair = typename R::Pair;
  using T = Tile<Dim, Real>;
  const auto all = [k](const Real* numbers) { return all_lanes<Pair>(numbers[k]); };
  R v = R::zero(), first = R::zero(), middle = R::zero();
  for (int i = 0; i <= Degree; ++i) {
    const Real* plane = base + 4 * i * T::kStride[0];
    const Pair w_i = all(w.first[0][i]), u_i = all(u.first[0][i]);
    R v_i, middle_i;
    if constexpr (Dim == 2) {
      v_i = R::load(plane);
    } else {
      v_i = middle_i = R::zero();
      for (int j = 0; j <= Degree; ++j) {
        const R row = R::load(plane + 4 * j * T::kStride[1]);
        v_i.add(row, all(w.first[1][j]));
        middle_i.add(row, all(u.first[1][j]));
      }
      middle.add(middle_i, w_i);
    }
    v.add(v_i, w_i);
    first.add(v_i, u_i);
  }
  const R last_w = R::spread(w.last[k]), last_u = R::spread(u.last[k]);
  Gathered<Dim, Real> g;
  g.v = v.dot(last_w);
  g.along[0] = first.dot(last_w);
  if constexpr (Dim == 3) g.along[1] = middle.dot(last_w);
  g.along[Dim - 1] = v.dot(last_u);
  return g;
}

/// sum w v over the stencil for the two numbers per node of a BeforeTile.
template <int Dim, int Degree, class Real>
FROTH_INLINE Vec2<Real> gather_two(const Real* base, const PacketAxes<Dim, Degree, Real>& w, int k) {
  using Numbers = Lanes<Real, 8>;  // of four nodes; a quadratic kernel has weight zero for the last
  using T = Tile<Dim, Real>;
  Numbers sum{};
  for (int i = 0; i <= Degree; ++i) {
    const Real* plane = base + 2 * i * T::kStride[0];
    Numbers row{};
    if constexpr (Dim == 2)
      row = load_lanes<Numbers>(plane);
    else
      for (int j = 0; j <= Degree; ++j)
        row +=
            load_lanes<Numbers>(plane + 2 * j * T::kStride[1]) * all_lanes<Numbers>(w.first[Dim - 2][j][k]);
    sum += row * all_lanes<Numbers>(w.first[0][i][k]);
  }
  const auto last = load_lanes<Lanes<Real, 4>>(w.last[k]);
  sum *= __builtin_shufflevector(last, last, 0, 0, 1, 1, 2, 2, 3, 3);
  const Lanes<Real, 4> half = lower<Real>(sum) + upper<Real>(sum);
  return {half[0] + half[2], half[1] + half[3]};
}

}  // namespace froth

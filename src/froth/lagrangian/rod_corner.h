// SPDX-License-Identifier: Apache-2.0
// Bending and twist of a discrete elastic rod at one inner vertex, where the edges e0 and e1 meet. Each edge
// carries a unit director d across it, which follows the edge by parallel transport when vertices move and
// turns about it by the edge's own angle theta. With t the unit edges and d2 = t x d,
//   kb = 2 t0 x t1 / (1 + t0.t1)                              curvature binormal
//   kappa = ((d2_0 + d2_1).kb / 2, -(d_0 + d_1).kb / 2)       material curvature
//   m = angle about t1 from d_0, transported, to d_1          twist
//   E = B/l (|kb|^2 - 2 kappa.kappa_rest + |kappa_rest|^2) + C/l (m - m_rest)^2,   l = |e0| + |e1| at rest
// The first part is the mean of |kappa_j - kappa_rest|^2 over the two edges' own frames, so that bending and
// twist of a straight rod do not mix. In the plane d is the normal of the plane and m is zero.
// Source: [Bergou2008], Eqs. (1) to (3) and section 4.2; derivatives of kappa and m [Bergou2010], section 5.
// Differs from [Bergou2008]: the denominator of kb has the present lengths of the edges.
#pragma once

#include <froth/base/dual.h>
#include <froth/base/mat.h>

namespace froth {

/// The edges and directors at an inner vertex.
template <class Real>
struct RodCorner {
  Vec3<Real> e0, e1;  ///< [m]
  Vec3<Real> d0, d1;  ///< unit, across their edges [-]
};

template <class Real>
struct RodCornerRest {
  Real length;        ///< |e0| + |e1| [m]
  Real curvature[2];  ///< material curvature [-]
  Real twist;         ///< [-]
};

template <class Real>
struct RodStiffness {
  Real bending;   ///< B = E I [N m^2]
  Real twisting;  ///< C = G J [N m^2]
};

/// Derivatives by what a corner depends on: the two edges and their angles. Those by the three vertices are
/// -e0, e0 - e1, e1.
template <class Real>
struct RodGradient {
  Vec3<Real> e0, e1;
  Real theta0, theta1;
};

/// What all quantities of a corner are made of.
template <class Real>
struct RodCornerFrame {
  Vec3<Real> t0, t1, kb;
  Real length0, length1, cosine;

  FROTH_INLINE explicit RodCornerFrame(const RodCorner<Real>& at) {
    length0 = norm(at.e0), length1 = norm(at.e1);
    t0 = at.e0 / length0, t1 = at.e1 / length1;
    cosine = dot(t0, t1);
    kb = cross(t0, t1) * (Real(2) / (Real(1) + cosine));
  }
};

/// `d`, across the unit vector a, turned as a is turned to the unit vector b on the shortest way.
template <class Real>
FROTH_INLINE Vec3<Real> parallel_transport(const Vec3<Real>& d, const Vec3<Real>& a, const Vec3<Real>& b) {
  const Vec3<Real> axis = cross(a, b);
  const Real c = dot(a, b);
  return d * c + cross(axis, d) + axis * (dot(axis, d) / (Real(1) + c));
}

/// The twist m in (-pi, pi].
template <class Real>
FROTH_INLINE Real twist_angle(const RodCorner<Real>& at, const RodCornerFrame<Real>& frame) {
  const Vec3<Real> carried = parallel_transport(at.d0, frame.t0, frame.t1);
  return atan2(dot(cross(carried, at.d1), frame.t1), dot(carried, at.d1));
}
/// The angle that differs from `m` by whole turns and is nearest to `before`, which counts turns.
template <class Real>
FROTH_INLINE Real nearest_turn(Real m, decltype(value_of(m)) before) {
  using T = decltype(value_of(m));
  const T turn = T(6.283185307179586);
  return m + Real(turn * std::floor((before - value_of(m)) / turn + T(0.5)));
}

/// kappa, along the two directors.
template <class Real>
FROTH_INLINE Vec2<Real> material_curvature(const RodCorner<Real>& at, const RodCornerFrame<Real>& f) {
  const Vec3<Real> across = cross(f.t0, at.d0) + cross(f.t1, at.d1);
  return {Real(0.5) * dot(across, f.kb), Real(-0.5) * dot(at.d0 + at.d1, f.kb)};
}
/// Derivatives of both components of kappa.
template <class Real>
FROTH_INLINE void curvature_gradients(const RodCorner<Real>& at, const RodCornerFrame<Real>& f,
                                      RodGradient<Real> (&g)[2]) {
  const Real chi = Real(1) + f.cosine;
  const Vec3<Real> across0 = cross(f.t0, at.d0), across1 = cross(f.t1, at.d1);
  const Vec3<Real> t = (f.t0 + f.t1) / chi, d = (at.d0 + at.d1) / chi, d2 = (across0 + across1) / chi;
  const Vec2<Real> kappa = material_curvature(at, f);
  g[0] = {(cross(f.t1, d2) - t * kappa[0]) / f.length0, (-cross(f.t0, d2) - t * kappa[0]) / f.length1,
          Real(-0.5) * dot(f.kb, at.d0), Real(-0.5) * dot(f.kb, at.d1)};
  g[1] = {(-cross(f.t1, d) - t * kappa[1]) / f.length0, (cross(f.t0, d) - t * kappa[1]) / f.length1,
          Real(-0.5) * dot(f.kb, across0), Real(-0.5) * dot(f.kb, across1)};
}
template <class Real>
FROTH_INLINE RodGradient<Real> twist_gradient(const RodCornerFrame<Real>& f) {
  return {f.kb / (Real(2) * f.length0), f.kb / (Real(2) * f.length1), Real(-1), Real(1)};
}

/// Energies of bending and of twist apart [J]; `turns` is the twist before, for whole turns.
template <class Real>
FROTH_INLINE Vec2<Real> rod_corner_energy(const RodCorner<Real>& at, const RodCornerRest<Real>& rest,
                                          const RodStiffness<Real>& stiff, Real turns) {
  const RodCornerFrame<Real> f(at);
  const Vec2<Real> kappa = material_curvature(at, f), natural{rest.curvature[0], rest.curvature[1]};
  const Real m = nearest_turn(twist_angle(at, f), turns) - rest.twist;
  const Real bend = dot(f.kb, f.kb) - Real(2) * dot(kappa, natural) + dot(natural, natural);
  return {stiff.bending / rest.length * bend, stiff.twisting / rest.length * m * m};
}

/// The gradients of both components of kappa and of the twist: what forces and stiffness are made of.
template <class Real>
struct RodSlopes {
  RodGradient<Real> kappa[2], twist;

  FROTH_INLINE RodSlopes(const RodCorner<Real>& at, const RodCornerFrame<Real>& f)
      : twist(twist_gradient(f)) {
    curvature_gradients(at, f, kappa);
  }
};

/// The gradient of both energies together.
template <class Real>
FROTH_INLINE RodGradient<Real> rod_corner_gradient(const RodCorner<Real>& at, const RodCornerRest<Real>& rest,
                                                   const RodStiffness<Real>& stiff,
                                                   decltype(value_of(rest.twist)) turns,
                                                   const RodCornerFrame<Real>& f,
                                                   const RodSlopes<Real>& slopes) {
  const Real b = stiff.bending / rest.length, chi = Real(1) + f.cosine;
  // |kb|^2 = 4 (1 - c) / (1 + c), whose slope by c is -8 / (1 + c)^2.
  const Real slope = b * Real(-8) / (chi * chi);
  const auto& [kappa, twist] = slopes;
  const Real k0 = Real(-2) * b * rest.curvature[0], k1 = Real(-2) * b * rest.curvature[1];
  const Real m = nearest_turn(twist_angle(at, f), turns) - rest.twist;
  const Real moment = Real(2) * stiff.twisting / rest.length * m;
  return {(f.t1 - f.t0 * f.cosine) * (slope / f.length0) + kappa[0].e0 * k0 + kappa[1].e0 * k1 +
              twist.e0 * moment,
          (f.t0 - f.t1 * f.cosine) * (slope / f.length1) + kappa[0].e1 * k0 + kappa[1].e1 * k1 +
              twist.e1 * moment,
          kappa[0].theta0 * k0 + kappa[1].theta0 * k1 - moment,
          kappa[0].theta1 * k0 + kappa[1].theta1 * k1 + moment};
}
template <class Real>
FROTH_INLINE RodGradient<Real> rod_corner_gradient(const RodCorner<Real>& at, const RodCornerRest<Real>& rest,
                                                   const RodStiffness<Real>& stiff,
                                                   decltype(value_of(rest.twist)) turns) {
  const RodCornerFrame<Real> f(at);
  return rod_corner_gradient(at, rest, stiff, turns, f, RodSlopes<Real>(at, f));
}

/// Unknowns of a corner in one row: e0, e1, theta0, theta1.
inline constexpr int kCornerUnknowns = 8;

template <class Real>
FROTH_INLINE void to_row(const RodGradient<Real>& g, Real (&row)[kCornerUnknowns]) {
  for (int d = 0; d < 3; ++d) row[d] = g.e0[d], row[3 + d] = g.e1[d];
  row[6] = g.theta0, row[7] = g.theta1;
}

/// The corner and how it changes with unknown `u`, directors carried along.
template <class Real>
FROTH_INLINE RodCorner<Dual<Real>> varied(const RodCorner<Real>& at, int u) {
  Vec3<Real> de0{}, de1{};
  if (u < 3) de0[u] = Real(1);
  if (u >= 3 && u < 6) de1[u - 3] = Real(1);
  const auto director = [](const Vec3<Real>& e, const Vec3<Real>& de, const Vec3<Real>& d, Real turn) {
    const Real size = norm(e);
    const Vec3<Real> t = e / size;
    return cross(t, d) * turn - t * (dot(d, de) / size);  // to first order that of parallel transport
  };
  return {dual(at.e0, de0), dual(at.e1, de1),
          dual(at.d0, director(at.e0, de0, at.d0, u == 6 ? Real(1) : Real(0))),
          dual(at.d1, director(at.e1, de1, at.d1, u == 7 ? Real(1) : Real(0)))};
}

/// The exact Hessian of both energies, for directors that are carried straight from here: carrying them on a
/// detour turns them by the solid angle that it encloses, which shows in the part that is not symmetric.
template <class Real>
FROTH_INLINE void rod_corner_hessian(const RodCorner<Real>& at, const RodCornerRest<Real>& rest,
                                     const RodStiffness<Real>& stiff, Real turns,
                                     Real (&hessian)[kCornerUnknowns][kCornerUnknowns]) {
  using D = Dual<Real>;
  const RodCornerRest<D> rest_d{rest.length, {rest.curvature[0], rest.curvature[1]}, rest.twist};
  const RodStiffness<D> stiff_d{stiff.bending, stiff.twisting};
  Real column[kCornerUnknowns][kCornerUnknowns];
  for (int u = 0; u < kCornerUnknowns; ++u) {
    D row[kCornerUnknowns];
    to_row(rod_corner_gradient(varied(at, u), rest_d, stiff_d, turns), row);
    for (int k = 0; k < kCornerUnknowns; ++k) column[u][k] = row[k].slope;
  }
  for (int r = 0; r < kCornerUnknowns; ++r)
    for (int c = 0; c < kCornerUnknowns; ++c) hessian[r][c] = Real(0.5) * (column[r][c] + column[c][r]);
}

/// The part of the Hessian that is made of first derivatives alone (Gauss-Newton) is the sum of weight times
/// slope times slope over the two components of kappa and the twist: never negative, and all of it where
/// curvature and twist are those of rest.
template <class Real>
struct RodWeights {
  Real kappa, twist;

  FROTH_INLINE RodWeights(const RodCornerRest<Real>& rest, const RodStiffness<Real>& stiff,
                          const RodCornerFrame<Real>& f)
      : kappa(Real(2) * stiff.bending / rest.length),
        // The frames of two twisted edges differ by m, which costs B/l |kb|^2 sin^2(m/2).
        twist((Real(2) * stiff.twisting + Real(0.5) * stiff.bending * dot(f.kb, f.kb)) / rest.length) {}
};

template <class Real>
FROTH_INLINE void positive_rod_hessian(const RodCorner<Real>& at, const RodCornerRest<Real>& rest,
                                       const RodStiffness<Real>& stiff,
                                       Real (&hessian)[kCornerUnknowns][kCornerUnknowns]) {
  const RodCornerFrame<Real> f(at);
  const RodSlopes<Real> slopes(at, f);
  const RodWeights<Real> weights(rest, stiff, f);
  Real row[3][kCornerUnknowns];
  to_row(slopes.kappa[0], row[0]);
  to_row(slopes.kappa[1], row[1]);
  to_row(slopes.twist, row[2]);
  for (int r = 0; r < kCornerUnknowns; ++r)
    for (int s = 0; s < kCornerUnknowns; ++s)
      hessian[r][s] = weights.kappa * (row[0][r] * row[0][s] + row[1][r] * row[1][s]) +
                      weights.twist * row[2][r] * row[2][s];
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Bending of a shell about the edge x0 x1 of two triangles, whose other corners are x2 and x3:
//   E = k (theta - theta_rest)^2 |e|/h,  h a third of the mean height of the triangles, both at rest.
// theta is 0 where they are flat, negative where the flaps rise to the side of nA = (x1-x0) x (x2-x0).
// Source: [Grinspun2003], section 3; the gradient as in [Bridson2003], section 4.
#pragma once

#include <froth/base/dual.h>

namespace froth {

template <class Real>
struct HingeRest {
  Real stiffness;    ///< k [N m]
  Real slenderness;  ///< |e|/h [-]
  Real angle;        ///< [-]
};

template <class Real>
FROTH_INLINE Real hinge_angle(const Vec3<Real> (&x)[4]) {
  const Vec3<Real> e = x[1] - x[0];
  const Vec3<Real> a = cross(e, x[2] - x[0]), b = cross(x[3] - x[0], e);
  return atan2(dot(cross(a, b), e) / norm(e), dot(a, b));
}

/// d theta / dx of the four corners.
template <class Real>
FROTH_INLINE void hinge_angle_gradient(const Vec3<Real> (&x)[4], Vec3<Real> (&g)[4]) {
  const Vec3<Real> e = x[1] - x[0];
  const Real square = dot(e, e), size = sqrt(square);
  const Vec3<Real> a = cross(e, x[2] - x[0]), b = cross(x[3] - x[0], e);
  g[2] = a * (-size / dot(a, a));
  g[3] = b * (-size / dot(b, b));
  // Feet of the heights along the edge.
  const Real foot_a = dot(x[2] - x[0], e) / square, foot_b = dot(x[3] - x[0], e) / square;
  g[0] = g[2] * (foot_a - Real(1)) + g[3] * (foot_b - Real(1));
  g[1] = g[2] * (-foot_a) + g[3] * (-foot_b);
}

/// Of triangles a, b with these areas at rest on an edge of this length.
template <class Real>
FROTH_INLINE Real hinge_slenderness(Real length, Real area_a, Real area_b) {
  return Real(3) * length * length / (area_a + area_b);
}

template <class Real>
FROTH_INLINE Real hinge_energy(const Vec3<Real> (&x)[4], const HingeRest<Real>& rest) {
  const Real turn = hinge_angle(x) - rest.angle;
  return rest.stiffness * rest.slenderness * turn * turn;
}

template <class Real>
FROTH_INLINE void hinge_gradient(const Vec3<Real> (&x)[4], const HingeRest<Real>& rest, Vec3<Real> (&g)[4]) {
  hinge_angle_gradient(x, g);
  const Real moment = Real(2) * rest.stiffness * rest.slenderness * (hinge_angle(x) - rest.angle);
  for (Vec3<Real>& one : g) one *= moment;
}

/// Change of the gradient for small moves of the corners, exactly.
template <class Real>
FROTH_INLINE void hinge_differential(const Vec3<Real> (&x)[4], const HingeRest<Real>& rest,
                                     const Vec3<Real> (&dx)[4], Vec3<Real> (&dg)[4]) {
  using D = Dual<Real>;
  Vec3<D> both[4], g[4];
  for (int k = 0; k < 4; ++k) both[k] = dual(x[k], dx[k]);
  hinge_gradient(both, HingeRest<D>{rest.stiffness, rest.slenderness, rest.angle}, g);
  for (int k = 0; k < 4; ++k) dg[k] = slopes(g[k]);
}

/// The part of the differential that is never negative (Gauss-Newton), from gradients of the angle.
template <class Real>
FROTH_INLINE void positive_hinge_differential(const Vec3<Real> (&slope)[4], const HingeRest<Real>& rest,
                                              const Vec3<Real> (&dx)[4], Vec3<Real> (&dg)[4]) {
  Real turn = Real(0);
  for (int k = 0; k < 4; ++k) turn += dot(slope[k], dx[k]);
  for (int k = 0; k < 4; ++k) dg[k] = slope[k] * (Real(2) * rest.stiffness * rest.slenderness * turn);
}

}  // namespace froth

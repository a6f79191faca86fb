// SPDX-License-Identifier: Apache-2.0
// Frictional contact of sheets and strands through the grid: what deforms along the manifold belongs to the
// elements, what deforms across it is a body without cohesion that rubs. J across the manifold and a shear
// stress are kept per vertex; the stress is
//   tau = -p N + s,  p = kappa/2 (1 - J^2),  |s| <= mu p,  nothing where J returns to 1,
// with N the projection onto the directions across: n n^T of a sheet, I - t t^T of a strand.
// Source: [Jiang2017], sections 4 and 5, the split and its return mapping; pressure of [Simo1988]'s
// volumetric energy, as [Fei2021], section 6, has it. Differs from both: the shear stress is integrated in
// time, turned by the spin of the grid, in place of directors that are carried along.
#pragma once

#include <algorithm>
#include <cmath>

#include <froth/base/mat.h>

namespace froth {

struct ManifoldContact {
  double modulus = 0;   ///< kappa, against compression across the manifold [Pa]; 0: no contact
  double friction = 0;  ///< mu, tangent of the friction angle [-]

  /// Of Poisson's ratio 0.3.
  double shear() const { return modulus * 3 * (1 - 2 * 0.3) / (2 * (1 + 0.3)); }
  double wave_speed(double density) const { return std::sqrt((modulus + 4 * shear() / 3) / density); }
  double pressure(double log_J) const { return modulus / 2 * (1 - std::exp(2 * log_J)); }
};

/// What is across a manifold, and what is not.
struct AcrossManifold {
  Mat3<double> N;

  static AcrossManifold sheet(const Vec3<double>& normal) { return {outer(normal, normal)}; }
  static AcrossManifold strand(const Vec3<double>& tangent) {
    return {Mat3<double>::identity() - outer(tangent, tangent)};
  }
  /// Rate at which the room across the manifold grows, for a velocity gradient [1/s].
  double divergence(const Mat3<double>& L) const { return trace(L * N); }
  /// The part of a symmetric matrix that shears across: not along the manifold, and without pressure.
  Mat3<double> shear_of(const Mat3<double>& S) const {
    const Mat3<double> across = N * S * N;
    return S * N + N * S - across * 2.0 + across - N * (trace(across) / trace(N));
  }
};

/// Norm of a shear stress that is its size where it acts in one plane alone.
inline double shear_size(const Mat3<double>& s) {
  double sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) sum += s(r, c) * s(r, c);
  return std::sqrt(sum / 2);
}

/// Advances log J across the manifold and the stress of a vertex by a step with velocity gradient L.
inline Mat3<double> contact_stress(const ManifoldContact& law, const AcrossManifold& across,
                                   const Mat3<double>& L, double dt, double& log_J,
                                   const Mat3<double>& before) {
  log_J += dt * across.divergence(L);
  if (!(log_J < 0)) {  // apart: nothing holds, nothing rubs
    log_J = 0;
    return {};
  }
  const Mat3<double> D = (L + transpose(L)) * 0.5, W = (L - transpose(L)) * 0.5;
  const Mat3<double> turned = before + (W * before - before * W) * dt;
  Mat3<double> s = across.shear_of(turned) + across.shear_of(D) * (2 * law.shear() * dt);
  const double p = law.pressure(log_J), size = shear_size(s);
  if (size > law.friction * p) s = s * (law.friction * p / size);
  return s - across.N * p;
}

/// Energy per rest volume of log J and of a shear stress [Pa].
inline double contact_energy(const ManifoldContact& law, double log_J, const Mat3<double>& shear) {
  const double size = shear_size(shear);
  return law.modulus / 4 * (std::exp(2 * log_J) - 1 - 2 * log_J) + size * size / (2 * law.shear());
}

}  // namespace froth

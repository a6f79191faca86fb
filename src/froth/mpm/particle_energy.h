// SPDX-License-Identifier: Apache-2.0
// Energy of particles. Source: [Jiang2015], the affine part: a particle stands for momentum w m (v + C d)
// on its nodes, so that its kinetic energy gains m D |C|^2 / 2, with D the second moment of the kernel.
#pragma once

#include <froth/mpm/particle_reader.h>
#include <froth/mpm/state.h>
#include <froth/mpm/state_planes.h>
#include <froth/transfer/polynomial_modes.h>

namespace froth {

/// D of the kernel [m^2], where the scheme's particles carry an affine part that their velocity does not
/// hold; else zero.
template <int Dim>
double affine_moment(const MpmSettings<Dim>& settings) {
  const double dx = settings.lattice.dx;
  return settings.scheme.counts_affine() ? dx * dx / (settings.lattice.degree == 2 ? 4 : 3) : 0.0;
}

inline double squared_norm(const Mat3<double>& m) {
  double s = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) s += m(r, c) * m(r, c);
  return s;
}

/// Kinetic and elastic energy of some particles of a body [J].
template <int Dim, class Real>
double energy_of(const MpmSettings<Dim>& settings, const MpmBody<Dim, Real>& body,
                 const std::vector<std::uint32_t>& slots) {
  const ParticleReader<Dim, Real> read(body.particles, settings.lattice);
  const double moment = affine_moment(settings);
  const auto one_law = [&]<class L>(const L& law) {
    const StatePlanes<L, const Real> states(body.particles);
    const LawPlanes<L, const Real> laws(body.particles);
    double sum = 0;
    for (const std::uint32_t s : slots) {
      const L own = laws.varies() ? laws.load(s) : law;
      const Vec3<double> v = read.velocity(s);
      sum += double(read.p.mass[s]) / 2 * (dot(v, v) + moment * squared_norm(read.affine(s)));
      if (read.p.modes[0] != nullptr) sum += energy_of_modes(read.p, s);
      sum += double(read.p.V0[s]) * double(own.energy(states.load(s)));
    }
    return sum;
  };
  return std::visit(one_law, body.law);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Deforms every particle by the velocity gradient it gathered, lets its law respond, and stores the stress
// for the next scatter. The loop is instantiated per law. Source: [Fei2021], section 4 (F <- (I + dt grad v)
// F); each law's header names its own.
#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/solvers/explicit_mpm/state_planes.h>

namespace froth {

namespace {

struct MaterialReport {
  double max_wave_speed = 0;
  Index bad_particle = -1;
};

MaterialReport combine(const MaterialReport& a, const MaterialReport& b) {
  return {std::max(a.max_wave_speed, b.max_wave_speed),
          a.bad_particle >= 0 ? a.bad_particle : b.bad_particle};
}

template <int Dim, class Real>
FROTH_INLINE Mat3<Real> gradient_of(const ParticleView<Dim, Real>& p, Index s) {
  Mat<Dim, Real> L{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) L(r, c) = p.grad_v[r * Dim + c][s];
  return lift(L);
}

template <int Dim, class Real>
FROTH_INLINE void store_stress(const ParticleView<Dim, Real>& p, Index s, const Sym3<Real>& tau) {
  p.tau[0][s] = tau.xx, p.tau[1][s] = tau.yy, p.tau[2][s] = tau.zz;
  p.tau[3][s] = tau.xy, p.tau[4][s] = tau.xz, p.tau[5][s] = tau.yz;
}

/// `dt` zero leaves the strain alone and only computes the stress.
template <int Dim, class Real, class L>
MaterialReport respond(const L& law, MpmBody<Dim, Real>& body, const ParticleView<Dim, Real>& p, Real dt) {
  const StatePlanes<L, Real> states(body.particles);
  const Real density = Real(body.density);
  const auto map = [&](const Chunk& c) {
    Real fastest = 0;
    Index bad = -1;
    for (Index s = c.begin; s < c.end; ++s) {
      const Mat3<Real> grad_v = gradient_of(p, s);
      typename L::State state = states.load(s);
      if (dt > 0) state = law.deform(state, dt * grad_v, dt);
      states.store(s, state);
      const Sym3<Real> tau = law.kirchhoff(state, grad_v);
      store_stress(p, s, tau);
      const Real speed = law.wave_speed(state, density);
      fastest = speed > fastest ? speed : fastest;
      // Any not-a-number or infinity of stress or stiffness survives into this sum.
      if (!(std::abs(trace(tau)) + dot(tau, tau) + speed < std::numeric_limits<Real>::max()) && bad < 0)
        bad = s;
    }
    return MaterialReport{double(fastest), bad};
  };
  return ordered_reduce(p.count, MaterialReport{}, map, combine);
}

}  // namespace

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::update_material(double time, double dt) {
  const StageClock::Scope scope(clock_, "material");
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    MpmBody<Dim, Real>& body = bodies_[b];
    const ParticleView<Dim, Real> view = view_of<Dim, Real>(body.particles);
    const MaterialReport report =
        std::visit([&](const auto& law) { return respond<Dim, Real>(law, body, view, Real(dt)); }, body.law);
    body.max_wave_speed = report.max_wave_speed;
    if (report.bad_particle >= 0)
      return lost_particle(b, report.bad_particle, time, "has a stress that is not a number");
  }
  return {};
}

template class ExplicitMpm<2, float>;
template class ExplicitMpm<2, double>;
template class ExplicitMpm<3, float>;
template class ExplicitMpm<3, double>;

}  // namespace froth

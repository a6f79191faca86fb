// SPDX-License-Identifier: Apache-2.0
// Deforms every particle by the velocity gradient it gathered, lets its law respond, and stores the stress
// for the next scatter. The loop is instantiated per law. Source: [Fei2021], section 4 (F <- (I + dt grad v)
// F); each law's header names its own.
#include <algorithm>
#include <limits>
#include <tuple>

#include <froth/materials/respond.h>
#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>

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
FROTH_INLINE Mat3<Pack<Real>> gradient_of(const ParticleView<Dim, Real>& p, Index s, int count) {
  Mat<Dim, Pack<Real>> L{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) L(r, c) = Pack<Real>::load(p.grad_v[r * Dim + c] + s, count);
  return lift(L);
}

template <int Dim, class Real>
FROTH_INLINE void store_stress(const ParticleView<Dim, Real>& p, Index s, int count,
                               const Sym3<Pack<Real>>& tau) {
  tau.xx.store(p.tau[0] + s, count), tau.yy.store(p.tau[1] + s, count), tau.zz.store(p.tau[2] + s, count);
  tau.xy.store(p.tau[3] + s, count), tau.xz.store(p.tau[4] + s, count), tau.yz.store(p.tau[5] + s, count);
}

/// Where a particle's law comes from. An elastic law without damping is a form of its own: loops are faster
/// by a twentieth where the compiler knows that the rate of strain has no say.
enum class LawForm { OneForAll, OneUndamped, OneEach };

/// One law over one range of slots, a pack of particles at a time. `dt` zero leaves the strain alone and only
/// computes the stress.
template <int Dim, class Real, class L, LawForm Form>
class MaterialLoop {
 public:
  using Wide = Pack<Real>;

  MaterialLoop(const L& law, MpmBody<Dim, Real>& body, Real dt, GradientOf gradient)
      : law_(law.template as<Wide>()),
        laws_(body.particles),
        states_(body.particles),
        p_(view_of<Dim, Real>(body.particles)),
        density_(Real(body.density)),
        separation_ratio_(Real(body.separation_ratio)),
        dt_(dt),
        is_solved_(gradient == GradientOf::Solve) {}

  MaterialReport operator()(Index first, Index last) const {
    Wide fastest(0);
    Index bad = -1;
    for (Index s = first; s < last; s += Wide::kSize) {
      const int count = static_cast<int>(std::min<Index>(Wide::kSize, last - s));
      const Wide badness = step(s, count, fastest);
      if (any(badness > Wide(0)) && bad < 0)
        for (int k = count - 1; k >= 0; --k)
          if (badness[k] > 0) bad = s + k;
    }
    Real most = 0;
    for (int k = 0; k < Wide::kSize; ++k) most = std::max(most, fastest[k]);
    return {double(most), bad};
  }

 private:
  /// Returns 1 in the lanes of particles whose stress or stiffness is not a number.
  FROTH_INLINE Wide step(Index s, int count, Wide& fastest) const {
    using WideLaw = decltype(law_);
    using WideState = decltype(law_.rest());
    const WideLaw law = law_of(s, count);
    const Mat3<Wide> grad_v = gradient_of(p_, s, count);
    WideState state = states_.template load_pack<WideState>(s, count);
    Sym3<Wide> tau;
    if (dt_ > 0) {
      std::tie(state, tau) = after_step(law, state, grad_v);
      states_.store_pack(s, count, state);
    } else {
      tau = law.kirchhoff(state, grad_v);
    }
    store_stress(p_, s, count, tau);
    if (p_.volume_ratio_to_separation != nullptr) {
      const Wide critical = separation_ratio_ > 0 ? Wide(separation_ratio_) : law.separation_ratio(state);
      (law.volume_ratio(state) / critical).store(p_.volume_ratio_to_separation + s, count);
    }
    const Wide speed = law.wave_speed(state, Wide(density_));
    fastest = max(fastest, speed);
    // Any not-a-number or infinity of stress or stiffness survives into this sum, and fails the comparison.
    const Wide sum = abs(trace(tau)) + dot(tau, tau) + speed;
    return select(sum < Wide(std::numeric_limits<Real>::max()), Wide(0), Wide(1));
  }

  /// State and stress after a step.
  template <class WideLaw, class WideState>
  FROTH_INLINE std::tuple<WideState, Sym3<Wide>> after_step(const WideLaw& law, const WideState& state,
                                                            const Mat3<Wide>& grad_v) const {
    const Mat3<Wide> A = grad_v * Wide(dt_);
    if constexpr (requires { law.solved(state, A, Wide(dt_)); })
      if (is_solved_) {
        const WideState next = law.solved(state, A, Wide(dt_));
        return {next, law.kirchhoff(next, grad_v)};
      }
    const auto response = respond(law, state, A, grad_v, Wide(dt_));
    return {response.state, response.tau};
  }

  FROTH_INLINE auto law_of(Index s, int count) const {
    if constexpr (Form == LawForm::OneEach)
      return laws_.template load_pack<std::remove_const_t<decltype(law_)>>(s, count);
    else if constexpr (Form == LawForm::OneUndamped)
      return law_.undamped();
    else
      return law_;
  }

  decltype(std::declval<L>().template as<Wide>()) law_;
  LawPlanes<L, Real> laws_;
  StatePlanes<L, Real> states_;
  ParticleView<Dim, Real> p_;
  Real density_, separation_ratio_, dt_;
  bool is_solved_;
};

template <LawForm Form, int Dim, class Real, class L>
MaterialReport respond_all(const L& law, MpmBody<Dim, Real>& body, Index first, double dt,
                           GradientOf gradient) {
  const MaterialLoop<Dim, Real, L, Form> loop(law, body, Real(dt), gradient);
  return ordered_reduce(
      body.particles.count() - first, MaterialReport{},
      [&](const Chunk& c) { return loop(first + c.begin, first + c.end); }, combine);
}

}  // namespace

template <int Dim, class Real>
StepReport respond_from(MpmBody<Dim, Real>& body, Index first, double time, double dt, GradientOf gradient) {
  if (body.elements != nullptr) {
    update_vertices(body, dt);
    return {};
  }
  const MaterialReport report = std::visit(
      [&](const auto& law) {
        if (body.law_at) return respond_all<LawForm::OneEach>(law, body, first, dt, gradient);
        if constexpr (requires { law.undamped(); })
          if (!(law.viscosity() > 0))
            return respond_all<LawForm::OneUndamped>(law, body, first, dt, gradient);
        return respond_all<LawForm::OneForAll>(law, body, first, dt, gradient);
      },
      body.law);
  body.max_wave_speed =
      first == 0 ? report.max_wave_speed : std::max(body.max_wave_speed, report.max_wave_speed);
  if (report.bad_particle < 0) return {};
  return lost_particle(body, report.bad_particle, time, "has a stress that is not a number");
}

template <int Dim, class Real>
StepReport update_material(MpmBodies<Dim, Real>& bodies, double time, double dt, GradientOf gradient) {
  for (MpmBody<Dim, Real>& body : bodies)
    if (StepReport report = respond_from(body, 0, time, dt, gradient); !report.ok()) return report;
  return {};
}

#define FROTH_INSTANCE(Dim, Real)                                                           \
  template StepReport respond_from(MpmBody<Dim, Real>&, Index, double, double, GradientOf); \
  template StepReport update_material(MpmBodies<Dim, Real>&, double, double, GradientOf);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

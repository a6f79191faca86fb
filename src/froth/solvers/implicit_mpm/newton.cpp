// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/newton.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace froth {

namespace {

/// Share of the expected decrease that a step must bring [Nocedal2006], Eq. (3.4).
constexpr double kDecrease = 1e-4;
/// Halvings of a step before the search gives up.
constexpr int kMostHalvings = 24;
/// Shorter than this the direction was a poor one: Hessians are cut before the next.
constexpr double kPoorStep = 1.0 / 32;
/// Friction follows the normal forces of this many iterations, then keeps the last.
constexpr int kLagUpdates = 6;

template <int Dim, class Real>
class Minimiser {
 public:
  using Field = NodeField<Dim, Real>;

  Minimiser(StepProblem<Dim, Real>& problem, const ImplicitSettings& settings, double tolerance, Field& v,
            StageClock& clock)
      : problem_(problem), settings_(settings), tolerance_(tolerance), v_(v), clock_(clock) {
    for (Field* field : {&g_, &full_g_, &dv_, &stepped_, &trial_, &cg_.r, &cg_.z, &cg_.p, &cg_.product})
      *field = problem.make_field();
  }

  NewtonReport run(const Field& before) {
    if (!start(before)) {
      report_.reason = "no velocity was found that turns no particle inside out";
      return report_;
    }
    double first = 0;
    int stalls = 0;
    for (;; ++report_.newton) {
      const bool released = take_gradient();
      report_.residual = problem_.speed_of(g_);
      if (report_.newton == 0) first = report_.residual;
      if (!std::isfinite(report_.residual)) return failed("its forces are not numbers");
      if (!released && report_.newton >= least_iterations() && report_.residual <= tolerance_)
        return converged();
      timed("blocks", [&] { problem_.build_preconditioner(v_); });
      const double floor = std::max(tolerance_, problem_.rounding_speed());
      if (!released && report_.newton >= least_iterations() && report_.residual <= floor) return converged();
      if (report_.newton == settings_.newton_iterations)
        return failed(fmt::format("{} iterations of Newton's method left {:.3g} m/s of {:.3g} m/s",
                                  report_.newton, report_.residual, tolerance_));
      // Superlinear, [Nocedal2006], section 7.1; no further than the end needs.
      const double reduction =
          std::clamp(std::sqrt(report_.residual / first), 0.2 * tolerance_ / report_.residual, 0.1);
      const CgReport cg = timed("cg", [&] {
        return solve_newton_step(problem_, v_, g_, std::min(reduction, 0.5), settings_.cg_iterations,
                                 settings_.preconditions, cg_, dv_);
      });
      report_.cg += cg.iterations;
      const double length = search();
      if (length == 0 && ++stalls == 2)
        return failed(fmt::format("no step lowers the energy; {:.3g} m/s of {:.3g} m/s are left",
                                  report_.residual, tolerance_));
      if (length > 0) stalls = 0;
      if (length < kPoorStep || (cg.met_negative && cg.iterations == 1)) {
        problem_.project_hessians();
        report_.projections += 1;
      } else {
        problem_.forget_projected();
      }
    }
  }

 private:
  template <class F>
  auto timed(const char* stage, F f) {
    const StageClock::Scope scope(clock_, stage);
    return f();
  }
  StepEnergy evaluate(const Field& v) {
    return timed("energy", [&] { return problem_.evaluate(v); });
  }

  NewtonReport converged() {
    report_.converged = true;
    return report_;
  }
  NewtonReport failed(std::string reason) {
    report_.reason = std::move(reason);
    return report_;
  }
  /// Friction has no normal forces before the first gradient.
  int least_iterations() const { return problem_.contacts().has_friction() ? 2 : 0; }

  /// The guess of least energy that is feasible: before forces, after them, and at rest; they obey contacts.
  bool start(const Field& before) {
    NodeContacts<Dim, Real>& contacts = problem_.contacts();
    contacts.activate(problem_.free());
    const Field rest = problem_.make_field();
    double best = std::numeric_limits<double>::infinity();
    for (const Field* guess : {&before, &problem_.free(), &rest}) {
      if (guess == &rest && std::isfinite(best)) break;
      copy(problem_.open(), *guess, trial_);
      clear_mass(trial_);
      contacts.constrain(trial_);
      const StepEnergy at = evaluate(trial_);
      if (!allowed(at) || !(at.energy < best)) continue;
      best = at.energy;
      copy(problem_.open(), trial_, v_);
    }
    if (!std::isfinite(best)) return false;
    energy_ = evaluate(v_);
    return true;
  }

  bool allowed(const StepEnergy& at) const {
    return std::isfinite(at.energy) && (at.is_feasible || !settings_.keeps_feasible);
  }

  /// The projected gradient at v, with the active set and the friction that belong to it.
  bool take_gradient() {
    NodeContacts<Dim, Real>& contacts = problem_.contacts();
    timed("gradient", [&] { problem_.gradient(v_, full_g_); });
    const bool released = !contacts.is_empty() && contacts.release(full_g_, problem_.free(), tolerance_);
    if (contacts.has_friction() && report_.newton < kLagUpdates) {
      contacts.lag_normal_impulses(full_g_);
      energy_ = evaluate(v_);
      problem_.gradient(v_, full_g_);
    }
    copy(problem_.open(), full_g_, g_);
    contacts.project(g_);
    return released;
  }

  /// Goes along dv as far as the energy falls; returns the share of dv, or 0 where nothing helps.
  double search() {
    const double slope = dot(problem_.open(), g_, dv_);
    if (!(slope < 0)) return 0;
    // Sums are known to a rounding of their terms; a step that changes less cannot be judged by them.
    const double noise = 0.1 * double(std::numeric_limits<Real>::epsilon()) * energy_.magnitude;
    double length = 1;
    for (int k = 0; k < kMostHalvings; ++k, length /= 2) {
      add_scaled(problem_.open(), v_, length, dv_, stepped_);
      copy(problem_.open(), stepped_, trial_);
      problem_.contacts().constrain(trial_);
      const StepEnergy at = evaluate(trial_);
      if (!allowed(at) || at.energy > energy_.energy + kDecrease * length * slope + noise) continue;
      copy(problem_.open(), trial_, v_);
      problem_.contacts().activate(stepped_);
      energy_ = at;
      return length;
    }
    evaluate(v_);
    return 0;
  }

  void clear_mass(Field& field) const {
    problem_.open().each([&](Index b) {
      for (int n = 0; n < kBlockCells<Dim>; ++n) field.block(b)[n][3] = Real(0);
    });
  }

  StepProblem<Dim, Real>& problem_;
  const ImplicitSettings& settings_;
  double tolerance_;
  Field& v_;
  Field g_, full_g_, dv_, stepped_, trial_;
  CgFields<Dim, Real> cg_;
  StepEnergy energy_;
  NewtonReport report_;
  StageClock& clock_;
};

}  // namespace

template <int Dim, class Real>
NewtonReport minimise(StepProblem<Dim, Real>& problem, const ImplicitSettings& settings, double tolerance,
                      const NodeField<Dim, Real>& before, NodeField<Dim, Real>& v, StageClock& clock) {
  return Minimiser<Dim, Real>(problem, settings, tolerance, v, clock).run(before);
}

#define FROTH_INSTANCE(Dim, Real)                                                          \
  template NewtonReport minimise(StepProblem<Dim, Real>&, const ImplicitSettings&, double, \
                                 const NodeField<Dim, Real>&, NodeField<Dim, Real>&, StageClock&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

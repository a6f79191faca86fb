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
/// Rigid motions of patches help only where many iterations follow; setting them up costs about ten.
constexpr int kBeforePatches = 30;
/// Patches of an earlier iterate, or of earlier contacts, are made anew once they let a solve take so many
/// times the iterations that it took when they were new.
constexpr int kPatchesAge = 2;
/// Share of what may be left below which material is taken to rest.
constexpr double kAtRest = 0.01;
/// Shares of a residual that conjugate gradients may leave, at most and at least.
constexpr double kRough = 0.1, kFine = 1e-4;
/// Diagonal blocks cost some five iterations; those of an earlier iterate do where the step from there was a
/// whole one and few iterations follow.
constexpr int kBlocksPay = 20;
/// The active set is brought up to date so often in a step, friction, which need not settle, less often; and
/// only once what is left of the solve with the last ones has fallen to this share: the impulses of a rough
/// iterate are no guide.
constexpr int kContactUpdates = 20, kFrictionUpdates = 8;
constexpr double kSettled = 0.1;
/// From then on friction goes half way to what it should be.
constexpr int kWholeUpdates = 3;

template <int Dim, class Real>
class Minimiser {
 public:
  using Field = NodeField<Dim, Real>;

  Minimiser(StepProblem<Dim, Real>& problem, const ImplicitSettings& settings, double tolerance, Field& v,
            StageClock& clock)
      : problem_(problem), settings_(settings), tolerance_(tolerance), v_(v), clock_(clock) {
    for (Field* field : {&g_, &dv_, &stepped_, &trial_, &cg_.r, &cg_.z, &cg_.p, &cg_.product})
      *field = problem.make_field();
  }

  NewtonReport run(const Field& before) {
    if (!(problem_.mass() > 0)) return report_;
    if (!start(before))
      return failed(Rejection::Infeasible, "every velocity that was tried turns some particle inside out");
    for (;; ++report_.newton) {
      const bool changed = take_gradient();
      if (!std::isfinite(report_.residual)) return failed(Rejection::Unsolved, "its forces are not numbers");
      if (report_.residual <= (report_.newton == 0 ? rest() : bound())) {
        if (!changed) return solved();
        continue;  // the new contacts are obeyed already; whether they agree with their impulses is asked
                   // once more
      }
      if (report_.newton >= settings_.newton_iterations)  // contacts may have used up the last ones
        return failed(Rejection::Unsolved,
                      left(fmt::format("after {} iterations of Newton's method", report_.newton)));
      const CgReport cg = find_direction();
      const double length = search();
      is_rough_ = length < 1 || cg.met_negative;
      stalls_ = length > 0 ? 0 : stalls_ + 1;
      if (stalls_ == 2 && report_.residual <= blind_speed()) return solved();
      if (stalls_ == 2) return failed(Rejection::Unsolved, left("where no step lowers the energy"));
      choose_hessian(length < kPoorStep || (cg.met_negative && cg.iterations == 1));
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

  /// Beyond what is feasible an energy may have no least value; a solver that does not look takes what its
  /// iterations end with.
  NewtonReport failed(Rejection why, std::string reason) {
    report_.is_feasible = energy_.is_feasible;
    if (!energy_.is_feasible && std::isfinite(report_.residual)) return report_;
    report_.rejection = why;
    report_.reason = std::move(reason);
    return report_;
  }
  std::string left(const std::string& when) const {
    return fmt::format("{} {:.3g} m/s are left, more than {:.3g} m/s", when, report_.residual, bound());
  }

  /// A solve ends with a rest that need not sum to zero; material that touches nothing must not drift by it.
  NewtonReport solved() {
    if (problem_.contacts().is_empty()) problem_.take_mean(g_, v_);
    if (updates_ >= kFrictionUpdates && !last_friction_.is_nearly_settled())
      return failed(Rejection::Unsolved, "contacts and friction have not settled");
    report_.is_feasible = energy_.is_feasible;
    return report_;
  }

  /// The guess of least energy that is feasible: before forces, after them, and at rest; they obey contacts.
  /// Where loads hardly change a velocity, that before them is not asked for.
  bool start(const Field& before) {
    NodeContacts<Dim, Real>& contacts = problem_.contacts();
    contacts.activate(problem_.free(), problem_.free());
    const Field rest = problem_.make_field();
    add_scaled(problem_.open(), problem_.free(), -1, before, trial_);
    const bool is_pushed = problem_.speed_of_velocity(trial_) > tolerance_;
    double best = std::numeric_limits<double>::infinity();
    const Field *last = nullptr, *chosen = nullptr;
    for (const Field* guess : {&before, &problem_.free(), &rest}) {
      if (guess == &before && !is_pushed) continue;
      if (guess == &rest && std::isfinite(best)) break;
      copy(problem_.open(), *guess, trial_);
      clear_mass(trial_);
      contacts.constrain(trial_);
      const StepEnergy at = evaluate(trial_);
      last = guess;
      if (!allowed(at) || !(at.energy < best)) continue;
      best = at.energy, energy_ = at, chosen = guess;
      copy(problem_.open(), trial_, v_);
    }
    if (!std::isfinite(best)) return false;
    if (chosen != last) evaluate(v_);
    return true;
  }

  bool allowed(const StepEnergy& at) const {
    return std::isfinite(at.energy) && (at.is_feasible || !settings_.keeps_feasible);
  }

  /// The projected gradient at v, with the contacts that belong to it; true where these have changed.
  bool take_gradient() {
    timed("gradient", [&] { problem_.gradient(v_, g_); });
    if (report_.newton == 0 || is_rough_ || last_cg_ > kBlocksPay)  // what a rest amounts to hangs on them
      timed("blocks", [&] { problem_.build_preconditioner(); });
    if (report_.newton == 0) set_scale();
    if (problem_.contacts().is_empty()) {
      report_.residual = speed_of_rest();
      return false;
    }
    copy(problem_.open(), g_, stepped_);  // the impulses of contacts, without friction
    project_gradient();
    const bool is_time = report_.newton == 0 || report_.residual <= std::max(bound(), kSettled * unsettled_);
    if (updates_ == kContactUpdates || !is_time) return false;
    return update_contacts();
  }

  void project_gradient() {
    problem_.contacts().add_friction(g_);
    problem_.contacts().project(g_);
    report_.residual = speed_of_rest();
  }

  /// Active set and friction follow the impulses that a solve with the last ones has found; friction half way
  /// after a few times, because its normal force answers to it, and then no longer.
  bool update_contacts() {
    const double share = updates_ < kWholeUpdates ? 1.0 : updates_ < kFrictionUpdates ? 0.5 : 0.0;
    const ContactUpdate update =
        problem_.contacts().update(v_, stepped_, problem_.impulse_scale(), tolerance_, share);
    if (share > 0) last_friction_ = update;
    updates_ += 1;
    if (update.is_settled()) return false;
    if (update.changed > 0)
      obey();
    else
      copy(problem_.open(), stepped_, g_);
    project_gradient();
    unsettled_ = report_.residual;
    return true;
  }

  /// What may be left: not less than rounding of forces and of velocities leaves [m/s].
  double bound() const {
    const double of_velocity = double(std::numeric_limits<Real>::epsilon()) * problem_.speed_of_velocity(v_);
    return std::max(tolerance_, problem_.rounding_speed() + of_velocity);
  }

  /// What is left where nothing moves any more [m/s]. Until then each step is solved for: motion that is
  /// never solved for is never damped either, and things would creep by what a solve once left.
  double rest() const { return kAtRest * bound(); }

  double speed_of_rest() {
    problem_.precondition(g_, cg_.z);
    return problem_.speed_of_rest(g_, dot(problem_.open(), g_, cg_.z));
  }

  /// Without a tolerance, one in proportion to the forces at the start. Errors of many steps add up, so that
  /// what moves steadily counts by a thousandth only.
  void set_scale() {
    first_ = speed_of_rest();
    if (tolerance_ == 0)
      tolerance_ =
          settings_.weight_share * std::max(first_, 1e-3 * problem_.speed_of_velocity(problem_.free()));
  }

  void obey() {
    take_to_contacts();
    timed("gradient", [&] { problem_.gradient(v_, g_); });
  }
  /// Takes v to what a changed active set prescribes, where that turns nothing inside out.
  void take_to_contacts() {
    copy(problem_.open(), v_, trial_);
    problem_.contacts().constrain(trial_);
    if (const StepEnergy at = evaluate(trial_); allowed(at)) {
      copy(problem_.open(), trial_, v_);
      energy_ = at;
    } else {
      evaluate(v_);
    }
  }

  /// What conjugate gradients may leave [m/s]: as much as the step before was off by not being linear, choice
  /// 1 of [Eisenstat1996]; and where that is near the end, to the end at once and no farther.
  double goal() const {
    const double off = last_residual_ > 0 ? std::abs(report_.residual - last_left_) / last_residual_ : kRough;
    const double goal = std::clamp(off, kFine, kRough) * report_.residual;
    if (report_.residual <= bound()) return kRough * report_.residual;
    return goal < 2 * bound() ? 0.5 * bound() : goal;
  }

  /// dv. Patches are kept from iterate to iterate for as long as they help.
  CgReport find_direction() {
    const double goal = this->goal();
    begin_newton_step(problem_, g_, cg_, dv_);
    if (is_rough_ || last_cg_ > kPatchesAge * new_patches_cg_) problem_.forget_patches();
    CgReport cg;
    if (settings_.preconditioner == Preconditioner::Patches && !problem_.has_patches()) {
      cg = iterate(goal, std::min(kBeforePatches, settings_.cg_iterations));
      if (!cg.is_done && cg.iterations < settings_.cg_iterations)
        timed("patches", [&] { problem_.build_patches(); });
    }
    if (!cg.is_done) {
      const int before = cg.iterations;
      cg = iterate(goal, settings_.cg_iterations - before);
      cg.iterations += before;
      if (before > 0) new_patches_cg_ = cg.iterations;
    }
    last_cg_ = cg.iterations, last_left_ = cg.left, last_residual_ = report_.residual;
    return cg;
  }
  CgReport iterate(double goal, int most) {
    const CgReport cg = timed("cg", [&] {
      return solve_newton_step(problem_, goal, most, settings_.preconditioner != Preconditioner::None, cg_,
                               dv_);
    });
    report_.cg += cg.iterations;
    return cg;
  }

  void choose_hessian(bool is_poor) {
    if (!is_poor) return problem_.forget_projected();
    problem_.project_hessians();
    report_.projections += 1;
  }

  /// Sums are known to a rounding of their terms; a step that changes less cannot be judged by them [J].
  double noise() const {
    constexpr double sums = 16 * std::numeric_limits<double>::epsilon();
    return std::max(sums, 0.1 * double(std::numeric_limits<Real>::epsilon())) * energy_.magnitude;
  }
  /// The largest residual that such a noise can hide [m/s].
  double blind_speed() const { return std::sqrt(2 * noise() / problem_.mass()); }

  /// Goes along dv as far as the energy falls; returns the share of dv, or 0 where nothing helps. Where the
  /// change is no more than noise, the gradient decides: it must not turn round [Hager2005], section 2.
  double search() {
    const double slope = dot(problem_.open(), g_, dv_);
    if (!(slope < 0)) return 0;
    const double now = energy_.energy + problem_.contacts().energy(v_);
    double length = 1;
    for (int k = 0; k < kMostHalvings; ++k, length /= 2) {
      add_scaled(problem_.open(), v_, length, dv_, stepped_);
      copy(problem_.open(), stepped_, trial_);
      problem_.contacts().constrain(trial_);
      const StepEnergy at = evaluate(trial_);
      if (!allowed(at)) continue;
      const double then = at.energy + problem_.contacts().energy(trial_);
      const bool falls = then < now && then <= now + kDecrease * length * slope;
      if (!falls && (then > now + noise() || !slope_falls(slope))) continue;
      copy(problem_.open(), trial_, v_);
      energy_ = at;
      if (problem_.contacts().activate(stepped_, problem_.free())) take_to_contacts();
      return length;
    }
    evaluate(v_);
    return 0;
  }

  /// Whether the objective's slope along dv at the trial is less steep than it was.
  bool slope_falls(double slope) {
    Field& g = cg_.product;
    timed("gradient", [&] { problem_.gradient(trial_, g); });
    problem_.contacts().add_friction(g);
    problem_.contacts().project(g);
    return std::abs(dot(problem_.open(), g, dv_)) < 0.9 * std::abs(slope);
  }

  void clear_mass(Field& field) const {
    problem_.open().each([&](Index b) {
      for (int n = 0; n < kBlockCells<Dim>; ++n) field.block(b)[n][3] = Real(0);
    });
  }

  StepProblem<Dim, Real>& problem_;
  const ImplicitSettings& settings_;
  double tolerance_, first_ = 0;  ///< residuals: that may be left, and that of the start [m/s]
  Field& v_;
  Field g_, dv_, stepped_, trial_;
  CgFields<Dim, Real> cg_;
  StepEnergy energy_;
  int stalls_ = 0, updates_ = 0;
  bool is_rough_ = false;                     ///< the last step was cut short, or the energy bent down
  int new_patches_cg_ = 0;                    ///< iterations for dv when the patches were made
  int last_cg_ = 0;                           ///< iterations for the last dv
  double last_residual_ = 0, last_left_ = 0;  ///< before it, and what its linear solve left [m/s]
  double unsettled_ = 0;                      ///< residual right after the last update of contacts [m/s]
  ContactUpdate last_friction_;
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

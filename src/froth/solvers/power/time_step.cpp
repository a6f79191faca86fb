// SPDX-License-Identifier: Apache-2.0
// The longest step. With masses w m_p a particle's own nodes vibrate no faster than c |D^-1|^(1/2), c the
// speed of pressure waves, since sum w (D^-1 d)(D^-1 d)^T = D^-1; and no vibration of all is faster than the
// fastest of one particle. Symplectic Euler is stable up to two over it [Verlet1967], which for quadratic
// B-splines, D = dx^2/4, is dx / c. Source: [Qu2023], Eq. (17), for D; the bound is ours.
#include <limits>

#include <froth/linalg/eigen_sym.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

template <int Dim>
double largest_eigenvalue(const Mat<Dim, double>& m) {
  const Vec3<double> values = eigen_sym(sym(lift(m))).values;
  return std::max(values[0], std::max(values[1], values[2]));
}

struct Largest {
  double frequency = 0, rate = 0, speed = 0;
  Largest& operator+=(const Largest& other) {
    frequency = std::max(frequency, other.frequency), rate = std::max(rate, other.rate);
    speed = std::max(speed, other.speed);
    return *this;
  }
};

/// The inverse of a symmetric matrix.
template <int Dim>
Mat<Dim, double> inverse_of(const Mat<Dim, double>& m) {
  Mat3<double> whole = lift(m);
  if constexpr (Dim == 2) whole(2, 2) = 1;
  const Mat3<double> adjugate = transpose(cofactor(whole)) * (1 / determinant(whole));
  Mat<Dim, double> result{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) result(r, c) = adjugate(r, c);
  return result;
}

}  // namespace

template <int Dim>
void PowerSolver<Dim>::note_frequencies() {
  const StageClock::Scope scope(clock_, "step length");
  for (PowerBody<Dim>& body : bodies_) {
    const auto one_law = [&]<class L>(const L& law) {
      return sum_over(body.begin, body.end, Largest{}, [&](Largest& own, std::size_t p) {
        const double stiffest = largest_eigenvalue(grid_->rows.inverse_moment(p));
        const double c = law.wave_speed(body.template state<L>(p), body.density);
        own += {c * std::sqrt(stiffest), law.viscosity() / body.density * stiffest, norm(particles_.v[p])};
        particles_.moment[p] = inverse_of(grid_->rows.inverse_moment(p));
      });
    };
    const Largest largest = std::visit(one_law, body.law);
    body.frequency = largest.frequency, body.largest_rate = largest.rate;
    body.largest_speed = largest.speed;
  }
}

template <int Dim>
TimeStepLimit PowerSolver<Dim>::time_step_limit(double) const {
  TimeStepLimit limit{
      .dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .obstacle = {}, .reason = {}};
  const bool is_explicit = settings_.integration == Integration::Explicit;
  const double cells = is_explicit ? settings_.cfl : settings_.most_cells;
  for (const PowerBody<Dim>& body : bodies_) {
    const auto law = std::visit([]<class L>(const L&) { return L::name; }, body.law);
    const auto take = [&](double dt, const char* reason) {
      if (dt < limit.dt) limit = {dt, body.name, law, {}, reason};
    };
    if (is_explicit && body.frequency > 0) take(settings_.cfl * 2 / body.frequency, "wave speed");
    // Explicit Euler of a rate 2 nu / D is stable up to one over nu / D.
    if (body.largest_rate > 0) take(settings_.cfl / body.largest_rate, "viscosity");
    if (body.largest_speed > 0) take(cells * settings_.cell_size / body.largest_speed, "speed");
  }
  for (const RigidBody& body : rigid_.bodies()) {
    const Twist v = body.velocity();
    const double dt = cells * settings_.cell_size / (norm(linear(v)) + body.reach * norm(angular(v)));
    if (dt < limit.dt)
      limit = {.dt = dt,
               .body = {},
               .law = {},
               .obstacle = "collider \"" + settings_.obstacles.colliders[body.collider].name + '"',
               .reason = "speed"};
  }
  return limit;
}

#define FROTH_INSTANCE(Dim)                           \
  template void PowerSolver<Dim>::note_frequencies(); \
  template TimeStepLimit PowerSolver<Dim>::time_step_limit(double) const;
FROTH_INSTANCE(2)
FROTH_INSTANCE(3)

}  // namespace froth

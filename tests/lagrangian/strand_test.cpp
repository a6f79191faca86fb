// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include <froth/lagrangian/element_mesh.h>
#include <froth/lagrangian/strand_elements.h>

using namespace froth;

namespace {

/// A strand with loads on its vertices that is brought to rest by its own implicit steps.
template <int Dim>
struct Trial {
  std::vector<Vec3<double>> start;
  StrandElements<Dim> elements;
  std::vector<Vec<Dim, double>> x, v, dv, load;
  std::vector<double> mass;
  std::vector<std::uint8_t> is_held;

  Trial(const RodSection& section, const std::vector<Vec3<double>>& places)
      : start(places),
        elements(section, {0, static_cast<std::uint32_t>(places.size())}, places, places, 1),
        v(places.size()),
        dv(places.size()),
        load(places.size()),
        mass(places.size(), 1),
        is_held(places.size(), 0) {
    for (const Vec3<double>& p : places) x.push_back(drop<Dim>(p));
  }
  VertexMotion<Dim> motion() const { return {x, v, mass, is_held}; }

  /// Linearly implicit steps of length `dt`, velocities thrown away after each: a descent of the energy.
  void settle(int steps, double dt) {
    for (int n = 0; n < steps; ++n) {
      for (std::size_t k = 0; k < x.size(); ++k)
        v[k] = is_held[k] != 0 ? Vec<Dim, double>{} : load[k] * (dt / mass[k]);
      elements.newton_step(motion(), dt, dv);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] += dt * (dv[k] + v[k]);
      elements.follow(x, dt);
    }
  }
};

/// N edges, the first held, in the middle of which the rod is clamped: (N - 1/2) l = 1.
Trial<2> cantilever(int edges, double stretching) {
  std::vector<Vec3<double>> places;
  const double l = 1 / (edges - 0.5);
  for (int k = 0; k <= edges; ++k) places.push_back({l * (k - 0.5), 0, 0});
  Trial<2> trial({stretching, 1, 0, 1, 1}, places);
  trial.is_held[0] = trial.is_held[1] = 1;
  return trial;
}

}  // namespace

// Oracle: the static inextensible rod of 20 edges under a dead load at its tip, solved in edge angles by an
// independent program: w/L = .30138804 (alpha = 1) and .71210242 (alpha = 5); the elastica has .30172 and
// .71379. Edges stretch by about alpha/k here, k = 1e6, and steps end where they move less than 1e-8.
TEST_CASE("a cantilever rod under a tip load bends as the elastica does") {
  for (const auto& [alpha, w, u] :
       {std::tuple{1.0, .30138804, .05638677}, std::tuple{5.0, .71210242, .38638546}}) {
    Trial<2> trial = cantilever(20, 1e6);
    trial.load.back() = {0, -alpha};
    trial.settle(600, 2);
    CHECK(-trial.x.back()[1] == doctest::Approx(w).epsilon(2e-4));
    CHECK(1 - trial.x.back()[0] == doctest::Approx(u).epsilon(2e-3));
  }
}

// Oracle: the same under its own weight, g = 1: .12329494 (20 edges).
TEST_CASE("a cantilever rod under its own weight") {
  Trial<2> trial = cantilever(20, 1e6);
  const double l = 1 / 19.5;
  for (std::size_t k = 2; k < trial.x.size(); ++k)
    trial.load[k] = {0, -(k + 1 == trial.x.size() ? l / 2 : l)};
  trial.settle(600, 2);
  CHECK(-trial.x.back()[1] == doctest::Approx(.12329494).epsilon(2e-4));
}

// Oracle: the catenary of length 1.5 over a span of 1: sag .5026332616, within 1 %.
TEST_CASE("a hanging chain is a catenary") {
  const int edges = 60;
  std::vector<Vec3<double>> places;
  // A start with the right length: two straight halves.
  const double l = 1.5 / edges, slope = std::acos(1 / 1.5);
  for (int k = 0; k <= edges; ++k) {
    const double s = l * k;
    places.push_back({s * std::cos(slope), s < .75 ? -s * std::sin(slope) : -(1.5 - s) * std::sin(slope), 0});
  }
  Trial<2> trial({1e4, 1e-9, 0, 1, 1}, places);  // nearly no bending: its rest shape has a kink
  trial.is_held.front() = trial.is_held.back() = 1;
  for (std::size_t k = 1; k < trial.x.size() - 1; ++k) trial.load[k] = {0, -l};
  trial.settle(600, 10);
  double lowest = 0;
  for (const auto& p : trial.x) lowest = std::min(lowest, p[1]);
  CHECK(-lowest == doctest::Approx(.5026332616).epsilon(.01));
}

// Oracle: [Michell1890], a ring buckles at Theta = 2 pi sqrt 3 B/C; for 32 edges an independent program has
// 11.22005 B/C in place of 10.8828. The ring is cut and closed by hand: first and last edge lie on each
// other.
TEST_CASE("a twisted ring buckles at the known twist") {
  const int edges = 32;
  const auto out_of_plane = [&](double turns) {
    std::vector<Vec3<double>> places;
    const double R = 1 / (2 * std::sin(std::numbers::pi / edges)) * (2 * std::numbers::pi / edges);
    for (int k = 0; k <= edges + 1; ++k) {
      const double a = 2 * std::numbers::pi * k / edges;
      places.push_back({R * std::cos(a), R * std::sin(a), 1e-4 * std::cos(2 * a)});
    }
    std::vector<Vec3<double>> straight;
    for (int k = 0; k <= edges + 1; ++k) straight.push_back({2 * std::numbers::pi * k / edges, 0, 0});
    StrandElements<3> ring({1e5, 1, 1, 1, 1}, {0, static_cast<std::uint32_t>(places.size())}, straight,
                           places, 1);
    std::vector<Vec3<double>> x = places, v(x.size()), dv(x.size());
    std::vector<double> mass(x.size(), 1);
    std::vector<std::uint8_t> is_held(x.size(), 0);
    is_held[0] = is_held[1] = is_held[x.size() - 1] = is_held[x.size() - 2] = 1;
    // Twist is laid on over all edges evenly, the last one being the first again.
    // Little by little: whole turns are counted from one place to the next.
    for (int part = 0; part < 20; ++part)
      for (int k = 1; k <= edges; ++k) ring.turn_edge(static_cast<std::size_t>(k), turns * k / edges / 20, x);
    for (int n = 0; n < 1500; ++n) {
      std::fill(v.begin(), v.end(), Vec3<double>{});
      ring.newton_step({x, v, mass, is_held}, 1, dv);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] += dv[k];
      ring.follow(x, 1);
    }
    double most = 0;
    for (const auto& p : x) most = std::max(most, std::abs(p[2]));
    return most;
  };
  const double critical = 2 * std::numbers::pi * std::sqrt(3.0);
  CHECK(out_of_plane(.95 * critical) < 5e-3);
  CHECK(out_of_plane(1.05 * critical) > 5e-2);
}

// Oracle, closed form: an edge of stiffness k = E A / l, one end held, the other of mass m and at rest,
// answers a push x with the impulse dt k x / (1 + k dt^2 / m). A contact that takes away what the step makes
// the vertex move, as nodes do after it, finds balance with a load P only where k x is (1 + k dt^2 / m) P.
TEST_CASE("an implicit step passes on a share of the load that its edge carries") {
  const double k = 50, m = .5, l = .02, P = 1e-4;
  for (const double limits : {1.0, 10.0, 40.0}) {
    Trial<2> trial({k * l, 1e-9, 0, 1, 1}, {{0, 0, 0}, {l, 0, 0}});
    trial.is_held[0] = 1;
    trial.mass[1] = m;
    const double dt = limits * .5 * std::sqrt(m / k), share = 1 / (1 + k * dt * dt / m);
    for (int n = 0; n < 4000; ++n) {
      trial.elements.newton_step(trial.motion(), dt, trial.dv);
      trial.x[1][0] += dt * (trial.dv[1][0] - dt * P / m);  // velocity is lost in contact
      trial.elements.follow(trial.x, dt);
    }
    CHECK(k * (l - trial.x[1][0]) == doctest::Approx(P / share).epsilon(1e-9));
    CHECK(m * trial.dv[1][0] / dt == doctest::Approx(P).epsilon(1e-9));
  }
}

// Bound, stated first: symplectic Euler keeps momentum to rounding, and the energy of a vibration within
// omega dt / 2 of itself for ever; here omega dt = .05 for the fastest mode of stretching, so that 2.5 % of
// the largest energy is allowed over 1000 periods of it, with no drift beyond 1 % between the first and the
// last hundred periods.
TEST_CASE("a free rod with explicit forces keeps momenta and energy over 1000 periods") {
  const int edges = 6;
  std::vector<Vec3<double>> places;
  for (int k = 0; k <= edges; ++k) places.push_back({double(k), 0, 0});
  Trial<2> trial({1, .3, 0, 1, 1}, places);
  for (std::size_t k = 0; k < trial.x.size(); ++k)
    trial.v[k] = {.01 * std::cos(2.0 * double(k)), .01 * std::sin(1.3 * double(k) + .2)};
  const auto momenta = [&] {
    Vec3<double> sum{};
    for (std::size_t k = 0; k < trial.x.size(); ++k)
      sum += Vec3<double>{trial.v[k][0], trial.v[k][1],
                          trial.x[k][0] * trial.v[k][1] - trial.x[k][1] * trial.v[k][0]};
    return sum;
  };
  const auto energy = [&] {
    double sum = trial.elements.energies(trial.x).sum();
    for (const auto& u : trial.v) sum += dot(u, u) / 2;
    return sum;
  };
  const double dt = .025, period = std::numbers::pi;  // sqrt(4 k/m) = 2
  const auto steps_per_hundred = static_cast<int>(100 * period / dt);
  const Vec3<double> before = momenta();
  double least = energy(), most = energy(), first_mean = 0, last_mean = 0;
  for (int n = 0; n < 10 * steps_per_hundred; ++n) {
    trial.elements.explicit_step(trial.motion(), dt, trial.dv);
    for (std::size_t k = 0; k < trial.x.size(); ++k) {
      trial.v[k] += trial.dv[k];
      trial.x[k] += dt * trial.v[k];
    }
    trial.elements.follow(trial.x, dt);
    const double now = energy();
    least = std::min(least, now), most = std::max(most, now);
    if (n < steps_per_hundred) first_mean += now / steps_per_hundred;
    if (n >= 9 * steps_per_hundred) last_mean += now / steps_per_hundred;
  }
  CHECK(norm(momenta() - before) < 1e-11);
  CHECK(most - least < .025 * 2 * most);
  CHECK(std::abs(last_mean - first_mean) < .01 * most);
}

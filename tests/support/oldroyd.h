// SPDX-License-Identifier: Apache-2.0
// What tests of the law oldroyd_b share.
#pragma once

#include <algorithm>
#include <cmath>

#include <froth/materials/oldroyd_b.h>

namespace froth::test {

template <int Dim, class Real = double>
using StateOf = typename OldroydB<Dim, Real>::State;

template <class State>
auto b_of(const State& s) {
  using Real = decltype(s.log_J);
  return s.strain.plus_diagonal(Real(1));
}
/// The scaled strain of Eq. (5), from the stress that it gives.
template <int Dim>
Sym3<double> elastic_b(const StateOf<Dim>& s) {
  return OldroydB<Dim, double>{1, 0, 0, 1, true, false}.kirchhoff(s, {}).plus_diagonal(1);
}

/// Constant gradient L for a time, in steps of dt.
template <int Dim>
StateOf<Dim> flow(const OldroydB<Dim, double>& law, StateOf<Dim> s, const Mat3<double>& L, double time,
                  double dt) {
  const int steps = static_cast<int>(std::lround(time / dt));
  for (int n = 0; n < steps; ++n) s = law.deform(s, L * dt, dt);
  return s;
}
constexpr Mat3<double> shear_at(double rate) { return {{{0, rate, 0}, {0, 0, 0}, {0, 0, 0}}}; }

/// mu 5, lambda 50, no viscosity, relaxation time 0.5 s: the materials of the tables below.
template <int Dim>
OldroydB<Dim, double> table_law(bool keeps_volume = true, bool is_linear = false) {
  return {5, 50, 0, 0.5, keeps_volume, is_linear};
}

template <int Dim>
Mat3<double> planar(Mat3<double> m, double corner = 0) {
  if constexpr (Dim == 2) {
    for (int k = 0; k < 3; ++k) m(2, k) = m(k, 2) = 0;
    m(2, 2) = corner;
  }
  return m;
}
template <int Dim>
double in_plane_difference(const Mat3<double>& a, const Mat3<double>& b) {
  double most = 0;
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) most = std::max(most, std::abs(a(r, c) - b(r, c)));
  return most;
}

}  // namespace froth::test

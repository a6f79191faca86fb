// SPDX-License-Identifier: Apache-2.0
// One step of a law: strain, flow, stress. Source: each law's header names its own.
#pragma once

#include <froth/base/mat.h>

namespace froth {

template <class State, class Real>
struct LawResponse {
  State state;
  Sym3<Real> tau;  ///< Kirchhoff stress [Pa]
};

/// State and stress after the displacement gradient A = dt grad_v. A law that finds both from one
/// decomposition says so with a `respond` of its own; its result is that of deform() and kirchhoff().
template <class Law, class Real>
FROTH_INLINE auto respond(const Law& law, const typename Law::State& state, const Mat3<Real>& A,
                          const Mat3<Real>& grad_v, Real dt) {
  if constexpr (requires { law.respond(state, A, grad_v, dt); }) {
    return law.respond(state, A, grad_v, dt);
  } else {
    const typename Law::State next = law.deform(state, A, dt);
    return LawResponse<typename Law::State, Real>{next, law.kirchhoff(next, grad_v)};
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The fill of the grid: the share of the room around a node, and around a particle, that material takes. What
// a liquid's J and its particles do about it are functions of numbers, host and device.
// Source: solid volume in the capacity of a node as in [Kugelstadt2021]; shifting down the gradient of
// density as in [Xu2009]; both without their equations, with rates of our own (docs/liquids.md).
#pragma once

#include <froth/base/math.h>

namespace froth {

/// Share of a quadratic B-spline that is outside of a solid whose surface is so many cells away, and flat:
/// 1/2 on the surface. Cubic splines are a little wider; no one would notice.
inline double share_outside(double cells) {
  const double a = cells < 0 ? -cells : cells;
  double beyond = 0;
  if (a < 0.5) beyond = 0.5 - a * (0.75 - a * a / 3);
  if (a >= 0.5 && a < 1.5) beyond = (1.5 - a) * (1.5 - a) * (1.5 - a) / 6;
  return cells < 0 ? beyond : 1 - beyond;
}

/// Share of the room around a node that is taken, by the fill of its kernel. Overfull nodes are taken once;
/// nodes inside of a liquid, whose fill scatters about 1, are taken whole; at a surface the half that is
/// missing on one side of the middle is there on the other.
inline double occupied_share(double fill) {
  constexpr double empty = 0.15, full = 0.85;
  if (fill <= empty) return 0;
  return fill >= full ? 1 : (fill - empty) / (full - empty);
}

/// How the particles of one liquid follow the fill, in one comparison.
template <class Real>
struct FillRule {
  Real share;       ///< of a difference that J makes up [-]
  Real own;         ///< 1: a particle's own J counts, of its neighbours their rest volume; 0: all deformed
  Real least_fill;  ///< emptier places are a surface or spray: the fill says nothing there [-]
  Real shift;       ///< in cells, for a difference of one in fill over a cell [-]
  Real most_shift;  ///< at most [cells]
};

/// Change of log J of a particle where volumes take `fill` of the room. Too full: J falls. Too empty: it
/// rises, but not beyond 1, because no fill can tell a stretched liquid from an edge. At surfaces and in
/// spray, and where the liquid is stretched for no reason that the grid can see, J goes back to 1.
template <class Real>
FROTH_INLINE Real follow_fill(const FillRule<Real>& rule, const Real& fill, const Real& log_J) {
  const Real none(0), lack = Real(1) - fill, to_rest = -rule.share * log_J;
  const Real rise = select(log_J < none, -max(-rule.share * lack, log_J), to_rest);
  const Real inside = select(lack < none, rule.share * lack, rise);
  return select(fill > rule.least_fill, inside, to_rest);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Contact of four nodes side by side with a plane, in double: most nodes that touch anything touch floors and
// walls. The formulas are those of one node, over packs. Source: [Stomakhin2013], section 8, as contact.h.
#pragma once

#include <froth/base/lanes.h>
#include <froth/obstacles/posed.h>

namespace froth {

/// A number for each of the four nodes of a row.
using RowReal = Pack<double>;

namespace detail {
/// Nodes as three components and a mass, each for the four nodes; and back.
template <class Real>
FROTH_INLINE void load_row(const Lanes<Real, 4>* nodes, RowReal (&columns)[4]) {
  for (int k = 0; k < 4; ++k) columns[k] = convert_lanes<RowReal::Vector>(nodes[k]);
  transpose4(columns);
}
template <class Real>
FROTH_INLINE void store_row(RowReal (&columns)[4], Lanes<Real, 4>* nodes) {
  transpose4(columns);
  for (int k = 0; k < 4; ++k) nodes[k] = convert_lanes<Lanes<Real, 4>>(columns[k].v);
}
}  // namespace detail

/// Contact of the four nodes at `x` with a collider that is a plane; those closer than `touch` [m] touch it.
/// Returns the work that was done on each [J].
template <int Dim, class Real>
FROTH_INLINE RowReal contact_row(const PosedCollider& plane, const Vec3<RowReal>& x, double touch,
                                 Lanes<Real, 4>* nodes) {
  const auto is_close = plane.plane_distance(x) <= RowReal(touch);
  if (!any(is_close)) return RowReal(0);
  RowReal columns[4];
  detail::load_row<Real>(nodes, columns);
  Vec3<RowReal> v{columns[0], columns[1], columns[2]};
  if constexpr (Dim == 2) v[2] = RowReal(0);

  const Vec3<RowReal> normal = plane.plane_normal().template cast<RowReal>();
  const Vec3<RowReal> v_collider = plane.velocity(x, normal);
  const Vec3<RowReal> v_new = resolve_contact(plane.contact, v, v_collider, normal);
  const RowReal mass = columns[3];
  const auto touches = is_close & (mass > RowReal(0));
  for (int d = 0; d < Dim; ++d) columns[d] = select(touches, v_new[d], v[d]);
  detail::store_row<Real>(columns, nodes);
  return select(touches, mass * dot(v_new - v, v_collider), RowReal(0));
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Contact of sheets and strands at their vertices. Source: [Jiang2017] by lagrangian/manifold_contact.h.
#pragma once

#include <froth/lagrangian/manifold_elements.h>
#include <froth/mpm/state.h>

namespace froth {

/// Column of log J across a sheet or a strand.
inline constexpr AttributeInfo kLogAcross{"log_J_across", 1, "-", Behaviour::Identity};

/// What contact has stored in a body's vertices [J], by the pressure alone: shear is bounded by friction and
/// given back to no one.
template <int Dim, class Real>
double contact_energy_of(const MpmBody<Dim, Real>& body);

/// Adds to the velocities of nodes, masses in the last lane, what the stress of this contact changes in a
/// step: an explicit force, for solves that do not know of it.
template <int Dim, class Real>
void push_manifolds(const TransferJob<Dim, Real>& job, const MpmBodies<Dim, Real>& bodies,
                    NodeField<Dim, Real>& v);

}  // namespace froth

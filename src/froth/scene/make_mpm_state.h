// SPDX-License-Identifier: Apache-2.0
// What every method on an MpmState builds from a scene: settings, bodies with their particles, emitters and
// resampling.
#pragma once

#include <froth/mpm/state.h>
#include <froth/scene/scene.h>

namespace froth {

template <int Dim>
MpmSettings<Dim> mpm_settings(const Scene& scene);

/// Puts the bodies of a scene into an empty state. Throws InputError where a body has no volume or starts
/// inside a collider.
template <int Dim, class Real>
void fill_mpm_state(const Scene& scene, MpmState<Dim, Real>& state);

}  // namespace froth

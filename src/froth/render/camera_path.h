// SPDX-License-Identifier: Apache-2.0
// A camera that moves: key frames, smooth in between.
#pragma once

#include <vector>

#include <froth/io/run_view.h>
#include <froth/render/camera.h>

namespace froth {

/// The camera at a time [s]. It passes through all keys with a steady velocity, never swings beyond two
/// neighbours, and rests before the first and after the last. A key without a field of view has
/// `field_of_view` [degrees]. Slopes at keys: [FritschButland1984], the weighted harmonic mean, for each
/// number by itself.
Camera camera_at(const std::vector<CameraKey>& keys, double time, double field_of_view);

}  // namespace froth

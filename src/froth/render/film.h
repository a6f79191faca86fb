// SPDX-License-Identifier: Apache-2.0
// From light to what a screen shows: exposure, and a curve with the toe and shoulder of film.
#pragma once

#include <froth/base/vec.h>

namespace froth {

/// Brings linear light of any strength into [0, 1): the midtones straight, blacks a little deeper, highlights
/// rolled off [Uchimura2017].
Vec3<float> film_curve(const Vec3<float>& light);

/// 2 to the power of the stops.
float exposure_factor(double stops);

}  // namespace froth

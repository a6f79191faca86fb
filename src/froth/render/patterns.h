// SPDX-License-Identifier: Apache-2.0
// Colours that vary over a surface: grains and wood.
#pragma once

#include <froth/render/bsdf.h>

namespace froth {

/// The colour of one grain among many: lighter or darker by up to `variation`, with a hint of hue.
Color varied_shade(const Color& color, float variation, unsigned grain);

/// The same for grains that are not drawn one by one: cells of space, x in picture sizes.
Color speckled(const Color& color, float variation, const Vec3<double>& x, unsigned seed);

/// Rings around an axis along x, a little off the middle and wavy; x in sizes of the thing.
Color wood_color(const Color& color, const Vec3<double>& x);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Faint lines on a floor, to read lengths from.
#pragma once

namespace froth {

/// Share of a floor's line, 0 to 1, at plane coordinates (a, b); lines every `spacing` [m], wider at every
/// tenth. The footprint is the size of a pixel there [m], below which a line gets fainter, not thinner.
float grid_line(double a, double b, double spacing, double footprint);

/// Smooth step from 0 at `from` to 1 at `to`.
double smooth_step(double from, double to, double x);

}  // namespace froth

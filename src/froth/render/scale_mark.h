// SPDX-License-Identifier: Apache-2.0
// Marks that let a reader take lengths off a picture: a bar or a grid square with its length written beside
// it.
#pragma once

#include <string>

#include <froth/render/picture.h>

namespace froth {

/// The largest of 1, 2 and 5 times a power of ten that is not above `length`.
double round_length(double length);

/// A round length in words, such as "20 cm" or "5 m"; empty below a micrometre.
std::string length_label(double length);

/// Draws a bar of `length` [m] with its label into the lower right corner; `pixel` is the size of a pixel
/// [m].
void draw_scale_bar(Image& image, double length, double pixel);

/// Draws a small square with the label of `length` [m] into the lower right corner: the spacing of a floor's
/// lines.
void draw_grid_key(Image& image, double length);

}  // namespace froth

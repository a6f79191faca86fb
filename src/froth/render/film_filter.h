// SPDX-License-Identifier: Apache-2.0
// Takes the noise of few samples out of a picture: an edge-avoiding a-trous wavelet filter [Dammertz2010]
// over the light without the surfaces' own colours, guided by normal, albedo and distance, and by how far
// each pixel is known ([Schied2017], section 4.2).
#pragma once

#include <vector>

#include <froth/render/path_tracer.h>

namespace froth {

/// What is known of a pixel: means over its samples.
struct FilmPixel {
  Color light{};
  FirstSurface first{};
  float variance = 0;  ///< of the luminance of `light` over albedo, of the mean [-]
};

struct Film {
  int width = 0, height = 0;
  std::vector<FilmPixel> pixels;  ///< in rows from the top

  const FilmPixel& at(int column, int row) const {
    return pixels[std::size_t(row) * std::size_t(width) + std::size_t(column)];
  }
};

/// What of a pixel's light is due to how it is lit, and not to its colour.
Color illumination(const Color& light, const Color& albedo);

/// The light of every pixel, filtered; the same bits for any number of threads.
std::vector<Color> filtered_light(const Film& film);

}  // namespace froth

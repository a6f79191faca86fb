// SPDX-License-Identifier: Apache-2.0
// A picture in memory, and PNG files. Pixels are linear light in rows from the top; files are 8-bit sRGB.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

struct Image {
  int width = 0, height = 0;
  std::vector<float> rgb;  ///< linear, three numbers per pixel; 1 is the brightest that a screen shows

  static Image blank(int width, int height) {
    return {width, height, std::vector<float>(std::size_t(3) * std::size_t(width) * std::size_t(height))};
  }
  Vec3<float> at(int column, int row) const {
    const std::size_t k = offset(column, row);
    return {rgb[k], rgb[k + 1], rgb[k + 2]};
  }
  void set(int column, int row, const Vec3<float>& color) {
    const std::size_t k = offset(column, row);
    for (int c = 0; c < 3; ++c) rgb[k + std::size_t(c)] = color[c];
  }

 private:
  std::size_t offset(int column, int row) const {
    return 3 * (std::size_t(row) * std::size_t(width) + std::size_t(column));
  }
};

enum class Lighting { Studio, Sky, Dark };

/// "studio", "sky" or "dark"; throws InputError for other names.
Lighting lighting(const std::string& name);

/// Size of a picture, the most light paths behind each of its pixels, and how light is dealt with. Planar
/// pictures need the size alone.
struct PictureOptions {
  int width = 960, height = 540, samples = 32;
  Lighting light = Lighting::Studio;
  double exposure = 0;      ///< in stops
  double shutter_time = 0;  ///< for which the shutter is open, around the time of the frame [s]
  int max_bounces = 6;      ///< of light between surfaces
  bool filter = true;       ///< takes noise out
  const std::atomic<bool>* stop = nullptr;  ///< set from outside to end with an unfinished picture
};

/// Throws InputError unless the picture has between 1 and 16384 pixels a side, between 1 and 65536 samples,
/// up to 64 bounces, and finite numbers.
void check_options(const PictureOptions& options);

/// Writes the whole file or none: aside to `path + ".tmp"`, synced, renamed. Throws SystemError with the
/// reason.
void write_png(const std::string& path, const Image& image);

/// Reads any 8-bit PNG; transparency is laid over black. Throws SystemError with the reason.
Image read_png(const std::string& path);

}  // namespace froth

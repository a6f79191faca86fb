// SPDX-License-Identifier: Apache-2.0
#include <froth/render/picture.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include <png.h>
#include <unistd.h>

#include <froth/base/error.h>
#include <froth/render/colormap.h>

namespace froth {

namespace {

[[noreturn]] void fail(const char* action, const std::string& path, const char* reason) {
  throw SystemError(std::string("cannot ") + action + " picture " + path + ": " + reason);
}

std::vector<std::uint8_t> encode(const Image& image) {
  std::vector<std::uint8_t> bytes(image.rgb.size());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    const float value = image.rgb[k];
    const float shown = value > 0 ? std::min(value, 1.0f) : 0.0f;  // a not-a-number becomes black
    bytes[k] = static_cast<std::uint8_t>(std::lround(255.0f * linear_to_srgb(shown)));
  }
  return bytes;
}

/// Everything up to a file whose bytes are safe on the disk; errno tells why it failed.
bool write_synced(std::FILE* file, png_image& header, const std::vector<std::uint8_t>& bytes) {
  if (!png_image_write_to_stdio(&header, file, 0, bytes.data(), 0, nullptr)) return false;
  return std::fflush(file) == 0 && fsync(fileno(file)) == 0;
}

}  // namespace

void check_options(const PictureOptions& options) {
  const auto within = [](int value, int limit) { return value >= 1 && value <= limit; };
  if (!within(options.width, 16384) || !within(options.height, 16384))
    throw InputError("a picture of " + std::to_string(options.width) + " x " +
                     std::to_string(options.height) +
                     " pixels cannot be drawn; choose 1 to 16384 for each side");
  if (!within(options.samples, 65536))
    throw InputError("a picture with " + std::to_string(options.samples) +
                     " samples per pixel cannot be drawn; choose 1 to 65536");
  if (options.max_bounces < 0 || options.max_bounces > 64)
    throw InputError("light bounces 0 to 64 times, not " + std::to_string(options.max_bounces));
  if (!(std::abs(options.exposure) <= 20)) throw InputError("an exposure is -20 to 20 stops");
  if (!(options.shutter_time >= 0) || !std::isfinite(options.shutter_time))
    throw InputError("the time for which a shutter is open is a number that is not negative");
}

Lighting lighting(const std::string& name) {
  if (name == "studio") return Lighting::Studio;
  if (name == "sky") return Lighting::Sky;
  throw InputError("there is no light \"" + name + "\"; there are studio and sky");
}

void write_png(const std::string& path, const Image& image) {
  const std::vector<std::uint8_t> bytes = encode(image);
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGB;

  const std::string aside = path + ".tmp";
  std::FILE* file = std::fopen(aside.c_str(), "wb");
  if (!file) fail("write", path, std::strerror(errno));
  errno = 0;
  bool is_written = write_synced(file, header, bytes);
  int reason = errno;  // closing may overwrite it
  if (std::fclose(file) != 0 && is_written) is_written = false, reason = errno;
  if (is_written && std::rename(aside.c_str(), path.c_str()) != 0) is_written = false, reason = errno;
  if (is_written) return;
  std::remove(aside.c_str());
  fail("write", path, reason ? std::strerror(reason) : header.message);
}

Image read_png(const std::string& path) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&header, path.c_str())) fail("read", path, header.message);
  header.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(header));
  const png_color black{0, 0, 0};
  if (!png_image_finish_read(&header, &black, bytes.data(), 0, nullptr)) fail("read", path, header.message);

  Image image = Image::blank(static_cast<int>(header.width), static_cast<int>(header.height));
  for (std::size_t k = 0; k < bytes.size(); ++k) image.rgb[k] = srgb_to_linear(float(bytes[k]) / 255.0f);
  return image;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/render/picture.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include <png.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
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
  if (name == "dark") return Lighting::Dark;
  throw InputError("there is no light \"" + name + "\"; there are studio, sky and dark");
}

void write_png(const std::string& path, const Image& image) {
  const std::vector<std::uint8_t> bytes = encode(image);
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGB;

  png_alloc_size_t size = 0;
  std::string file;
  const auto write = [&] {
    return png_image_write_to_memory(&header, file.empty() ? nullptr : file.data(), &size, 0, bytes.data(), 0,
                                     nullptr) != 0;
  };
  if (!write()) fail("write", path, header.message);  // how long it is
  file.resize(size);
  if (!write()) fail("write", path, header.message);
  write_file(path, std::string_view(file).substr(0, size));
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

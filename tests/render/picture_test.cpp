// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>

#include <png.h>
#include <unistd.h>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/render/colormap.h>
#include <froth/render/picture.h>

using namespace froth;

namespace {

struct ScratchFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("froth_picture_test_" + std::to_string(getpid()));
  ScratchFolder() { std::filesystem::create_directories(path); }
  ~ScratchFolder() { std::filesystem::remove_all(path); }
};

Image random_image(int width, int height) {
  Image image = Image::blank(width, height);
  for (std::size_t k = 0; k < image.rgb.size(); ++k)
    image.rgb[k] =
        float(1.2 * uniform4({7, Purpose::Test}, k, 0, 0)[0] - 0.1);  // some out of range on both sides
  return image;
}

}  // namespace

// Oracle: round trip. sRGB has 256 steps of 1/255, so encoding moves a value by at most half a step.
TEST_CASE("a picture survives being written and read") {
  const ScratchFolder folder;
  const std::string path = (folder.path / "a.png").string();
  const Image image = random_image(13, 7);
  write_png(path, image);
  const Image back = read_png(path);
  REQUIRE(back.width == 13);
  REQUIRE(back.height == 7);
  for (std::size_t k = 0; k < image.rgb.size(); ++k) {
    const float shown = std::fmin(std::fmax(image.rgb[k], 0.0f), 1.0f);
    CHECK(std::abs(linear_to_srgb(back.rgb[k]) - linear_to_srgb(shown)) <= 0.5f / 255 + 1e-5f);
  }
  CHECK_FALSE(std::filesystem::exists(path + ".tmp"));
}

// Oracle: IEC 61966-2-1: linear 0, 0.5 and 1 are the bytes 0, 188 and 255; libpng's own reader tells what was
// stored.
TEST_CASE("files hold sRGB bytes in rows from the top") {
  const ScratchFolder folder;
  const std::string path = (folder.path / "b.png").string();
  Image image = Image::blank(2, 2);
  image.set(1, 0, {1.0f, 0.5f, 0.0f});
  write_png(path, image);

  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&header, path.c_str()));
  header.format = PNG_FORMAT_RGB;
  std::vector<unsigned char> bytes(PNG_IMAGE_SIZE(header));
  REQUIRE(png_image_finish_read(&header, nullptr, bytes.data(), 0, nullptr));
  CHECK(bytes == std::vector<unsigned char>{0, 0, 0, 255, 188, 0, 0, 0, 0, 0, 0, 0});
}

// Oracle: POSIX: a missing folder is ENOENT, and a rename onto a folder fails without touching it.
TEST_CASE("a picture that cannot be written says why and leaves nothing behind") {
  const ScratchFolder folder;
  const Image image = random_image(2, 2);
  CHECK_THROWS_WITH_AS(write_png((folder.path / "none" / "c.png").string(), image),
                       doctest::Contains("No such file or directory"), SystemError);
  const std::filesystem::path taken = folder.path / "taken.png";
  std::filesystem::create_directories(taken);
  CHECK_THROWS_AS(write_png(taken.string(), image), SystemError);
  CHECK(std::filesystem::is_directory(taken));
  CHECK_FALSE(std::filesystem::exists(taken.string() + ".tmp"));
}

// Oracle: the stated limits.
TEST_CASE("impossible picture sizes are the user's mistake") {
  CHECK_NOTHROW(check_options({1, 1, 1}));
  CHECK_THROWS_AS(check_options({0, 10, 1}), InputError);
  CHECK_THROWS_AS(check_options({10, 20000, 1}), InputError);
  CHECK_THROWS_AS(check_options({10, 10, 0}), InputError);
}

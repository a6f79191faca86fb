// SPDX-License-Identifier: Apache-2.0
#include <froth/render/compose.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/render/text.h>

namespace froth {

namespace {

constexpr Vec3<float> kPaper{0.93f, 0.925f, 0.91f};

}  // namespace

int frame_at(const std::vector<int>& frames, double frame_rate, double time) {
  int found = frames.front();
  for (const int frame : frames)
    if (frame <= time * frame_rate + 1e-6) found = frame;  // times are quotients of whole numbers
  return found;
}

void paste(Image& onto, const Image& image, int left, int top) {
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column)
      onto.set(left + column, top + row, image.at(column, row));
}

std::vector<std::vector<int>> frames_in_step(const std::vector<std::vector<int>>& frames,
                                             const std::vector<double>& frame_rates) {
  double end = 0;
  for (std::size_t r = 0; r < frames.size(); ++r) end = std::max(end, frames[r].back() / frame_rates[r]);
  std::vector<double> times;
  for (const int frame : frames[0]) times.push_back(frame / frame_rates[0]);
  for (int next = frames[0].back() + 1; next <= end * frame_rates[0] + 1e-6; ++next)
    times.push_back(next / frame_rates[0]);
  std::vector<std::vector<int>> chosen(frames.size());
  for (std::size_t r = 0; r < frames.size(); ++r)
    for (const double time : times) chosen[r].push_back(frame_at(frames[r], frame_rates[r], time));
  return chosen;
}

std::string time_text(double time, double frame_rate) {
  const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(frame_rate) - 1e-9)), 2, 9);
  return fmt::format("t = {:.{}f} s", time, digits);
}

Image side_by_side(const std::vector<Image>& images) {
  const int count = static_cast<int>(images.size());
  const int columns = count <= 3 ? count : static_cast<int>(std::ceil(std::sqrt(double(count))));
  const int rows = (count + columns - 1) / columns;
  int width = 0, height = 0;
  for (const Image& image : images)
    width = std::max(width, image.width), height = std::max(height, image.height);
  const int gap = std::max(2, width / 200);
  Image all = Image::blank(columns * (width + gap) - gap, rows * (height + gap) - gap);
  for (int row = 0; row < all.height; ++row)
    for (int column = 0; column < all.width; ++column) all.set(column, row, kPaper);
  for (int k = 0; k < count; ++k) {
    const Image& image = images[static_cast<std::size_t>(k)];
    paste(all, image, k % columns * (width + gap) + (width - image.width) / 2,
          k / columns * (height + gap) + (height - image.height) / 2);
  }
  return all;
}

std::vector<std::string> compose(const Composition& composition) {
  make_folder(composition.folder);
  std::vector<std::string> paths;
  for (std::size_t k = 0; k < composition.numbers.size(); ++k) {
    std::vector<Image> images;
    for (const Strip& strip : composition.strips) {
      FROTH_CHECK(strip.pictures.size() == composition.numbers.size(), "a strip without all its pictures");
      images.push_back(read_png(strip.pictures[k]));
      draw_caption(images.back(), strip.label, Caption::UpperLeft);
      if (composition.shows_time)
        draw_caption(images.back(), time_text(strip.times[k], composition.frame_rate), Caption::LowerLeft);
    }
    paths.push_back(fmt::format("{}/frame_{:04d}.png", composition.folder, composition.numbers[k]));
    write_png(paths.back(), images.size() == 1 ? images[0] : side_by_side(images));
    if (composition.on_picture)
      composition.on_picture(static_cast<int>(k) + 1, static_cast<int>(composition.numbers.size()));
  }
  return paths;
}

}  // namespace froth

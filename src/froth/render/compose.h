// SPDX-License-Identifier: Apache-2.0
// Pictures made of pictures: a label, a time stamp, several runs side by side. The pictures of the runs
// themselves stay as they are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <froth/render/picture.h>

namespace froth {

/// One run of a composed picture: what it shows at every time.
struct Strip {
  std::string label = {};             ///< drawn where it is not empty
  std::vector<std::string> pictures;  ///< one per time
  std::vector<double> times;          ///< of these pictures [s]
};

/// What is the frame of each run at the times of all? Frames of the first run set the pace; a run that has
/// ended keeps its last frame.
std::vector<std::vector<int>> frames_in_step(const std::vector<std::vector<int>>& frames,
                                             const std::vector<double>& frame_rates);

/// The last frame that is not after `time` [s], or the first there is; `frames` ascend.
int frame_at(const std::vector<int>& frames, double frame_rate, double time);

/// "t = 0.25 s", with enough digits to tell frames apart.
std::string time_text(double time, double frame_rate);

/// Lays an image over another, which must have room for all of it.
void paste(Image& onto, const Image& image, int left, int top);

/// Images in a row, or in rows of nearly as many as there are columns where there are more than three.
Image side_by_side(const std::vector<Image>& images);

struct Composition {
  std::vector<Strip> strips;
  bool shows_time = false;
  double frame_rate = 1;  ///< of the time stamps [1/s]
  std::string folder;     ///< for frame_0000.png, frame_0001.png, ...
  std::vector<int> numbers;
  std::function<void(int done, int of)> on_picture = {};
};

/// Draws all pictures and returns their paths.
std::vector<std::string> compose(const Composition& composition);

}  // namespace froth

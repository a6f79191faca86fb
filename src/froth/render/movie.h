// SPDX-License-Identifier: Apache-2.0
// Pictures to a movie, by the program ffmpeg where it is installed.
#pragma once

#include <string>
#include <vector>

namespace froth {

/// Whether there is an ffmpeg.
bool movies_work();

/// Throws SystemError where ffmpeg is not to be found.
void check_movies_work();

/// H.264 in MP4 that every player takes (4:2:0, even sizes). Written aside and renamed. Throws InputError
/// where the pictures are of several sizes, SystemError with ffmpeg's reason where it fails.
void write_movie(const std::vector<std::string>& pictures, double frame_rate, const std::string& path);

}  // namespace froth

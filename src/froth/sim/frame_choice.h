// SPDX-License-Identifier: Apache-2.0
// Which frames of a run a command is for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <froth/sim/run_folder.h>

namespace froth {

/// Both ends included; without them from the first, to the last.
struct FrameChoice {
  std::optional<int> first = {}, last = {};
};

/// "A:B", "A:", ":B", a single frame "A", or nothing for all; throws InputError.
FrameChoice frame_choice(const std::string& text);

/// Throws InputError where there are no frames, or one that was asked for is not there. A gap in a run as a
/// whole is worth a message.
std::vector<int> chosen_frames(const RunFolder& run, const FrameChoice& choice,
                               const std::function<void(const std::string&)>& on_message);

/// One sentence on frames that have no particles: "frame 3 has no particles, so its surface is empty". What
/// is empty is told by its singular and its plural.
std::string about_empty(const std::vector<int>& frames, const std::string& one, const std::string& many);

}  // namespace froth

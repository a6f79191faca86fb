// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/frame_choice.h>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

std::optional<int> number(const std::string& text, const std::string& all) {
  if (text.empty()) return std::nullopt;
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < 0)
    throw InputError("--frames takes a first and a last frame, as in --frames 0:24, not \"" + all + "\"");
  return value;
}

}  // namespace

FrameChoice frame_choice(const std::string& text) {
  const std::size_t colon = text.find(':');
  FrameChoice choice;
  choice.first = number(text.substr(0, colon), text);
  choice.last = colon == std::string::npos ? choice.first : number(text.substr(colon + 1), text);
  return choice;
}

std::vector<int> chosen_frames(const RunFolder& run, const FrameChoice& choice,
                               const std::function<void(const std::string&)>& on_message) {
  const std::vector<int> there = run.frames();
  if (there.empty()) throw InputError(run.path + " has no frames yet; run its scene first");
  const int first = choice.first.value_or(there.front()), last = choice.last.value_or(there.back());
  if (first > last) throw InputError(fmt::format("--frames {}:{} ends before it begins", first, last));
  const auto missing = [&](int frame) {
    return fmt::format("{} has no frame {}; it has {} to {}", run.path, frame, there.front(), there.back());
  };
  if (first < there.front()) throw InputError(missing(first));
  if (last > there.back()) throw InputError(missing(last));
  std::vector<int> chosen;
  for (int frame = first; frame <= last; ++frame) {
    if (std::binary_search(there.begin(), there.end(), frame))
      chosen.push_back(frame);
    else if (choice.first || choice.last)
      throw InputError(missing(frame));
    else if (on_message)
      on_message(fmt::format("frame {} is not there", frame));
  }
  return chosen;
}

std::string about_empty(const std::vector<int>& frames, const std::string& one, const std::string& many) {
  if (frames.size() == 1)
    return fmt::format("frame {} has no particles, so its {} is empty", frames.front(), one);
  return fmt::format("{} frames from {} to {} have no particles, so their {} are empty", frames.size(),
                     frames.front(), frames.back(), many);
}

}  // namespace froth

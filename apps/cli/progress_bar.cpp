// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace froth::cli {

namespace {
std::string duration(double seconds) {
  const int s = static_cast<int>(seconds + 0.5);
  if (s >= 3600) return fmt::format("{}h{:02d}m", s / 3600, s / 60 % 60);
  return s >= 60 ? fmt::format("{}m{:02d}s", s / 60, s % 60) : fmt::format("{}s", s);
}
}  // namespace

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)),
      quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

ProgressBar::~ProgressBar() { finish(); }

void ProgressBar::show(double share, const std::string& detail) {
  if (quiet_) return;
  const auto now = std::chrono::steady_clock::now();
  if (is_terminal_) {
    if (share < 1 && is_drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    return draw(share, detail);
  }
  const int tenth = static_cast<int>(10 * share + 1e-9);
  if (tenth <= last_tenth_) return;
  last_tenth_ = tenth;
  fmt::print(stderr, "{} {:3d} %  {}\n", label_, 10 * tenth, detail);
}

void ProgressBar::draw(double share, const std::string& detail) {
  constexpr int width = 30;
  const double elapsed = std::chrono::duration<double>(last_ - start_).count();
  const int full = std::clamp(static_cast<int>(share * width), 0, width);
  const std::string left =
      share > 0.02 && share < 1 ? ", " + duration(elapsed / share - elapsed) + " left" : "";
  fmt::print(stderr, "\r\033[K{} [{}{}] {:3.0f} %  {}, {}{}", label_,
             std::string(static_cast<std::size_t>(full), '#'),
             std::string(static_cast<std::size_t>(width - full), '.'), 100 * share, detail, duration(elapsed),
             left);
  std::fflush(stderr);
  is_drawn_ = true;
}

void ProgressBar::say(const std::string& message) {
  if (quiet_) return;
  fmt::print(stderr, "{}{}\n", is_drawn_ ? "\r\033[K" : "", message);
  is_drawn_ = false;
}

void ProgressBar::finish() {
  if (is_drawn_) fmt::print(stderr, "\n");
  is_drawn_ = false;
}

}  // namespace froth::cli

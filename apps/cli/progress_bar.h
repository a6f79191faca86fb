// SPDX-License-Identifier: Apache-2.0
// One line that fills up on a terminal, or a line per tenth where the output is a file.
#pragma once

#include <chrono>
#include <string>

namespace froth::cli {

class ProgressBar {
 public:
  ProgressBar(std::string label, bool quiet);
  ~ProgressBar();
  /// `share` from 0 to 1; `detail` is shown behind the bar.
  void show(double share, const std::string& detail);
  /// A message above the bar.
  void say(const std::string& message);
  void finish();

 private:
  void draw(double share, const std::string& detail);

  std::string label_;
  bool quiet_, is_terminal_, is_drawn_ = false;
  int last_tenth_ = 0;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace froth::cli

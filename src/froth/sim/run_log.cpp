// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/run_log.h>

#include <ctime>

namespace froth {

namespace {
/// Local time as 2024-06-11 09:30:00.
std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local)};
}
}  // namespace

bool RunLog::open(const std::string& path) {
  file_.reset(std::fopen(path.c_str(), "ae"));
  if (!file_) return false;
  for (const std::string& line : waiting_) std::fputs(line.c_str(), file_.get());
  waiting_.clear();
  std::fflush(file_.get());
  return true;
}

void RunLog::say(const std::string& message) {
  std::string line = time_stamp() + "  " + message;
  for (char& c : line)
    if (c == '\n') c = ' ';  // one message, one line
  line += '\n';
  if (!file_) return waiting_.push_back(line);
  std::fputs(line.c_str(), file_.get());
  std::fflush(file_.get());
}

}  // namespace froth

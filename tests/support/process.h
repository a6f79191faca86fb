// SPDX-License-Identifier: Apache-2.0
// The real program as a child process: arguments in, exit code and everything it printed out.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace froth {

/// What a child left behind. `exit_code` is minus the signal's number where a signal ended it.
struct Process {
  int exit_code = 0;
  std::string out, err;
};

/// A froth at work; killed at the latest with this object.
class RunningFroth {
 public:
  /// `max_file_bytes`: writes beyond this length of a file fail, as on a full disk; 0 is no limit.
  explicit RunningFroth(const std::vector<std::string>& arguments, std::size_t max_file_bytes = 0);
  ~RunningFroth();
  RunningFroth(const RunningFroth&) = delete;
  RunningFroth& operator=(const RunningFroth&) = delete;

  void send(int signal) const;
  /// Waits for the end and collects the output.
  Process wait();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;

  File out_, err_;
  pid_t child_ = -1;
};

Process run_froth(const std::vector<std::string>& arguments);

/// Waits until a file is there; false where it has not come within half a minute.
bool appears(const std::string& path);

/// Lines of a text; the last one counts with or without its line break.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// What a run said and when, in a file beside its output. Times are the wall's, so this is the one file of a
// run that differs every time.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace froth {

class RunLog {
 public:
  /// Appends to the file from now on, beginning with what was said before; false where that is not possible.
  bool open(const std::string& path);
  /// One line with the time. A full disk loses lines, never the run.
  void say(const std::string& message);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::vector<std::string> waiting_;  // lines from before the file was there
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/base/error.h>

namespace froth {

void fail_check(const char* condition, const char* file, int line, const std::string& message) {
  const std::string path(file);
  const std::string name = path.substr(path.find_last_of('/') + 1);
  throw InternalError("internal check failed: " + message + " (" + condition + ", " + name + ":" +
                      std::to_string(line) + ")");
}

}  // namespace froth

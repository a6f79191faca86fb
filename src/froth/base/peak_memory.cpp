// SPDX-License-Identifier: Apache-2.0
#include <froth/base/peak_memory.h>

#include <fstream>
#include <string>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace froth {

std::size_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::size_t(1024) * std::stoull(line.substr(6));  // in kB
  return 0;
}

bool reset_peak_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);  // what was freed is not held, though the allocator still keeps it
#endif
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;  // proc(5): resets the peak alone
  return file.good();
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/base/own_thread.h>

#include <oneapi/tbb/task_arena.h>
#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace froth {

void on_this_thread_alone(const std::function<void()>& body) {
  oneapi::tbb::task_arena arena(1);
  arena.execute(body);
}

void lower_priority() {
#if defined(__linux__)
  constexpr int kNice = 5;                // about a third of the share of others
  ::setpriority(PRIO_PROCESS, 0, kNice);  // of the calling thread: on Linux each has its own
#endif
}

}  // namespace froth

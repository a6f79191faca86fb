// SPDX-License-Identifier: Apache-2.0
#include <froth/base/parallel.h>

#include <algorithm>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace froth {

namespace tbb = oneapi::tbb;

namespace {

/// Tells the thread sanitizer what it cannot see, because oneTBB is not built for it: a task begins after the
/// loop was entered, and the loop is left after all tasks have ended. Tasks stay unordered among themselves.
/// A task learns where its ForkJoin is before it can tell that it has begun: that much goes unwatched.
#if defined(__SANITIZE_THREAD__)
#define FROTH_UNWATCHED __attribute__((no_sanitize_thread))
#else
#define FROTH_UNWATCHED
#endif
class ForkJoin {
 public:
#if defined(__SANITIZE_THREAD__)
  void fork() { __tsan_release(&start_); }
  void begin_task() { __tsan_acquire(&start_); }
  void end_task() { __tsan_release(&end_); }
  void join() { __tsan_acquire(&end_); }

 private:
  char start_ = 0, end_ = 0;
#else
  void fork() {}
  void begin_task() {}
  void end_task() {}
  void join() {}
#endif
};

}  // namespace

void parallel_chunks(Index count, Index chunk_size, FunctionRef<void(const Chunk&)> body) {
  parallel_tasks(chunk_count(count, chunk_size), [&](Index number) {
    body({number * chunk_size, std::min(count, (number + 1) * chunk_size), number});
  });
}

void parallel_tasks(Index count, FunctionRef<void(Index)> body) {
  if (count <= 0) return;
  if (count == 1) return body(0);
  ForkJoin edges;
  edges.fork();
  tbb::parallel_for(Index(0), count, [&](Index i) FROTH_UNWATCHED {
    edges.begin_task();
    body(i);
    edges.end_task();
  });
  edges.join();
}

ThreadLimit::ThreadLimit(int threads) : control_(nullptr) {
  if (threads > 0)
    control_ = new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                       static_cast<std::size_t>(threads));
}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

int thread_count() {
  return static_cast<int>(
      std::min<std::size_t>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism),
                            static_cast<std::size_t>(tbb::info::default_concurrency())));
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/base/parallel.h>

#include <algorithm>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

namespace froth {

namespace tbb = oneapi::tbb;

void parallel_chunks(Index count, Index chunk_size, FunctionRef<void(const Chunk&)> body) {
  parallel_tasks(chunk_count(count, chunk_size), [&](Index number) {
    body({number * chunk_size, std::min(count, (number + 1) * chunk_size), number});
  });
}

void parallel_tasks(Index count, FunctionRef<void(Index)> body) {
  if (count <= 0) return;
  if (count == 1) return body(0);
  tbb::parallel_for(Index(0), count, [&](Index i) { body(i); });
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

// SPDX-License-Identifier: Apache-2.0
// How many threads the parallel loops may use. Results are the same bits for any number.
#pragma once

namespace froth {

/// Limits the worker threads of the whole process for its lifetime; 0 means all cores. Where several are
/// alive the smallest counts.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void* control_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Parallel loops over oneTBB that cannot change results: work is cut into chunks whose borders depend on the
// problem alone, and partial results are combined in chunk order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <froth/base/thread_limit.h>

namespace froth {

using Index = std::int64_t;

/// A borrowed callable, so that oneTBB stays out of headers.
template <class Signature>
class FunctionRef;
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
    requires(!std::is_same_v<F, FunctionRef>)
  FunctionRef(const F& f)
      : object_(std::addressof(f)), call_([](const void* object, Args... args) -> R {
          return (*static_cast<const F*>(object))(args...);
        }) {}
  R operator()(Args... args) const { return call_(object_, args...); }

 private:
  const void* object_;
  R (*call_)(const void*, Args...);
};

/// Half-open range of one chunk, and its number.
struct Chunk {
  Index begin, end, number;
};

/// Calls `body` once per chunk of at most `chunk_size` items, in any order, on any thread.
void parallel_chunks(Index count, Index chunk_size, FunctionRef<void(const Chunk&)> body);

/// Calls `body(i)` for every i, in any order; each i must be independent of the others.
void parallel_tasks(Index count, FunctionRef<void(Index)> body);

inline Index chunk_count(Index count, Index chunk_size) { return (count + chunk_size - 1) / chunk_size; }

/// Particles per chunk of a reduction: large enough to hide the task, small enough to balance.
inline constexpr Index kReductionChunk = 4096;

/// Folds `map(chunk)` over all chunks in chunk order: the same bits for any number of threads.
template <class Result, class Map, class Combine>
Result ordered_reduce(Index count, Result start, Map map, Combine combine) {
  std::vector<Result> partial(static_cast<std::size_t>(chunk_count(count, kReductionChunk)), start);
  parallel_chunks(count, kReductionChunk,
                  [&](const Chunk& c) { partial[static_cast<std::size_t>(c.number)] = map(c); });
  Result total = start;
  for (const Result& part : partial) total = combine(total, part);
  return total;
}

/// Worker threads in use now.
int thread_count();

}  // namespace froth

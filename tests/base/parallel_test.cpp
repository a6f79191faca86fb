// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <froth/base/parallel.h>

using namespace froth;

// Oracle: the sequential loop. Every index is visited exactly once.
TEST_CASE("chunks cover every index once") {
  std::vector<int> visits(10007, 0);
  parallel_chunks(10007, 64, [&](const Chunk& c) {
    for (Index i = c.begin; i < c.end; ++i) ++visits[static_cast<std::size_t>(i)];
  });
  CHECK(std::count(visits.begin(), visits.end(), 1) == 10007);
}

// Oracle: sums of numbers of wildly different size depend on their order, so equal bits for 1 and 2 threads
// mean equal order. (The test can see a change of order: summing backwards differs.)
TEST_CASE("reductions do not depend on the number of threads") {
  const auto term = [](Index i) { return std::sin(double(i)) * std::exp(double(i % 37)); };
  const auto total = [&] {
    return ordered_reduce(
        Index(100000), 0.0,
        [&](const Chunk& c) {
          double s = 0;
          for (Index i = c.begin; i < c.end; ++i) s += term(i);
          return s;
        },
        [](double a, double b) { return a + b; });
  };
  double one = 0, two = 0, backwards = 0;
  {
    const ThreadLimit limit(1);
    one = total();
  }
  {
    const ThreadLimit limit(2);
    two = total();
  }
  for (Index i = 100000; i-- > 0;) backwards += term(i);
  CHECK(one == two);
  CHECK(one != backwards);
}

// Oracle: C++'s own rule that an exception reaches the caller.
TEST_CASE("an exception inside a loop reaches the caller") {
  CHECK_THROWS_AS(parallel_tasks(100,
                                 [](Index i) {
                                   if (i == 57) throw std::runtime_error("no");
                                 }),
                  std::runtime_error);
}

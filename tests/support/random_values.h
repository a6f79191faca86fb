// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers, vectors and matrices for property tests: a failure today is the same failure
// tomorrow.
#pragma once

#include <algorithm>
#include <cmath>

#include <froth/base/mat.h>
#include <froth/base/random.h>

namespace froth::test {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : seed_(seed) {}
  /// Uniform in [lo, hi).
  double uniform(double lo = 0, double hi = 1) {
    return lo + (hi - lo) * uniform4({seed_, Purpose::Test}, count_++, 0, 0)[0];
  }
  Vec3<double> vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Mat3<double> matrix(double size) {
    Mat3<double> m{};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) m(r, c) = uniform(-size, size);
    return m;
  }
  /// A rotation, from three random Euler angles.
  Mat3<double> rotation() {
    const double a = uniform(0, 6.3), b = uniform(0, 6.3), c = uniform(0, 6.3);
    const Mat3<double> x{{{1, 0, 0}, {0, std::cos(a), -std::sin(a)}, {0, std::sin(a), std::cos(a)}}};
    const Mat3<double> y{{{std::cos(b), 0, std::sin(b)}, {0, 1, 0}, {-std::sin(b), 0, std::cos(b)}}};
    const Mat3<double> z{{{std::cos(c), -std::sin(c), 0}, {std::sin(c), std::cos(c), 0}, {0, 0, 1}}};
    return x * y * z;
  }

 private:
  std::uint64_t seed_, count_ = 0;
};

/// Largest absolute difference of entries.
inline double max_difference(const Mat3<double>& a, const Mat3<double>& b) {
  double most = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(a(r, c) - b(r, c)));
  return most;
}

}  // namespace froth::test

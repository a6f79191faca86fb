// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: Philox-4x32-10. A number is a pure function of what it is for, so that
// thread counts, restarts and the order of calls cannot change it.
// Source: [Salmon2011], section 3.3 (rounds and constants).
#pragma once

#include <cstdint>

#include <froth/base/vec.h>

namespace froth {

/// What a random number is for; keeps streams of one seed apart.
enum class Purpose : std::uint32_t {
  Jitter = 1,
  Picture = 2,
  Test = 3,
  PoissonDisc = 8,
  Resampling = 9,
  PowerCells = 10,
  Pieces = 11
};

struct RandomKey {
  std::uint64_t seed;
  Purpose purpose;
};

namespace detail {
FROTH_INLINE constexpr void philox_round(std::uint32_t c[4], std::uint32_t k0, std::uint32_t k1) {
  const std::uint64_t p0 = std::uint64_t(0xD2511F53u) * c[0];
  const std::uint64_t p1 = std::uint64_t(0xCD9E8D57u) * c[2];
  const std::uint32_t r0 = std::uint32_t(p1 >> 32) ^ c[1] ^ k0, r1 = std::uint32_t(p1);
  const std::uint32_t r2 = std::uint32_t(p0 >> 32) ^ c[3] ^ k1, r3 = std::uint32_t(p0);
  c[0] = r0, c[1] = r1, c[2] = r2, c[3] = r3;
}
}  // namespace detail

/// Four 32-bit words for a 128-bit counter and a 64-bit key.
FROTH_HD constexpr Vec<4, std::uint32_t> philox(std::uint64_t lo, std::uint64_t hi, std::uint64_t key) {
  std::uint32_t c[4] = {std::uint32_t(lo), std::uint32_t(lo >> 32), std::uint32_t(hi),
                        std::uint32_t(hi >> 32)};
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    detail::philox_round(c, k0, k1);
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  return {c[0], c[1], c[2], c[3]};
}

/// Four numbers uniform in [0, 1) for one place (a Morton code, an id, a pixel), step and index.
FROTH_HD constexpr Vec<4, double> uniform4(RandomKey key, std::uint64_t place, std::uint32_t step,
                                           std::uint32_t index) {
  const std::uint64_t hi = (std::uint64_t(step) << 32) | index;
  const std::uint64_t k = key.seed ^ (std::uint64_t(key.purpose) << 56);
  const Vec<4, std::uint32_t> bits = philox(place, hi, k);
  Vec<4, double> u{};
  for (int i = 0; i < 4; ++i) u[i] = double(bits[i]) * (1.0 / 4294967296.0);
  return u;
}

}  // namespace froth

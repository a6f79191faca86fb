// SPDX-License-Identifier: Apache-2.0
#include <froth/render/samples.h>

#include <algorithm>

namespace froth {

namespace {

std::uint32_t reversed_bits(std::uint32_t x) {
  x = x >> 16 | x << 16;
  x = (x & 0x00ff00ffu) << 8 | (x & 0xff00ff00u) >> 8;
  x = (x & 0x0f0f0f0fu) << 4 | (x & 0xf0f0f0f0u) >> 4;
  x = (x & 0x33333333u) << 2 | (x & 0xccccccccu) >> 2;
  return (x & 0x55555555u) << 1 | (x & 0xaaaaaaaau) >> 1;
}

/// Owen scrambling: every bit is flipped by what a hash makes of the bits above it ([Burley2020], Listing 1).
std::uint32_t owen_scrambled(std::uint32_t x, std::uint32_t seed) {
  x = reversed_bits(x) + seed;
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  x ^= x * 0x8d22f6e6u;
  return reversed_bits(x);
}

/// The second dimension of Sobol's sequence; the first is the reversed index.
std::uint32_t sobol_second(std::uint32_t index) {
  std::uint32_t x = 0;
  for (std::uint32_t direction = 1u << 31; index != 0; index >>= 1, direction ^= direction >> 1)
    if (index & 1u) x ^= direction;
  return x;
}

}  // namespace

SampleTable::SampleTable(int samples) : length_(std::clamp(samples, 1, kLongest)) {
  pairs_.reserve(std::size_t(kPairs) * std::size_t(length_));
  for (std::uint32_t dimension = 0; dimension < std::uint32_t(kPairs); ++dimension) {
    const std::uint32_t seed = mixed_bits(dimension + 1);
    for (std::uint32_t k = 0; k < std::uint32_t(length_); ++k) {
      // Scrambling the index shuffles samples among each other, and keeps aligned blocks of them together.
      const std::uint32_t index = owen_scrambled(k, seed);
      pairs_.push_back({owen_scrambled(reversed_bits(index), mixed_bits(seed + 1)),
                        owen_scrambled(sobol_second(index), mixed_bits(seed + 2))});
    }
  }
}

}  // namespace froth

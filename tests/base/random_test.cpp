// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/random.h>

using namespace froth;

// Oracle: known-answer vectors published with the Random123 library of [Salmon2011] for Philox-4x32-10.
TEST_CASE("philox gives the published words") {
  const Vec<4, std::uint32_t> zeros = philox(0, 0, 0);
  CHECK(zeros == Vec<4, std::uint32_t>{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
  const std::uint64_t ones = ~std::uint64_t(0);
  CHECK(philox(ones, ones, ones) ==
        Vec<4, std::uint32_t>{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
  // Counter and key are digits of pi.
  CHECK(philox(0x85a308d3243f6a88u, 0x0370734413198a2eu, 0x299f31d0a4093822u) ==
        Vec<4, std::uint32_t>{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
}

// Oracle: mean 1/2 and variance 1/12 of the uniform distribution; 40000 draws put the mean within 5 sigma =
// 0.0072.
TEST_CASE("uniform numbers are uniform and streams differ by purpose") {
  double mean = 0, square = 0;
  for (std::uint64_t k = 0; k < 10000; ++k)
    for (int i = 0; i < 4; ++i) {
      const double u = uniform4({7, Purpose::Test}, k, 0, 0)[i];
      CHECK_UNARY(u >= 0 && u < 1);
      mean += u / 40000, square += u * u / 40000;
    }
  CHECK(std::abs(mean - 0.5) < 0.0072);
  CHECK(std::abs(square - mean * mean - 1.0 / 12) < 0.005);
  CHECK_FALSE(uniform4({7, Purpose::Test}, 1, 0, 0) == uniform4({7, Purpose::Jitter}, 1, 0, 0));
}

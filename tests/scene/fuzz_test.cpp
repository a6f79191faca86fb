// SPDX-License-Identifier: Apache-2.0
#include <froth/base/random.h>

#include "sample_scene.h"

namespace froth {

namespace {

/// One of the usual accidents: a byte changed, a stretch removed, repeated or copied elsewhere, a digit
/// changed.
std::string mutate(std::string text, std::uint64_t trial, std::uint32_t step) {
  const Vec<4, double> u = uniform4({2024, Purpose::Test}, trial, step, 0);
  const auto size = static_cast<double>(text.size());
  const auto at = static_cast<std::size_t>(u[0] * size), other = static_cast<std::size_t>(u[1] * size);
  const auto length = static_cast<std::size_t>(u[2] * 12);
  const std::size_t digit = text.find_first_of("0123456789", at);
  switch (static_cast<int>(u[3] * 5)) {
    case 0: text[at] = static_cast<char>(static_cast<int>(u[1] * 256)); break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(at, text.substr(at, length)); break;
    case 3: text.replace(at, length, text.substr(other, length)); break;
    default:
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + static_cast<int>(u[1] * 10));
  }
  return text;
}

}  // namespace

// Oracle: the contract of the reader: a scene or an InputError, never anything else. What is accepted must
// resolve to itself.
TEST_CASE("broken bytes never break the reader") {
  int accepted = 0, refused = 0;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    std::string text = kSample;
    const std::uint32_t steps = 1 + static_cast<std::uint32_t>(trial % 3);
    for (std::uint32_t step = 0; step < steps; ++step) text = mutate(text, trial, step);
    CAPTURE(trial);
    try {
      const Scene scene = read_sample(text);
      ++accepted;
      CHECK(read_sample(scene.resolved_text).resolved_text == scene.resolved_text);
    } catch (const InputError&) {
      ++refused;
    }
  }
  // Both outcomes must be common, or the mutations test nothing.
  CHECK(accepted > 100);
  CHECK(refused > 100);
}

}  // namespace froth

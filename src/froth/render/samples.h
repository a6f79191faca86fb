// SPDX-License-Identifier: Apache-2.0
// Well-spread numbers for the light paths of a picture: pairs of the Sobol sequence, Owen-scrambled and
// shuffled anew for every pair of dimensions, and digitally shifted from pixel to pixel, so that what error
// remains looks like fine grain. Source: [Burley2020], sections 2 and 3 (hash-based scrambling, padding).
#pragma once

#include <cstdint>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Mixes all bits: the finaliser of a 32-bit hash.
constexpr std::uint32_t mixed_bits(std::uint32_t x) {
  x ^= x >> 16, x *= 0x7feb352du;
  x ^= x >> 15, x *= 0x846ca68bu;
  return x ^ x >> 16;
}

/// [0, 1), from the upper bits.
constexpr float unit_number(std::uint32_t bits) { return float(bits >> 8) * 0x1p-24f; }

/// The first points of as many sequences of pairs as a path has pairs of dimensions.
class SampleTable {
 public:
  static constexpr int kPairs = 20;
  static constexpr int kLongest = 4096;  // samples beyond begin again, shifted otherwise

  explicit SampleTable(int samples);

  const Vec2<std::uint32_t>& pair(int dimension, int sample) const {
    return pairs_[std::size_t(dimension) * std::size_t(length_) + std::size_t(sample % length_)];
  }
  int length() const { return length_; }

 private:
  int length_;
  std::vector<Vec2<std::uint32_t>> pairs_;
};

/// The numbers of one path. Every bounce begins at a dimension of its own, whatever those before have used.
class PathSamples {
 public:
  PathSamples(const SampleTable& table, std::uint32_t pixel, int sample)
      : table_(&table),
        sample_(sample),
        seed_(mixed_bits(pixel + 0x9e3779b9u * std::uint32_t(1 + sample / table.length()))),
        random_(mixed_bits(seed_ ^ std::uint32_t(sample) * 0x85ebca6bu)) {}

  /// Dimensions 0 and 1 are for place and time; a bounce has three.
  void start_bounce(int bounce) { dimension_ = 2 + 3 * bounce; }

  Vec2<float> pair() {
    if (dimension_ >= SampleTable::kPairs) return {random(), random()};
    const Vec2<std::uint32_t>& bits = table_->pair(dimension_, sample_);
    const std::uint32_t shift = mixed_bits(seed_ + std::uint32_t(dimension_++) * 0x68bc21ebu);
    return {unit_number(bits[0] ^ shift), unit_number(bits[1] ^ shift * 0x2c1b3c6du)};
  }
  /// Without structure, for walks that need many.
  float random() {
    random_ = random_ * 747796405u + 2891336453u;  // a step of [ONeill2014], as are the lines below
    const std::uint32_t word = (random_ >> ((random_ >> 28) + 4) ^ random_) * 277803737u;
    return unit_number(word >> 22 ^ word);
  }

 private:
  const SampleTable* table_;
  int sample_, dimension_ = 0;
  std::uint32_t seed_, random_;
};

}  // namespace froth

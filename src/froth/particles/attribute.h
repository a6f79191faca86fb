// SPDX-License-Identifier: Apache-2.0
// What the engine must know about a quantity of particles, elements or bubbles to sort, split, merge, save
// and write it.
#pragma once

#include <string_view>

namespace froth {

/// How a quantity behaves when particles are split or merged.
enum class Behaviour : unsigned char {
  Extensive,  ///< is shared out and summed
  Intensive,  ///< is averaged by mass
  LogVolume,  ///< logarithm of volume over rest volume: averaged so that the volume is kept
  Identity    ///< belongs to one particle; is copied or made anew, never averaged
};

/// What must be restored after a mass-weighted average.
enum class AfterAveraging : unsigned char { Nothing, UnitDeterminant };

/// A named quantity; one of a law's state is `components` consecutive numbers of the law's State struct.
struct AttributeInfo {
  std::string_view name;
  int components;
  std::string_view unit;  ///< SI, as in "m/s", "Pa", "kg"; "-": a pure number, "SI": each component its own
  Behaviour behaviour = Behaviour::Intensive;
  AfterAveraging after = AfterAveraging::Nothing;
};

}  // namespace froth

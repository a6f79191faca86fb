// SPDX-License-Identifier: Apache-2.0
// The variants of a sweep: every combination of the values that a few keys of a scene take, and their names.
#pragma once

#include <string>
#include <vector>

namespace froth {

/// One key and its values, as "--vary key=value,value" gives them.
struct SweepAxis {
  std::string key;                  ///< path in the scene
  std::vector<std::string> values;  ///< TOML, or a bare word
};

/// Splits at commas outside of brackets and quotes. Throws InputError where there is no key, an empty value,
/// a value that is given twice, or a bracket or a quote that is not closed.
SweepAxis parse_sweep_axis(const std::string& text);

struct SweepVariant {
  std::string label;                   ///< for people: "transfer=flip, cell_size=0.02"
  std::string name;                    ///< of its folder: the same without what a file name should not have
  std::vector<std::string> values;     ///< one per axis, without quotes
  std::vector<std::string> overrides;  ///< "key=value", as --set takes them
};

inline constexpr std::size_t kMostVariants = 1000;

/// All combinations; the last axis changes fastest. A variant has the same name in every grid with the same
/// keys. Throws InputError for no axis, a key that comes twice, or more than kMostVariants.
std::vector<SweepVariant> sweep_variants(const std::vector<SweepAxis>& axes);

}  // namespace froth

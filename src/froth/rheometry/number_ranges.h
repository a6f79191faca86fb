// SPDX-License-Identifier: Apache-2.0
// Lists of rates and frequencies as one writes them: numbers, and ranges by decades. Source: none; notation.
#pragma once

#include <string>
#include <vector>

namespace froth {

/// Numbers from words: "3", "0.1", or a range "0.01:100" with both ends and five numbers to a decade. Throws
/// InputError, which names `option`, for anything else.
std::vector<double> numbers_and_ranges(const std::vector<std::string>& words, const std::string& option);

}  // namespace froth

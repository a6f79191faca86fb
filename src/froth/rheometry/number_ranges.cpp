// SPDX-License-Identifier: Apache-2.0
#include <froth/rheometry/number_ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

constexpr int kPerDecade = 5;
constexpr double kMostDecades = 20;

double number(const std::string& word, const std::string& all, const std::string& option) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size())
    throw InputError(fmt::format("{} needs a number, or a range like 0.01:100, not \"{}\"", option, all));
  return value;
}

}  // namespace

std::vector<double> numbers_and_ranges(const std::vector<std::string>& words, const std::string& option) {
  std::vector<double> all;
  for (const std::string& word : words) {
    const auto colon = word.find(':');
    if (colon == std::string::npos) {
      all.push_back(number(word, word, option));
      continue;
    }
    const double low = number(word.substr(0, colon), word, option),
                 high = number(word.substr(colon + 1), word, option);
    const double decades = std::log10(high / low);
    if (!(low > 0) || !(decades > 0) || !(decades <= kMostDecades))
      throw InputError(fmt::format(
          "the range \"{}\" of {} must go from a positive number up to a larger one, by at most {} decades",
          word, option, kMostDecades));
    const int parts = std::max(1, static_cast<int>(std::lround(decades * kPerDecade)));
    for (int k = 0; k <= parts; ++k)
      all.push_back(k == parts ? high : low * std::pow(10.0, decades * k / parts));
  }
  return all;
}

}  // namespace froth

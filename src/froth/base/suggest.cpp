// SPDX-License-Identifier: Apache-2.0
// Restricted Damerau-Levenshtein distance by dynamic programming over prefixes.
#include <froth/base/suggest.h>

#include <algorithm>

namespace froth {

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  // A third of the letters wrong is still a typo; more is another word. Long words are nobody's typo, and
  // costly.
  if (word.size() > 64) return "";
  const std::string* nearest = nullptr;
  int least = 0;
  for (const std::string& candidate : known) {
    const int distance = edit_distance(word, candidate);
    const auto longest = static_cast<int>(std::max(word.size(), candidate.size()));
    if (distance > std::max(1, longest / 3) || distance >= longest) continue;
    if (nearest == nullptr || distance < least) nearest = &candidate, least = distance;
  }
  return nearest == nullptr ? "" : *nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string either(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k)
    out += (k == 0 ? "" : k + 1 == words.size() ? " or " : ", ") + words[k];
  return out;
}

}  // namespace froth

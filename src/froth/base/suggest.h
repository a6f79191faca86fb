// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?": the known word nearest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace froth {

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
int edit_distance(std::string_view a, std::string_view b);

/// The known word that was probably meant; empty where none is close.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// `; did you mean "word"?` for the nearest known word, or nothing where none is close.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// Words joined by commas, for messages.
std::string joined(const std::vector<std::string>& words);
/// "a, b or c".
std::string either(const std::vector<std::string>& words);

}  // namespace froth

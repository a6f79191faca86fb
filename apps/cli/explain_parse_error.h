// SPDX-License-Identifier: Apache-2.0
// What is wrong with a command line, in one sentence: the word that was not understood, the one that may have
// been meant, and the page that lists them all.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace froth::cli {

std::string explain_parse_error(const CLI::App& root, const CLI::ParseError& error);

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// How the pages of --help look, and the ranges of numbers that options take.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
class Validator;
}  // namespace CLI

namespace froth::cli {

/// In froth's words: no marks of CLI11's own behind the names of options.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// Whole numbers from `least` to `most`.
CLI::Validator whole_number(long long least, long long most);

}  // namespace froth::cli

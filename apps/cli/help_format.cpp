// SPDX-License-Identifier: Apache-2.0
#include "help_format.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>

namespace froth::cli {

namespace {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    label("INT", "N");
    label("FLOAT", "NUMBER");
    label("REQUIRED", "(required)");
    label("Needs", "with");
    label("Excludes", "not with");
  }

  /// CLI11 marks the flags that switch something off: "--no-render{false}".
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    for (std::size_t open; (open = name.find('{')) != std::string::npos;)
      name.erase(open, name.find('}', open) + 1 - open);
    return name;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

CLI::Validator whole_number(long long least, long long most) {
  const auto check = [=](std::string& text) -> std::string {
    long long value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    const bool fits = problem == std::errc() && stop == end && value >= least && value <= most;
    return fits ? "" : fmt::format("\"{}\" is not a whole number from {} to {}", text, least, most);
  };
  return CLI::Validator(check, "");
}

}  // namespace froth::cli

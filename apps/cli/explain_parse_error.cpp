// SPDX-License-Identifier: Apache-2.0
// CLI11 names all words that are left over, last first. The first one is what the user got wrong; those
// behind it are often its values.
#include "explain_parse_error.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/suggest.h>

namespace froth::cli {

namespace {

using Words = std::vector<std::string>;

Words command_names(const CLI::App& root) {
  Words names;
  for (const CLI::App* each : root.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  return names;
}

Words option_names(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// The nearest known word and the page that lists them.
std::string advice(const std::string& word, const Words& known, const std::string& command) {
  const std::string guess = suggestion(word, known);
  return guess.empty() ? fmt::format("; see {} --help", command)
                       : fmt::format("{} See {} --help", guess, command);
}

std::string unknown_word(const CLI::App& root, const CLI::App* command, const std::string& word) {
  const std::string name = command == nullptr ? "froth" : "froth " + command->get_name();
  if (word.size() > 1 && word[0] == '-') {
    const std::string option = word.substr(0, word.find('='));
    const Words known = option_names(command == nullptr ? root : *command);
    return fmt::format("{} has no option {}{}", command == nullptr ? name : command->get_name(), option,
                       advice(option, known, name));
  }
  if (command != nullptr)
    return fmt::format("{} has no use for \"{}\"; see {} --help", command->get_name(), word, name);
  if (std::filesystem::path(word).extension() == ".toml")
    return fmt::format("there is no command \"{0}\"; a scene is run by: froth run {0}", word);
  return fmt::format("there is no command \"{}\"{}", word, advice(word, command_names(root), name));
}

}  // namespace

std::string explain_parse_error(const CLI::App& root, const CLI::ParseError& error) {
  const auto chosen = root.get_subcommands([](const CLI::App* each) { return each->parsed(); });
  const CLI::App* command = chosen.empty() ? nullptr : chosen.front();
  // What the command itself could not use comes before what fell through to froth.
  Words left = command == nullptr ? Words{} : command->remaining();
  for (const std::string& word : root.remaining()) left.push_back(word);
  for (const std::string& word : left)
    if (word != "--") return unknown_word(root, command, word);
  const std::string name = command == nullptr ? "froth" : "froth " + command->get_name();
  return fmt::format("{}; see {} --help", error.what(), name);
}

}  // namespace froth::cli

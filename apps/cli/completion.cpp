// SPDX-License-Identifier: Apache-2.0
// Commands, flags and descriptions come from CLI11; the words that a place accepts from the lists of scenes,
// presets, levels and keys. Places that take a file or a folder leave it to the shell to find one.
#include "completion.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/materials/law_list.h>
#include <froth/materials/presets.h>
#include <froth/rheometry/rheometer.h>
#include <froth/render/ledger_charts.h>
#include <froth/scene/help.h>
#include <froth/scene/overrides.h>
#include <froth/base/suggest.h>

#include "scene_files.h"

namespace froth::cli {

namespace {

using Words = std::vector<std::string>;

/// What may follow: words, and with them files, folders or neither.
struct Place {
  Words words = {};
  bool files = false, folders = false;
};

struct Flag {
  std::string name, doc;
  bool takes_value;
  Place value;
};

struct Command {
  std::string name, doc;
  std::vector<Flag> flags;
  Place place;  ///< of the words without a dash
};

Words scene_words() {
  Words words;
  for (const std::string& path : shipped_scenes())
    words.push_back(std::filesystem::path(path).stem().string());
  return words;
}

Words material_words() {
  Words words = preset_names();
  for (const LawInfo& law : law_infos()) words.push_back(law.name);
  return words;
}

/// What an option of this name takes, wherever it stands.
Place place_of(const std::string& name) {
  if (name == "SCENE") return {scene_words(), true, false};
  if (name == "FOLDER" || name == "RUN" || name == "--out") return {{}, false, true};
  if (name == "--quality") return {quality_levels()};
  if (name == "--material") return {preset_names()};
  if (name == "MATERIAL") return {material_words()};
  if (name == "KEY") return {help_words()};
  if (name == "SHELL") return {{"bash", "zsh", "fish"}};
  if (name == "--test") {
    Words tests = rheometer_test_names();
    tests.push_back("flow_curve");
    return {tests};
  }
  if (name == "--what") return {ledger_chart_groups()};
  if (name == "--method") return {{"auto", "level_set", "anisotropic", "spheres", "cells"}};
  if (name == "--color-by") return {{"body", "speed"}};
  if (name == "--json" || name == "--compare" || name == "--scene" || name == "--csv" || name == "--plot")
    return {{}, true, false};
  return {};
}

Command describe(const CLI::App& app) {
  Command command{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) command.place = place_of(option->get_name(true));
    for (const std::string& name : option->get_lnames()) {
      const bool takes_value = option->get_items_expected_min() > 0;
      command.flags.push_back({"--" + name, option->get_description(), takes_value,
                               takes_value ? place_of("--" + name) : Place{}});
    }
  }
  return command;
}

std::vector<Command> commands_of(const CLI::App& root) {
  std::vector<Command> commands;
  for (const CLI::App* app : root.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(describe(*app));
  return commands;
}

std::string spaced(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

Words flag_names(const Command& command) {
  Words names;
  for (const Flag& flag : command.flags) names.push_back(flag.name);
  return names;
}

Words command_names(const std::vector<Command>& commands) {
  Words names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

/// Bash's ways to complete a place, given the word being typed in $cur.
std::string bash_place(const Place& place) {
  std::string out = "COMPREPLY=($(compgen -W '" + spaced(place.words) + "' -- \"$cur\")";
  if (place.files) out += " $(compgen -f -- \"$cur\")";
  if (place.folders) out += " $(compgen -d -- \"$cur\")";
  out += ")";
  if (place.files || place.folders) out += "; compopt -o filenames 2>/dev/null || true";
  return out;
}

std::string bash_script(const std::vector<Command>& commands) {
  std::string out =
      "# Completion of froth for bash: source <(froth completion bash)\n"
      "_froth() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W '" +
      spaced(command_names(commands)) +
      " --help --version' -- \"$cur\"))\n    return\n  fi\n  case \"$command $prev\" in\n";
  for (const Command& command : commands)
    for (const Flag& flag : command.flags)
      if (flag.takes_value)
        out += "    '" + command.name + " " + flag.name + "') " + bash_place(flag.value) + "; return ;;\n";
  out += "  esac\n  case \"$command $cur\" in\n";
  for (const Command& command : commands) {
    out += "    '" + command.name + " -'*) COMPREPLY=($(compgen -W '" + spaced(flag_names(command)) +
           "' -- \"$cur\")) ;;\n";
    out += "    '" + command.name + " '*) " + bash_place(command.place) + " ;;\n";
  }
  return out + "  esac\n}\ncomplete -F _froth froth ./froth\n";
}

/// Text in single quotes, for zsh and fish.
std::string quoted(std::string text, const std::string& escape) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += escape.size())
    text.replace(at, 1, escape);
  return "'" + text + "'";
}

std::string zsh_place(const Place& place) {
  std::string out = "compadd -- " + spaced(place.words);
  if (place.words.empty()) out = ":";
  if (place.files) out += "; _files";
  if (place.folders) out += "; _files -/";
  return out;
}

std::string zsh_script(const std::vector<Command>& commands) {
  std::string out =
      "#compdef froth\n# Completion of froth for zsh: source <(froth completion zsh)\n_froth() {\n"
      "  local command=$words[2] prev=$words[CURRENT-1] cur=$words[CURRENT]\n"
      "  if ((CURRENT == 2)); then\n    local -a list=(\n";
  const auto entry = [](const std::string& name, const std::string& doc) {
    return "      " + quoted(name + ":" + doc, "'\\''") + "\n";
  };
  for (const Command& command : commands) out += entry(command.name, command.doc);
  out += "    )\n    _describe command list\n    return\n  fi\n  case \"$command $prev\" in\n";
  for (const Command& command : commands)
    for (const Flag& flag : command.flags)
      if (flag.takes_value)
        out += "    '" + command.name + " " + flag.name + "') " + zsh_place(flag.value) + "; return ;;\n";
  out += "  esac\n  case \"$command $cur\" in\n";
  for (const Command& command : commands) {
    out += "    '" + command.name + " -'*)\n      local -a list=(\n";
    for (const Flag& flag : command.flags) out += entry(flag.name, flag.doc);
    out += "      )\n      _describe option list ;;\n";
    out += "    '" + command.name + " '*) " + zsh_place(command.place) + " ;;\n";
  }
  return out + "  esac\n}\ncompdef _froth froth\n";
}

std::string fish_arguments(const Place& place, bool is_value) {
  std::string out = place.files || place.folders ? "" : " -f";
  if (is_value) out += " -r";
  if (place.folders) return out + " -a '(__fish_complete_directories)'";
  return place.words.empty() ? out : out + " -a '" + spaced(place.words) + "'";
}

std::string fish_script(const std::vector<Command>& commands) {
  std::string out = "# Completion of froth for fish: froth completion fish | source\ncomplete -c froth -f\n";
  for (const Command& command : commands) {
    const std::string within = "complete -c froth -n '__fish_seen_subcommand_from " + command.name + "'";
    out += "complete -c froth -n __fish_use_subcommand -a " + command.name + " -d " +
           quoted(command.doc, "\\'") + "\n";
    out += within + (command.place.files ? " -F" : "") + fish_arguments(command.place, false) + "\n";
    for (const Flag& flag : command.flags)
      out += within + " -l " + flag.name.substr(2) +
             (flag.takes_value ? fish_arguments(flag.value, true) : "") + " -d " + quoted(flag.doc, "\\'") +
             "\n";
  }
  return out;
}

}  // namespace

std::string completion_script(const CLI::App& root, const std::string& shell) {
  const std::vector<Command> commands = commands_of(root);
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  if (shell == "fish") return fish_script(commands);
  throw InputError("there is no completion for \"" + shell + "\"; there are bash, zsh, fish" +
                   suggestion(shell, {"bash", "zsh", "fish"}));
}

}  // namespace froth::cli

// SPDX-License-Identifier: Apache-2.0
// A first scene of one's own: small, quick, and full of remarks on what to change.
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/materials/presets.h>
#include <froth/base/suggest.h>

#include "commands.h"

namespace froth::cli {

namespace {

/// The name without its ending, refused where it could not be a file of this folder.
std::string checked_name(std::string name) {
  if (name.ends_with(".toml")) name.resize(name.size() - 5);
  if (name.empty() || name[0] == '.' || name[0] == '-' || name.find('/') != std::string::npos)
    throw InputError("\"" + name +
                     "\" cannot be the name of a scene here; give a word, as in froth new my_scene");
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80 && std::isalnum(code) == 0 && c != '_' && c != '-' && c != '.')
      throw InputError("the name of a scene is made of letters, digits, _ - and ., not \"" + name + "\"");
  }
  return name;
}

const Preset& checked_preset(const std::string& name) {
  if (const Preset* found = find_preset(name)) return *found;
  const std::string guess = suggestion(name, preset_names());
  throw InputError("there is no preset \"" + name + "\"" +
                   (guess.empty() ? "; there are " + joined(preset_names()) : guess));
}

/// The preset's numbers as remarks that can be switched on.
std::string remarks(const Preset& preset) {
  std::string out;
  for (const PresetValue& value : preset.values) out += fmt::format("# {} = {:g}\n", value.key, value.value);
  return out;
}

/// What to do with the file, in columns.
std::string commands(const std::string& name) {
  const std::pair<std::string, const char*> rows[] = {
      {"froth check " + name + ".toml", "is it valid, how many particles, how long a step"},
      {"froth run " + name + ".toml --render", "simulate it and draw pictures, all below out/"},
      {"froth render out/" + name + " --movie", "a movie of the pictures (needs ffmpeg)"},
      {"froth help KEY", "what a key means, as in: froth help cell_size"}};
  std::string out;
  for (const auto& [command, doc] : rows)
    out += fmt::format("#   {:<{}}  {}\n", command, rows[2].first.size(), doc);
  return out;
}

/// `text` with every @NAME@ replaced.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [name, value] : words)
    for (std::size_t at = 0; (at = text.find("@" + name + "@")) != std::string::npos;)
      text.replace(at, name.size() + 2, value);
  return text;
}

const char* const kTemplate = R"(# @NAME@: a ball of @MATERIAL@ falls onto a floor.
#
@COMMANDS@#
# Lengths are metres, times seconds, masses kilograms. y is up. A line that begins with # is a remark.

[scene]
title = "A ball of @MATERIAL@"
@DIMENSION@end_time = 1.0             # seconds that are simulated
frame_rate = 30            # pictures per second of simulated time

[solver]
cell_size = @CELL@  # half of it shows finer detail and takes about @COST@ times as long

# The name after the dot is yours; bodies refer to it. `froth materials` lists all presets.
[materials.@MATERIAL@]
preset = "@MATERIAL@"  # @PURPOSE@
# These are the preset's numbers. Take a # away to use a number of your own.
@NUMBERS@
[[bodies]]
name = "ball"
material = "@MATERIAL@"
shape = { sphere = { center = @CENTER@, radius = 0.15 } }  # or box, capsule, ...: froth help shape
velocity = { constant = @VELOCITY@ }  # at the start: froth help velocity
color = [0.30, 0.58, 0.85]

# A second body: take the # away. It may be of another material, if you add one above.
# [[bodies]]
# name = "block"
# material = "@MATERIAL@"
# shape = { box = { center = @BLOCK@, size = @SIZE@ } }

[[colliders]]
name = "floor"
shape = { half_space = { point = @ORIGIN@, normal = @UP@ } }
contact = { kind = "separating", friction = 0.5 }  # sticky, slip or separating: froth help contact

[quality.smoke]            # a few frames, to see that it runs: froth run @NAME@.toml --quality smoke
scene.end_time = 0.1
solver.cell_size = @COARSE@

[quality.draft]            # the scene as it stands above

[quality.figure]           # a finer one: froth run @NAME@.toml --quality figure
solver.cell_size = @FINE@
)";

}  // namespace

int new_command(const NewCommand& command) {
  const std::string name = checked_name(command.name), path = name + ".toml";
  const Preset& preset = checked_preset(command.material);
  if (std::filesystem::exists(path))
    throw InputError(path + " is there already, and is not overwritten; choose another name");
  const bool flat = command.is_planar;
  const auto vector = [&](const char* xy, const char* z) {
    return flat ? fmt::format("[{}]", xy) : fmt::format("[{}, {}]", xy, z);
  };
  write_file(path, filled(kTemplate, {{"COMMANDS", commands(name)},
                                      {"NAME", name},
                                      {"MATERIAL", preset.name},
                                      {"PURPOSE", preset.purpose},
                                      {"NUMBERS", remarks(preset)},
                                      {"DIMENSION", flat ? "dimension = 2              # a plane\n" : ""},
                                      {"CELL", flat ? "0.01" : "0.025"},
                                      {"COARSE", flat ? "0.02" : "0.04"},
                                      {"FINE", flat ? "0.005" : "0.0125"},
                                      {"COST", flat ? "8" : "16"},
                                      {"CENTER", vector("0, 0.3", "0")},
                                      {"VELOCITY", vector("0.5, 0", "0")},
                                      {"BLOCK", vector("0.1, 0.7", "0")},
                                      {"SIZE", vector("0.2, 0.2", "0.2")},
                                      {"ORIGIN", vector("0, 0", "0")},
                                      {"UP", vector("0, 1", "0")}}));
  fmt::print("{0} is yours: read it, then\n  froth run {0} --render\n", path);
  return 0;
}

}  // namespace froth::cli

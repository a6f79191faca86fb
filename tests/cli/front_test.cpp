// SPDX-License-Identifier: Apache-2.0
// What a newcomer types first: help, new, materials, completion.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include <froth/materials/presets.h>
#include <froth/scene/read.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The program runs in this folder until the object goes away.
class CurrentFolder {
 public:
  explicit CurrentFolder(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~CurrentFolder() { fs::current_path(before_); }

 private:
  fs::path before_;
};

struct Row {
  Words arguments;
  int exit_code;
  Words words;  ///< of what it prints where the code is 0, of its complaint otherwise
};

void check_rows(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const Process froth = run_froth(row.arguments);
    std::string command = "froth";
    for (const std::string& argument : row.arguments) command += " " + argument;
    CAPTURE(command);
    CAPTURE(froth.out);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == row.exit_code);
    CHECK((row.exit_code == 0 ? froth.err : froth.out) == "");
    if (row.exit_code != 0) CHECK(lines_of(froth.err).size() == 1);
    for (const std::string& word : row.words) {
      CAPTURE(word);
      CHECK((row.exit_code == 0 ? froth.out : froth.err).find(word) != std::string::npos);
    }
  }
}

/// What a command of the shell prints.
std::string shell(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer;
  for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), got);
  ::pclose(pipe);
  return text;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace

// Oracle: a table by hand of what is asked and what must be in the answer.
TEST_CASE("help and materials answer, or say what was meant") {
  check_rows({
      {{}, 0, {"froth simulates", "run", "render", "verify"}},
      {{"help"}, 0, {"run", "render", "[solver]", "[[bodies]]", "froth help NAME"}},
      {{"help", "solver.cell_size"}, 0, {"edge of a grid cell", "m (cm)", "positive", "required"}},
      {{"help", "cell_size"}, 0, {"solver.cell_size"}},
      {{"help", "contact.friction"}, 0, {"colliders.N.contact.friction", "domain.contact.friction"}},
      {{"help", "neo_hookean"}, 0, {"youngs_modulus"}},
      {{"help", "youngs_modulus"}, 0, {"von_mises", "drucker_prager"}},
      {{"help", "run"}, 0, {"--resume"}},
      {{"help", "render"}, 0, {"--movie", "in a scene file", "field_of_view"}},
      {{"help", "cel_size"}, 2, {"cel_size", "did you mean \"cell_size\"?"}},
      {{"help", "qqq"}, 2, {"qqq", "froth help"}},
      {{"help", "a", "b"}, 2, {"b"}},
      {{"materials"}, 0, {"neo_hookean", "youngs_modulus [Pa]", "water", "viscosity 0.001002 Pa s"}},
      {{"materials", "honey"}, 0, {"liquid", "density = 1420 kg/m^3", "source"}},
      {{"materials", "liquid"}, 0, {"bulk_modulus", "honey"}},
      {{"materials", "hony"}, 2, {"did you mean \"honey\"?"}},
      {{"completion", "bash"}, 0, {"complete -F _froth"}},
      {{"completion", "zsh"}, 0, {"#compdef froth"}},
      {{"completion", "fish"}, 0, {"complete -c froth"}},
      {{"completion", "csh"}, 2, {"csh", "bash, zsh, fish"}},
      {{"completion"}, 2, {"SHELL"}},
      {{"new"}, 2, {"NAME"}},
      {{"new", "a/b"}, 2, {"a/b", "name"}},
      {{"new", ""}, 2, {"name"}},
      {{"new", "two words"}, 2, {"two words", "letters"}},
      {{"new", "@NAME@"}, 2, {"letters"}},
      {{"new", ".hidden"}, 2, {".hidden"}},
      {{"new", "x", "--material", "watr"}, 2, {"watr", "did you mean \"water\"?"}},
  });
}

// Oracle: marks of the library that reads the command line, which mean nothing to a user.
TEST_CASE("pages of help are in words") {
  for (const std::string command :
       {"run", "render", "export", "plot", "sweep", "measure", "rheometer", "help", "new", "completion",
        "check", "info", "scenes", "materials", "reference", "bench", "verify"}) {
    const std::string page = run_froth({command, "--help"}).out;
    CAPTURE(page);
    CHECK(page.find("Usage: froth " + command) != std::string::npos);
    for (const std::string mark : {"{", "INT", " in [", "REQUIRED", "Excludes", " x 2"})
      CHECK(page.find(mark) == std::string::npos);
  }
}

// Oracle: the ranges of the scene's own keys, which the options stand for.
TEST_CASE("options of pictures take what the keys of the scene take") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  REQUIRE(run_froth({"run", scene, "--out", out, "--quiet"}).exit_code == 0);
  for (const auto& [key, value, fits] :
       std::vector<std::tuple<std::string, std::string, bool>>{{"samples", "65536", true},
                                                               {"samples", "65537", false},
                                                               {"samples", "0", false},
                                                               {"width", "15", false},
                                                               {"height", "16385", false}}) {
    CAPTURE(key + " " + value);
    CHECK(run_froth({"check", scene, "--set", "render." + key + "=" + value}).exit_code == (fits ? 0 : 2));
    if (!fits)
      check_rows({{{"render", out, "--" + key, value}, 2, {"--" + key, "\"" + value + "\" is not"}}});
  }
  CHECK(run_froth({"render", out, "--samples", "65536", "--frame", "9"}).err.find("frame 9") !=
        std::string::npos);
}

// Oracle: two frames by the scene's end_time, 0.02 s at 100 per second; help says fewer or more.
TEST_CASE("frames on the command line shorten and lengthen a run, as help says") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene());
  CHECK(run_froth({"check", scene}).out.find(" 2 frames") != std::string::npos);
  CHECK(run_froth({"check", scene, "--frames", "1"}).out.find(" 1 frames") != std::string::npos);
  CHECK(run_froth({"check", scene, "--frames", "5"}).out.find(" 5 frames") != std::string::npos);
  for (const std::string command : {"run", "check", "sweep"})
    CHECK(run_froth({command, "--help"}).out.find("fewer or more") != std::string::npos);
}

// Oracle: the program itself: what `new` writes is valid, runs, and its remarks are true numbers.
TEST_CASE("a new scene runs, in space and in the plane") {
  const TemporaryFolder folder;
  const CurrentFolder inside(folder.path());
  for (const Words& more :
       {Words{}, Words{"--2d"}, Words{"--2d", "--material", "water"}, Words{"--material", "dry_sand"}}) {
    fs::remove("my_scene.toml");
    Words arguments = {"new", "my_scene"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Process made = run_froth(arguments);
    CAPTURE(made.err);
    REQUIRE(made.exit_code == 0);
    CHECK(made.out.find("my_scene.toml") != std::string::npos);
    const std::string text = slurp("my_scene.toml");
    CHECK(text.find("froth help") != std::string::npos);
    CHECK(text.find('@') == std::string::npos);  // every gap of the template is filled
    const Process ran = run_froth({"run", "my_scene.toml", "--quality", "smoke", "--overwrite", "--quiet"});
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(fs::exists("out/my_scene/particles/frame_0003.ply"));
  }
}

// Oracle: the reader, for every preset; and the same scene with every remark of a number switched on.
TEST_CASE("a new scene of any preset is valid, with its remarks switched on too") {
  const TemporaryFolder folder;
  const CurrentFolder inside(folder.path());
  for (const Preset& preset : material_presets())
    for (const bool flat : {false, true}) {
      CAPTURE(preset.name);
      Words arguments = {"new", preset.name + ".toml", "--material", preset.name};
      if (flat) arguments.push_back("--2d");
      REQUIRE(run_froth(arguments).exit_code == 0);
      std::string text = slurp(preset.name + ".toml");
      const Scene scene = read_scene_text(text, "new.toml");
      CHECK(scene.dimension == (flat ? 2 : 3));
      CHECK(scene.materials.at(0).model == preset.law);
      for (const PresetValue& value : preset.values) {
        const std::size_t at = text.find("# " + value.key + " = ");
        REQUIRE(at != std::string::npos);
        text.erase(at, 2);
      }
      text = with(text, "preset =", "model = \"" + preset.law + "\"\n# preset =");
      CHECK(read_scene_text(text, "new.toml").materials.at(0).density == scene.materials.at(0).density);
      fs::remove(preset.name + ".toml");
    }
}

// Oracle: bytes before and after.
TEST_CASE("new never overwrites") {
  const TemporaryFolder folder;
  const CurrentFolder inside(folder.path());
  folder.write("mine.toml", "precious");
  check_rows({{{"new", "mine"}, 2, {"mine.toml", "overwritten"}}, {{"new", "mine.toml"}, 2, {"mine.toml"}}});
  CHECK(slurp("mine.toml") == "precious");
  CHECK(listing_of(folder.path()).size() == 1);
}

// Oracle: bash itself: it loads the script and is asked as its own line editor would ask.
TEST_CASE("bash completes commands, scenes, flags, levels, presets and keys") {
  if (!has_program("bash")) return;
  const TemporaryFolder folder;
  const std::string script = folder.write("completion.bash", run_froth({"completion", "bash"}).out);
  const auto complete = [&](const Words& words) {
    std::string line =
        "bash -c 'cd " + folder.path().string() + " && source " + script + " && COMP_WORDS=(froth";
    for (const std::string& word : words) line += " \"" + word + "\"";
    line += ") COMP_CWORD=" + std::to_string(words.size()) +
            " && _froth && printf \"%s\\n\" \"${COMPREPLY[@]}\"'";
    return shell(line);
  };
  CHECK(complete({"ru"}) == "run\n");
  CHECK(complete({"run", "jell"}) == "jellies\n");
  CHECK(complete({"run", "--thr"}) == "--threads\n");
  CHECK(complete({"run", "jellies", "--quality", "sm"}) == "smoke\n");
  CHECK(complete({"new", "x", "--material", "hon"}) == "honey\n");
  CHECK(complete({"materials", "von"}) == "von_mises\n");
  CHECK(complete({"help", "youngs"}) == "youngs_modulus\n");
  CHECK(complete({"render", "--side"}) == "--side-by-side\n");
  CHECK(complete({"sweep", "jell"}) == "jellies\n");
  CHECK(complete({"sweep", "jellies", "--va"}) == "--vary\n");
  CHECK(complete({"measure", "--frag"}) == "--fragments\n");
  CHECK(complete({"completion", "f"}) == "fish\n");
  CHECK(complete({"run", "comple"}) == "completion.bash\n");  // a file of this folder
  for (const std::string other : {"zsh", "fish"})
    if (has_program(other)) {
      const std::string path = folder.write("script." + other, run_froth({"completion", other}).out);
      CHECK(std::system((other + " -n " + path).c_str()) == 0);
    }
}

}  // namespace froth

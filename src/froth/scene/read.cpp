// SPDX-License-Identifier: Apache-2.0
// The steps of reading: parse, quality, overrides, check, make.
#include <froth/scene/read.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <froth/base/error.h>
#include <froth/scene/apply_presets.h>
#include <froth/scene/make_scene.h>
#include <froth/scene/overrides.h>
#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(path + ": this is a folder; give a scene file");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw InputError(path + ": cannot read this file; check its name");
  return text;
}

/// The chosen level's table; null where none was asked for.
const Node* find_quality(const Node& tables, const std::string& level, const std::string& name) {
  if (level.empty()) return nullptr;
  if (const Node* found = tables.find(level)) return found;
  std::vector<std::string> there;
  for (const NodeEntry& entry : tables.entries) there.push_back(entry.key);
  throw InputError("--quality " + level + ": " + name + " has no such level; it has " +
                   (there.empty() ? "none" : joined(there)));
}

constexpr std::int64_t kLeastSide = 16, kMostSmokeSamples = 6;

/// Smoke is for a look within seconds: pictures of half the scene's width and height, with few samples. Where
/// the level's own table speaks of one of them, it has the word.
void shrink_pictures(Node& root, const Node& smoke) {
  const Node* own = smoke.find("render");
  const auto is_given = [&](const char* key) { return own != nullptr && own->find(key) != nullptr; };
  if (root.find("render") == nullptr) root.set("render", smoke.where, Node{.where = smoke.where});
  Node& render = *root.find("render");
  if (!render.is_table()) return;  // which is for validate() to say
  const auto change = [&](const char* key, auto smaller) {
    const Node* written = render.find(key);
    const Key& known = *scene_schema().find("render")->nested().find(key);
    Node value = written != nullptr ? *written : detail::default_node(known, peek_context(root));
    if (value.kind != Node::Kind::Integer) return;
    value.integer = smaller(value.integer);
    render.set(key, smoke.where, value);
  };
  const auto half = [](std::int64_t side) { return side < 2 * kLeastSide ? side : side / 2; };
  if (!is_given("width") && !is_given("height"))
    for (const char* key : {"width", "height"}) change(key, half);
  if (!is_given("samples")) change("samples", [](std::int64_t n) { return std::min(n, kMostSmokeSamples); });
}

void check_no_quality(const Node& root) {
  const Node* quality = root.find("quality");
  if (quality != nullptr)
    throw InputError(quality->where +
                     ": quality levels cannot be changed from here; choose one by --quality");
}

/// Levels that are not chosen are checked too, so that a typo in them does not wait for the long run.
void check_other_levels(const Node& root, const Node& tables, const std::string& chosen) {
  for (const NodeEntry& entry : tables.entries) {
    if (entry.key == chosen) continue;
    Node merged = root;
    merge(merged, entry.value);
    check_no_quality(merged);
    ReadContext context = peek_context(merged);
    context.is_partial = true;
    apply_presets(merged, context);
    validate(merged, scene_schema(), context);
  }
}

}  // namespace

Scene read_scene_text(const std::string& text, const std::string& name, const ReadOptions& options) {
  Node root = parse_toml(text, name);
  const Node tables = take_quality(root);
  const Node as_written = root;

  if (const Node* level = find_quality(tables, options.quality, name)) {
    merge(root, *level);
    if (options.quality == "smoke") shrink_pictures(root, *level);
  }
  for (const std::string& assignment : options.overrides) apply_override(root, assignment);
  check_no_quality(root);

  ReadContext context = peek_context(root);
  context.folder = std::filesystem::absolute(name).parent_path().string();
  apply_presets(root, context);
  const Values values = validate(root, scene_schema(), context);
  check_other_levels(as_written, tables, options.quality);

  Scene scene = make_scene(values, context);
  scene.name = std::filesystem::path(name).stem().string();
  scene.resolved_text = write_toml(root, {"materials"});
  return scene;
}

Scene read_scene(const std::string& path, const ReadOptions& options) {
  return read_scene_text(read_file(path), path, options);
}

}  // namespace froth

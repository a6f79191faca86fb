// SPDX-License-Identifier: Apache-2.0
#include <froth/io/frame_record.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include <froth/io/file.h>

namespace froth {

std::set<std::string> changes_between(const FrameSettings& before, const FrameSettings& now) {
  std::set<std::string> names;
  for (const auto& [name, value] : now) {
    const auto old = before.find(name);
    if (old == before.end() || old->second != value) names.insert(name);
  }
  for (const auto& [name, value] : before)
    if (!now.contains(name)) names.insert(name);
  return names;
}

namespace {

std::map<int, FrameSettings> read_settings(const std::string& path) {
  std::map<int, FrameSettings> settings;
  std::ifstream file(path);
  try {
    const nlohmann::json record = nlohmann::json::parse(file);
    for (const auto& group : record.at("looks"))
      for (const int frame : group.at("frames")) settings[frame] = group.at("look").get<FrameSettings>();
  } catch (const nlohmann::json::exception&) {
    settings.clear();  // then its files are made again
  }
  return settings;
}

}  // namespace

FrameRecord::FrameRecord(std::string path) : path_(std::move(path)), settings_(read_settings(path_)) {}

const FrameSettings* FrameRecord::find(int frame) const {
  const auto found = settings_.find(frame);
  return found == settings_.end() ? nullptr : &found->second;
}

void FrameRecord::save() {
  const FolderTurn turn(path_);
  std::map<int, FrameSettings> there = read_settings(path_);
  for (const int frame : changed_)
    if (const FrameSettings* own = find(frame))
      there[frame] = *own;
    else
      there.erase(frame);
  settings_ = std::move(there);
  std::map<FrameSettings, std::vector<int>> groups;  // hundreds of frames, and all of them alike
  for (const auto& [frame, settings] : settings_) groups[settings].push_back(frame);
  nlohmann::json looks = nlohmann::json::array();
  for (const auto& [settings, frames] : groups) looks.push_back({{"look", settings}, {"frames", frames}});
  write_file(path_, nlohmann::json{{"looks", looks}}.dump(2) + "\n");
  changed_.clear();
}

}  // namespace froth

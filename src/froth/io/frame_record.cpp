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

FrameRecord::FrameRecord(std::string path) : path_(std::move(path)) {
  std::ifstream file(path_);
  try {
    const nlohmann::json record = nlohmann::json::parse(file);
    for (const auto& group : record.at("looks"))
      for (const int frame : group.at("frames")) settings_[frame] = group.at("look").get<FrameSettings>();
  } catch (const nlohmann::json::exception&) {
    settings_.clear();  // then its files are made again
  }
}

const FrameSettings* FrameRecord::find(int frame) const {
  const auto found = settings_.find(frame);
  return found == settings_.end() ? nullptr : &found->second;
}

void FrameRecord::save() const {
  std::map<FrameSettings, std::vector<int>> groups;  // hundreds of frames, and all of them alike
  for (const auto& [frame, settings] : settings_) groups[settings].push_back(frame);
  nlohmann::json looks = nlohmann::json::array();
  for (const auto& [settings, frames] : groups) looks.push_back({{"look", settings}, {"frames", frames}});
  write_file(path_, nlohmann::json{{"looks", looks}}.dump(2) + "\n");
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/render/picture_record.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include <froth/io/file.h>

namespace froth {

std::set<std::string> changes_between(const PictureLook& before, const PictureLook& now) {
  std::set<std::string> names;
  for (const auto& [name, value] : now) {
    const auto old = before.find(name);
    if (old == before.end() || old->second != value) names.insert(name);
  }
  for (const auto& [name, value] : before)
    if (!now.contains(name)) names.insert(name);
  return names;
}

PictureRecord::PictureRecord(std::string path) : path_(std::move(path)) {
  std::ifstream file(path_);
  try {
    const nlohmann::json record = nlohmann::json::parse(file);
    for (const auto& group : record.at("looks"))
      for (const int frame : group.at("frames")) looks_[frame] = group.at("look").get<PictureLook>();
  } catch (const nlohmann::json::exception&) {
    looks_.clear();  // then its pictures are drawn again
  }
}

const PictureLook* PictureRecord::find(int frame) const {
  const auto found = looks_.find(frame);
  return found == looks_.end() ? nullptr : &found->second;
}

void PictureRecord::save() const {
  std::map<PictureLook, std::vector<int>> groups;  // a film has hundreds of frames and one look
  for (const auto& [frame, look] : looks_) groups[look].push_back(frame);
  nlohmann::json looks = nlohmann::json::array();
  for (const auto& [look, frames] : groups) looks.push_back({{"look", look}, {"frames", frames}});
  write_file(path_, nlohmann::json{{"looks", looks}}.dump(2) + "\n");
}

}  // namespace froth

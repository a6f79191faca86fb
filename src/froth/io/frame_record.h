// SPDX-License-Identifier: Apache-2.0
// How files of a run's frames were made, kept in a JSON file beside them, so that those which would come out
// otherwise today are found and made again.
#pragma once

#include <map>
#include <set>
#include <string>

namespace froth {

/// Everything beside the frame itself that decides a file, by name.
using FrameSettings = std::map<std::string, std::string>;

/// Names of what differs between two settings, or is in one of them only.
std::set<std::string> changes_between(const FrameSettings& before, const FrameSettings& now);

class FrameRecord {
 public:
  /// Reads what is there. A file that is missing or damaged knows of no frame.
  explicit FrameRecord(std::string path);

  /// The settings of a frame's file; null where they are not known.
  const FrameSettings* find(int frame) const;
  void note(int frame, const FrameSettings& settings) {
    settings_[frame] = settings;
    changed_.insert(frame);
  }
  /// False where nothing was known.
  bool forget(int frame) {
    changed_.insert(frame);
    return settings_.erase(frame) > 0;
  }
  /// Keeps what other processes have saved of other frames since. Throws SystemError with the system's
  /// reason.
  void save();

 private:
  std::string path_;
  std::map<int, FrameSettings> settings_;
  std::set<int> changed_;  ///< since the last save
};

}  // namespace froth

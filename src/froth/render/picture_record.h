// SPDX-License-Identifier: Apache-2.0
// How the pictures of a run were drawn, kept in a JSON file beside them, so that those which would come out
// otherwise today are found and drawn again.
#pragma once

#include <map>
#include <set>
#include <string>

namespace froth {

/// Everything beside the particles that decides the pixels of a picture, by name.
using PictureLook = std::map<std::string, std::string>;

/// Names of what differs between two looks, or is in one of them only.
std::set<std::string> changes_between(const PictureLook& before, const PictureLook& now);

class PictureRecord {
 public:
  /// Reads what is there. A file that is missing or damaged knows of no picture.
  explicit PictureRecord(std::string path);

  /// The look of a frame's picture; null where it is not known.
  const PictureLook* find(int frame) const;
  void note(int frame, const PictureLook& look) { looks_[frame] = look; }
  /// False where nothing was known.
  bool forget(int frame) { return looks_.erase(frame) > 0; }
  /// Throws SystemError with the system's reason.
  void save() const;

 private:
  std::string path_;
  std::map<int, PictureLook> looks_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Rows of broken scenes: what is changed in the sample, and the message that it must earn.
#pragma once

#include <vector>

#include "sample_scene.h"

namespace froth {

struct Broken {
  std::string from;  ///< what is replaced in the sample
  std::string to;
  const char* place;  ///< "line:column", counted by hand in the sample
  std::vector<std::string> words;
};

inline void check_all(const std::vector<Broken>& cases) {
  for (const Broken& broken : cases) {
    const std::string message = complaint(sample_with(broken.from, broken.to));
    CAPTURE(broken.to);
    CAPTURE(message);
    const std::string start = "sample.toml:" + std::string(broken.place) + ": ";
    CHECK(message.substr(0, start.size()) == start);
    for (const std::string& word : broken.words) {
      CAPTURE(word);
      CHECK(message.find(word) != std::string::npos);
    }
  }
}

}  // namespace froth

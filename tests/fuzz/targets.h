// SPDX-License-Identifier: Apache-2.0
// What the fuzzer feeds: every reader of bytes that others may have written. A target promises that any bytes
// are read or refused by an InputError, in bounded time and memory; what it reads must hold further promises.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace froth::fuzz {

/// A reader took or refused its bytes in a way that it must not.
struct BrokenPromise : std::logic_error {
  using std::logic_error::logic_error;
};

struct Target {
  std::string name;                     ///< also the folder of its seeds
  std::size_t max_bytes;                ///< longer inputs find little that shorter ones do not
  bool (*accepts)(std::string_view);    ///< throws what a reader must not throw, and BrokenPromise
  std::vector<std::string> (*fresh)();  ///< inputs that are accepted, made by this build
};

const std::vector<Target>& targets();

/// Words worth trying in scenes: their keys.
std::vector<std::string> scene_words();

}  // namespace froth::fuzz

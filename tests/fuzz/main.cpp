// SPDX-License-Identifier: Apache-2.0
// The targets under libFuzzer, which brings the main function and its own options.
//   froth_fuzz --targets               lists the targets, with the length of their inputs
//   froth_fuzz --fresh=FOLDER          writes accepted inputs into FOLDER/TARGET, and words for scenes
//   froth_fuzz --target=NAME ...       fuzzes one target
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <froth/base/thread_limit.h>

#include "fuzz/targets.h"

namespace {

using froth::fuzz::Target;

const Target* chosen = nullptr;

void list_targets() {
  for (const Target& target : froth::fuzz::targets())
    std::printf("%s %zu\n", target.name.c_str(), target.max_bytes);
}

void write_fresh(const std::filesystem::path& folder) {
  for (const Target& target : froth::fuzz::targets()) {
    std::filesystem::create_directories(folder / target.name);
    int number = 0;
    for (const std::string& input : target.fresh())
      std::ofstream(folder / target.name / ("fresh_" + std::to_string(number++)), std::ios::binary) << input;
  }
  std::ofstream words(folder / "words");
  for (const std::string& word : froth::fuzz::scene_words()) words << '"' << word << "\"\n";
}

[[noreturn]] void leave(int code) {
  std::fflush(stdout);
  std::_Exit(code);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  static const froth::ThreadLimit one_thread(1);  // what a finding depends on is its bytes alone
  for (int k = 1; k < *count; ++k) {
    const std::string argument = (*arguments)[k];
    if (argument == "--targets") list_targets(), leave(0);
    if (argument.rfind("--fresh=", 0) == 0) write_fresh(argument.substr(8)), leave(0);
    if (argument.rfind("--target=", 0) != 0) continue;
    for (const Target& target : froth::fuzz::targets())
      if (target.name == argument.substr(9)) chosen = &target;
  }
  if (chosen == nullptr) {
    std::fprintf(stderr, "froth_fuzz: name a target as in --target=scene; --targets lists them\n");
    leave(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(chosen->accepts({reinterpret_cast<const char*>(data), size}));
  return 0;  // whatever was thrown ends the program, which libFuzzer reports
}

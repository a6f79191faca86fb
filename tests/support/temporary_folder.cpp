// SPDX-License-Identifier: Apache-2.0
#include "temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace froth {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "froth_test_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot create a temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
  spill(path_ / name, content);
  return *this / name;
}

Listing listing_of(const fs::path& folder) {
  Listing found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    found[fs::relative(entry.path(), folder).string()] =
        entry.is_directory() ? "folder" : slurp(entry.path());
  return found;
}

Listing results_of(const fs::path& run) {
  Listing found = listing_of(run / "particles");
  found["diagnostics.csv"] = slurp(run / "diagnostics.csv");
  return found;
}

Listing checkpoints_of(const fs::path& run) { return listing_of(run / "checkpoints"); }

std::string difference(const Listing& a, const Listing& b) {
  std::string names;
  for (const auto& [name, content] : a) {
    const auto other = b.find(name);
    if (other == b.end())
      names += name + " is only in the first; ";
    else if (other->second != content)
      names += name + " differs; ";
  }
  for (const auto& [name, content] : b)
    if (a.count(name) == 0) names += name + " is only in the second; ";
  return names;
}

std::string leftovers(const fs::path& folder) {
  std::string names;
  for (const auto& [name, content] : listing_of(folder))
    if (fs::path(name).extension() == ".tmp") names += name + " ";
  return names;
}

std::string slurp(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

void spill(const fs::path& file, const std::string& content) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << content;
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace froth

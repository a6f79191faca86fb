// SPDX-License-Identifier: Apache-2.0
// A folder that goes away with its object, and what is in a folder as plain text, to compare.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace froth {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

/// Everything below a folder: relative path to content; a folder's content is "folder".
using Listing = std::map<std::string, std::string>;
Listing listing_of(const std::filesystem::path& folder);

/// The part of a run that must be the same bits every time: its frames and its ledger.
Listing results_of(const std::filesystem::path& run);
/// The saved states of a run.
Listing checkpoints_of(const std::filesystem::path& run);

/// Names of what differs, without the bytes; empty where nothing does.
std::string difference(const Listing& a, const Listing& b);
/// Names of files that were left half-written; empty where there are none.
std::string leftovers(const std::filesystem::path& folder);

std::string slurp(const std::filesystem::path& file);
void spill(const std::filesystem::path& file, const std::string& content);

}  // namespace froth

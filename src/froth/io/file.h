// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, and a lock that dies with its process.
#pragma once

#include <string>
#include <string_view>

namespace froth {

/// A file that is written piece by piece and yet appears whole or not at all: it grows aside, and close()
/// syncs and renames it. Without close() nothing is left. Several processes may write the same file at once:
/// the last one to close wins. Throws SystemError with the system's reason.
class WholeFile {
 public:
  explicit WholeFile(std::string path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view piece);
  void close();

 private:
  void abandon();

  std::string path_, aside_;
  int file_;
};

/// Writes aside, syncs and renames; throws SystemError with the system's reason.
void write_file(const std::string& path, std::string_view content);

/// The whole content; throws InputError where the file cannot be read.
std::string read_file(const std::string& path);

/// Creates a folder and its parents; throws InputError where that is not possible.
void make_folder(const std::string& path);

/// Holds an exclusive lock on a file for its lifetime; released by the system even after kill -9.
class FileLock {
 public:
  /// Throws InputError with `busy` where another process holds it.
  FileLock(const std::string& path, const std::string& busy);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// While it lives, other turns in the folder of a file wait, those of other processes too: for files that are
/// read, changed and written again. Where the system has no such locks nobody waits.
class FolderTurn {
 public:
  explicit FolderTurn(const std::string& path);
  ~FolderTurn();
  FolderTurn(const FolderTurn&) = delete;
  FolderTurn& operator=(const FolderTurn&) = delete;

 private:
  int folder_;
};

}  // namespace froth

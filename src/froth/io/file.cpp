// SPDX-License-Identifier: Apache-2.0
#include <froth/io/file.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw SystemError(what + " " + path + ": " + std::strerror(errno));
}

void write_all(int file, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

int open_to_write(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
}

bool is_same_file(int file, const std::string& path) {
  struct stat ours = {}, there = {};
  return ::fstat(file, &ours) == 0 && ::stat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

/// Whether nobody else writes the file; whoever does holds the lock until the file has its final name or is
/// gone.
bool take(int file, const std::string& path) {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0 && is_same_file(file, path);
}

/// A name that no other writer of this machine has.
std::string own_name(const std::string& path) {
  static std::atomic<unsigned> count = 0;
  return path + "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
}

int open_parent(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// Makes a rename safe against a loss of power; where the system does not allow it, the file itself is safe
/// anyway.
void sync_folder(const std::string& path) {
  const int folder = open_parent(path);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

}  // namespace

// The plain name is taken where it is free, so that leftovers of killed processes are replaced and do not
// pile up.
WholeFile::WholeFile(std::string path)
    : path_(std::move(path)), aside_(path_ + ".tmp"), file_(open_to_write(aside_)) {
  if (file_ >= 0 && !take(file_, aside_)) {
    ::close(file_);
    aside_ = own_name(path_);
    file_ = open_to_write(aside_);
  }
  if (file_ < 0) fail("cannot create", aside_);
  if (::ftruncate(file_, 0) != 0) {
    const int reason = errno;
    abandon();
    errno = reason;
    fail("cannot write", aside_);
  }
}

WholeFile::~WholeFile() { abandon(); }

/// What was written so far is of no use to anyone. The lock goes last.
void WholeFile::abandon() {
  if (file_ < 0) return;
  ::unlink(aside_.c_str());
  ::close(std::exchange(file_, -1));
}

void WholeFile::write(std::string_view piece) { write_all(file_, piece, aside_); }

void WholeFile::close() {
  if (::fsync(file_) != 0) fail("cannot sync", aside_);
  if (::rename(aside_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    abandon();
    errno = reason;
    fail("cannot rename to", path_);
  }
  ::close(std::exchange(file_, -1));  // its content is on the disk already
  sync_folder(path_);
}

void write_file(const std::string& path, std::string_view content) {
  WholeFile file(path);
  file.write(content);
  file.close();
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot read " + path + ": " + std::strerror(errno));
  std::string content;
  char buffer[1 << 16];
  do {
    file.read(buffer, sizeof(buffer));
    content.append(buffer, static_cast<std::size_t>(file.gcount()));
  } while (file);
  if (file.bad()) throw InputError("cannot read " + path + ": " + std::strerror(errno));
  return content;
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error || ::access(path.c_str(), W_OK) != 0)
    throw InputError("cannot write to folder " + path + ": " +
                     (error ? error.message() : std::string(std::strerror(errno))) +
                     "; choose another one with --out");
}

FileLock::FileLock(const std::string& path, const std::string& busy)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ < 0)
    throw InputError("cannot create " + path + ": " + std::strerror(errno) + "; choose another folder");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    ::close(file_);
    throw InputError(busy);
  }
}

FileLock::~FileLock() { ::close(file_); }

FolderTurn::FolderTurn(const std::string& path) : folder_(open_parent(path)) {
  while (folder_ >= 0 && ::flock(folder_, LOCK_EX) != 0 && errno == EINTR) {}
}

FolderTurn::~FolderTurn() {
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace froth

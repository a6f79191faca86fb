// SPDX-License-Identifier: Apache-2.0
// Pictures go to ffmpeg through a pipe, so that their names and numbers do not matter.
#include <froth/render/movie.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include <froth/base/error.h>
#include <froth/io/file.h>

extern char** environ;

namespace froth {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) return candidate;
  }
  return {};
}

/// A program that reads what is written to it, and whose complaints are kept.
class Child {
 public:
  explicit Child(std::vector<std::string> words) : errors_(std::tmpfile()) {
    int ends[2];
    if (!errors_ || ::pipe2(ends, O_CLOEXEC) != 0) fail("cannot start " + words[0], errno);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(errors_.get()), STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int problem = ::posix_spawn(&process_, words[0].c_str(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    input_ = ends[1];
    if (problem != 0) ::close(input_), fail("cannot start " + words[0], problem);
  }

  /// False where the program no longer listens.
  bool feed(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(input_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  /// Empty, or what the program said about its failure.
  std::string finish() {
    ::close(input_);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    const std::string said = last_line();
    return said.empty() ? "it gave no reason" : said;
  }

 private:
  [[noreturn]] static void fail(const std::string& what, int reason) {
    throw SystemError(what + ": " + std::strerror(reason));
  }
  std::string last_line() const {
    std::rewind(errors_.get());
    std::string line, last;
    for (int c; (c = std::fgetc(errors_.get())) != EOF;) {
      if (c == '\n' && !line.empty()) last = line;
      if (c == '\n')
        line.clear();
      else
        line += static_cast<char>(c);
    }
    return line.empty() ? last : line;
  }

  File errors_;
  int input_ = -1;
  pid_t process_ = -1;
};

/// What ffmpeg writes, which must be able to go back in it: beside the movie, under a name that nobody else
/// has, for as long as this lives.
class Draft {
 public:
  explicit Draft(const std::string& movie) : path_(movie + ".XXXXXX") {
    const int file = ::mkstemp(path_.data());
    if (file < 0) throw SystemError("cannot make the movie " + movie + ": " + std::strerror(errno));
    ::close(file);
  }
  ~Draft() { ::unlink(path_.c_str()); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Width and height stand in a fixed place of every PNG.
std::string size_of(const std::string& png) { return png.size() < 24 ? "" : png.substr(16, 8); }

std::vector<std::string> command_line(double frame_rate, const std::string& aside) {
  // Four-fold subsampling of colour needs even sizes: an odd one gets a line more.
  return {find_program("ffmpeg"),
          "-y",
          "-loglevel",
          "error",
          "-f",
          "image2pipe",
          "-c:v",
          "png",
          "-framerate",
          fmt::format("{:.9g}", frame_rate),
          "-i",
          "-",
          "-vf",
          "pad=ceil(iw/2)*2:ceil(ih/2)*2",
          "-c:v",
          "libx264",
          "-crf",
          "18",
          "-pix_fmt",
          "yuv420p",
          "-movflags",
          "+faststart",
          "-f",
          "mp4",
          aside};
}

}  // namespace

bool movies_work() { return !find_program("ffmpeg").empty(); }

void check_movies_work() {
  if (find_program("ffmpeg").empty())
    throw SystemError(
        "movies need the program ffmpeg, which is not here; install it (Debian package ffmpeg), "
        "or leave out --movie");
}

void write_movie(const std::vector<std::string>& pictures, double frame_rate, const std::string& path) {
  check_movies_work();
  FROTH_CHECK(!pictures.empty(), "a movie of nothing");
  const std::string size = size_of(read_file(pictures.front()));
  for (const std::string& picture : pictures)
    if (size_of(read_file(picture)) != size)
      throw InputError(pictures.front() + " and " + picture +
                       " are of different sizes, which no movie can show; draw them again with --redo");

  const Draft draft(path);
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // an ffmpeg that gave up says why itself
  std::string problem;
  try {
    Child ffmpeg(command_line(frame_rate, draft.path()));
    for (const std::string& picture : pictures)
      if (!ffmpeg.feed(read_file(picture))) break;
    problem = ffmpeg.finish();
  } catch (...) {
    std::signal(SIGPIPE, before);
    throw;
  }
  std::signal(SIGPIPE, before);
  if (!problem.empty()) throw SystemError("cannot make the movie " + path + ": " + problem);
  write_file(path, read_file(draft.path()));
}

}  // namespace froth

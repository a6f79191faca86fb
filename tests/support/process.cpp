// SPDX-License-Identifier: Apache-2.0
#include "process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace froth {

namespace {

/// Never returns: the child becomes froth. Only calls that are safe between fork and exec.
[[noreturn]] void become_froth(char* const* argv, int out, int err, std::size_t max_file_bytes) {
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (max_file_bytes > 0) {
    std::signal(SIGXFSZ, SIG_IGN);  // so that the write itself reports the failure
    const rlimit limit{max_file_bytes, max_file_bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ::execv(FROTH_PROGRAM, argv);
  ::_exit(127);
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof(buffer), file)) > 0;) text.append(buffer, got);
  return text;
}

}  // namespace

RunningFroth::RunningFroth(const std::vector<std::string>& arguments, std::size_t max_file_bytes)
    : out_(std::tmpfile()), err_(std::tmpfile()) {
  if (!out_ || !err_) throw std::runtime_error("no temporary files for the output of froth");
  std::vector<std::string> words = {"froth"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("cannot start froth");
  if (child_ == 0) become_froth(argv.data(), ::fileno(out_.get()), ::fileno(err_.get()), max_file_bytes);
}

RunningFroth::~RunningFroth() {
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

void RunningFroth::send(int signal) const {
  if (child_ > 0) ::kill(child_, signal);
}

Process RunningFroth::wait() {
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
  child_ = -1;
  const int code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return {code, content_of(out_.get()), content_of(err_.get())};
}

Process run_froth(const std::vector<std::string>& arguments) { return RunningFroth(arguments).wait(); }

bool appears(const std::string& path) {
  for (int tries = 0; tries < 30000; ++tries) {
    if (std::filesystem::exists(path)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/ledger.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {

using Row = LedgerRow;

std::string text(const auto& number) { return fmt::format("{}", number); }

struct LedgerColumn {
  const char* name;
  std::string (*cell)(const Row&);
};

constexpr LedgerColumn kColumns[] = {
    {"frame", [](const Row& r) { return text(r.frame); }},
    {"step", [](const Row& r) { return text(r.step); }},
    {"time", [](const Row& r) { return text(r.time); }},
    {"dt", [](const Row& r) { return text(r.dt); }},
    {"particles", [](const Row& r) { return text(r.totals.particles); }},
    {"mass", [](const Row& r) { return text(r.totals.mass); }},
    {"momentum_x", [](const Row& r) { return text(r.totals.momentum[0]); }},
    {"momentum_y", [](const Row& r) { return text(r.totals.momentum[1]); }},
    {"momentum_z", [](const Row& r) { return text(r.totals.momentum[2]); }},
    {"angular_x", [](const Row& r) { return text(r.totals.angular[0]); }},
    {"angular_y", [](const Row& r) { return text(r.totals.angular[1]); }},
    {"angular_z", [](const Row& r) { return text(r.totals.angular[2]); }},
    {"kinetic_energy", [](const Row& r) { return text(r.totals.kinetic); }},
    {"elastic_energy", [](const Row& r) { return text(r.totals.elastic); }},
    {"gravitational_energy", [](const Row& r) { return text(r.totals.gravitational); }},
    {"boundary_work", [](const Row& r) { return text(r.totals.boundary_work); }},
    {"volume", [](const Row& r) { return text(r.totals.volume); }},
    {"J_min", [](const Row& r) { return text(r.totals.J_min); }},
    {"J_max", [](const Row& r) { return text(r.totals.J_max); }},
    {"inside_colliders", [](const Row& r) { return text(r.totals.inside_colliders); }},
    {"emitted", [](const Row& r) { return text(r.totals.emitted); }},
    {"removed", [](const Row& r) { return text(r.totals.removed); }},
    {"mass_emitted", [](const Row& r) { return text(r.totals.mass_emitted); }},
    {"mass_removed", [](const Row& r) { return text(r.totals.mass_removed); }},
    {"inserted", [](const Row& r) { return text(r.totals.inserted); }},
    {"merged", [](const Row& r) { return text(r.totals.merged); }},
};

/// One line of the file, of what `cell` makes of each column.
std::string line_of(const auto& cell) {
  std::string line;
  for (const LedgerColumn& column : kColumns) {
    if (!line.empty()) line += ',';
    line += cell(column);
  }
  return line + "\n";
}

int open_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  if (file < 0) throw SystemError("cannot open " + path + ": " + std::strerror(errno));
  return file;
}

}  // namespace

Ledger Ledger::create(const std::string& path) {
  Ledger ledger(open_file(path, O_WRONLY | O_CREAT | O_TRUNC), path);
  ledger.pending_ = line_of([](const LedgerColumn& column) { return column.name; });
  return ledger;
}

Ledger Ledger::reopen(const std::string& path, std::uint64_t bytes) {
  if (::access(path.c_str(), W_OK) != 0)
    throw InputError("cannot go on without " + path + ": " + std::strerror(errno) +
                     "; start over with --overwrite");
  Ledger ledger(open_file(path, O_WRONLY), path);
  struct stat status {};
  if (::fstat(ledger.file_, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < bytes)
    throw InputError(path + " is shorter than the checkpoint says; start over with --overwrite");
  if (::ftruncate(ledger.file_, static_cast<off_t>(bytes)) != 0 || ::lseek(ledger.file_, 0, SEEK_END) < 0)
    throw SystemError("cannot shorten " + path + ": " + std::strerror(errno));
  return ledger;
}

Ledger::Ledger(Ledger&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      pending_(std::move(other.pending_)) {}

Ledger::~Ledger() {
  if (file_ >= 0) ::close(file_);
}

void Ledger::write(const LedgerRow& row) {
  pending_ += line_of([&](const LedgerColumn& column) { return column.cell(row); });
  if (pending_.size() > 1 << 16) flush();
}

void Ledger::flush() {
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw SystemError("cannot write " + path_ + ": " + std::strerror(errno));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  pending_.clear();
}

std::uint64_t Ledger::sync() {
  flush();
  if (::fsync(file_) != 0) throw SystemError("cannot sync " + path_ + ": " + std::strerror(errno));
  return static_cast<std::uint64_t>(::lseek(file_, 0, SEEK_CUR));
}

}  // namespace froth

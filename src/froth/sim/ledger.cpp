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

constexpr const char* kHeader =
    "frame,step,time,dt,particles,mass,momentum_x,momentum_y,momentum_z,angular_x,angular_y,angular_z,"
    "kinetic_energy,elastic_energy,gravitational_energy,collider_work,volume,J_min,J_max,inside_colliders,"
    "emitted,removed,mass_emitted,mass_removed,inserted,merged\n";

int open_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  if (file < 0) throw SystemError("cannot open " + path + ": " + std::strerror(errno));
  return file;
}

}  // namespace

Ledger Ledger::create(const std::string& path) {
  Ledger ledger(open_file(path, O_WRONLY | O_CREAT | O_TRUNC), path);
  ledger.pending_ = kHeader;
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
  const Totals& t = row.totals;
  pending_ +=
      fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                  row.frame, row.step, row.time, row.dt, t.particles, t.mass, t.momentum[0], t.momentum[1],
                  t.momentum[2], t.angular[0], t.angular[1], t.angular[2], t.kinetic, t.elastic,
                  t.gravitational, t.collider_work, t.volume, t.J_min, t.J_max, t.inside_colliders, t.emitted,
                  t.removed, t.mass_emitted, t.mass_removed, t.inserted, t.merged);
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

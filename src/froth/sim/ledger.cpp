// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/ledger.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {

std::string text(const auto& number) { return fmt::format("{}", number); }

/// What every row has, whatever the solver: before its own quantities, and behind them.
struct CommonColumn {
  const char *name, *unit;
  std::string (*cell)(const LedgerRow&);
};
constexpr CommonColumn kFirst[] = {
    {"frame", "-", [](const LedgerRow& r) { return text(r.frame); }},
    {"step", "-", [](const LedgerRow& r) { return text(r.step); }},
    {"time", "s", [](const LedgerRow& r) { return text(r.time); }},
    {"dt", "s", [](const LedgerRow& r) { return text(r.dt); }},
};
constexpr CommonColumn kLast[] = {
    {"retries", "-", [](const LedgerRow& r) { return text(r.retries); }},
    {"iterations", "-", [](const LedgerRow& r) { return text(r.iterations); }},
    {"residual", "of the solver", [](const LedgerRow& r) { return text(r.residual); }},
    {"energy_drift", "-", [](const LedgerRow& r) { return text(r.energy_drift); }},
};

constexpr CommonColumn kSkins[] = {
    {"skin_volume", "m^3", [](const LedgerRow& r) { return text(r.skin_volume); }},
    {"skin_area", "m^2", [](const LedgerRow& r) { return text(r.skin_area); }},
};

std::string header_of(const LedgerRow& row, bool with_skins) {
  std::string line;
  for (const LedgerColumn& column : ledger_columns(row.totals, with_skins)) line += column.name + ',';
  line.back() = '\n';
  return line;
}

std::string line_of(const LedgerRow& row, bool with_skins) {
  std::string line;
  for (const CommonColumn& column : kFirst) line += column.cell(row) + ',';
  for (const Quantity& quantity : row.totals.quantities())
    line +=
        (quantity.is_count ? text(static_cast<std::int64_t>(quantity.value)) : text(quantity.value)) + ',';
  for (const CommonColumn& column : kLast) line += column.cell(row) + ',';
  if (with_skins)
    for (const CommonColumn& column : kSkins) line += column.cell(row) + ',';
  line.back() = '\n';
  return line;
}

/// Whether a ledger has columns for surfaces, by its header.
bool has_skins(const std::string& path) {
  std::ifstream file(path);
  std::string header;
  std::getline(file, header);
  return header.ends_with(std::string(",") + kSkins[1].name);
}

int open_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  if (file < 0) throw SystemError("cannot open " + path + ": " + std::strerror(errno));
  return file;
}

}  // namespace

std::vector<LedgerColumn> ledger_columns(const Totals& totals, bool with_skins) {
  std::vector<LedgerColumn> columns;
  for (const CommonColumn& column : kFirst) columns.push_back({column.name, column.unit});
  for (const Quantity& quantity : totals.quantities())
    columns.push_back({std::string(quantity.name), std::string(quantity.unit)});
  for (const CommonColumn& column : kLast) columns.push_back({column.name, column.unit});
  if (with_skins)
    for (const CommonColumn& column : kSkins) columns.push_back({column.name, column.unit});
  return columns;
}

Ledger Ledger::create(const std::string& path, bool with_skins) {
  Ledger ledger(open_file(path, O_WRONLY | O_CREAT | O_TRUNC), path);
  ledger.is_new_ = true;
  ledger.with_skins_ = with_skins;
  return ledger;
}

Ledger Ledger::reopen(const std::string& path, std::uint64_t bytes) {
  if (::access(path.c_str(), W_OK) != 0)
    throw InputError("cannot go on without " + path + ": " + std::strerror(errno) +
                     "; start over with --overwrite");
  Ledger ledger(open_file(path, O_WRONLY), path);
  ledger.with_skins_ = has_skins(path);
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
      pending_(std::move(other.pending_)),
      is_new_(other.is_new_),
      with_skins_(other.with_skins_) {}

Ledger::~Ledger() {
  if (file_ >= 0) ::close(file_);
}

void Ledger::write(const LedgerRow& row) {
  if (std::exchange(is_new_, false)) pending_ += header_of(row, with_skins_);
  pending_ += line_of(row, with_skins_);
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

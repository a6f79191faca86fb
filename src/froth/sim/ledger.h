// SPDX-License-Identifier: Apache-2.0
// diagnostics.csv: one row per frame or step. Rows carry no clock time, so that a resumed run ends with the
// same bytes; every number is written with as many digits as it takes to read it back exactly.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <froth/interface/totals.h>

namespace froth {

struct LedgerRow {
  int frame = 0;
  std::int64_t step = 0;
  double time = 0, dt = 0;
  Totals totals;
  std::int64_t retries = 0;  ///< of failed steps so far
  int iterations = 0;        ///< of the last step
  double residual = 0;       ///< that it left, in the unit that its solver states
  double energy_drift = 0;   ///< energy from nowhere, as a share (sim/guard.h)
  /// Inside the surfaces of bodies, and of them [m^3], [m^2]; between frames nobody knows.
  double skin_volume = std::numeric_limits<double>::quiet_NaN(),
         skin_area = std::numeric_limits<double>::quiet_NaN();
};

/// A column of the ledger.
struct LedgerColumn {
  std::string name, unit;
};

/// The columns of a solver with these totals, in order; skin_volume and skin_area where surfaces are made.
std::vector<LedgerColumn> ledger_columns(const Totals& totals, bool with_skins = false);

class Ledger {
 public:
  /// Starts a new file; its header comes with the first row.
  static Ledger create(const std::string& path, bool with_skins = false);
  /// Goes on after the first `bytes` of an existing file and drops the rest. The columns stay as they are.
  static Ledger reopen(const std::string& path, std::uint64_t bytes);

  Ledger(Ledger&& other) noexcept;
  Ledger& operator=(Ledger&&) = delete;
  ~Ledger();

  void write(const LedgerRow& row);
  bool with_skins() const { return with_skins_; }
  /// Makes the rows safe and says how long the file is.
  std::uint64_t sync();

 private:
  Ledger(int file, std::string path) : file_(file), path_(std::move(path)) {}
  void flush();

  int file_;
  std::string path_, pending_;
  bool is_new_ = false;  ///< the header is still to be written
  bool with_skins_ = false;
};

}  // namespace froth

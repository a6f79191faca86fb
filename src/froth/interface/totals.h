// SPDX-License-Identifier: Apache-2.0
// What a solver counts and sums up about its state: one row of the ledger. Each solver registers its
// quantities in one place, with name and unit; ledger, plots and checks find them by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

struct Quantity {
  std::string_view name, unit;  ///< of static storage; units as in "kg m/s", "-" of pure numbers
  double value = 0;
  bool is_count = false;  ///< a whole number, written as one
};

class Totals {
 public:
  Totals() = default;
  explicit Totals(std::vector<Quantity> quantities) : quantities_(std::move(quantities)) {}

  const std::vector<Quantity>& quantities() const { return quantities_; }
  bool has(std::string_view name) const;
  /// The quantity of that name; an InternalError where there is none.
  double operator[](std::string_view name) const;
  /// The quantities NAME_x, NAME_y and NAME_z.
  Vec3<double> vector(std::string_view name) const;
  void add(Quantity quantity) { quantities_.push_back(quantity); }

 private:
  const Quantity* find(std::string_view name) const;

  std::vector<Quantity> quantities_;
};

}  // namespace froth

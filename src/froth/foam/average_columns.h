// SPDX-License-Identifier: Apache-2.0
// What a particle that is made from others gets: averages of all columns, as their traits say. Extensive
// columns, identities and positions are left to whoever makes the particle.
// Source: [Yue2015], Algorithms 20 and 21: fields are averaged by mass, and what has a unit determinant gets
// it back. Differs from it: volume ratios are averaged so that the sum of deformed volumes is kept.
#pragma once

#include <vector>

#include <froth/particles/column_table.h>

namespace froth {

/// How much of a particle goes into an average.
struct Share {
  std::uint32_t slot;
  double mass, volume;  ///< weights of fields, and of volume ratios
};

template <class Real>
class ColumnAverages {
 public:
  /// The particles' planes must stay where they are.
  explicit ColumnAverages(ColumnTable& particles);

  /// Averages; false where a matrix would lose its orientation, so that no particle should be made.
  bool average(const std::vector<Share>& shares);
  /// Gives a slot what was averaged last.
  void store(Index slot) const;
  /// Copies all columns that are never averaged.
  void copy_identity(Index from, Index to) const;

 private:
  struct Averaged {
    std::vector<Real*> planes;
    Behaviour behaviour;
    AfterAveraging after;
    std::size_t first;  ///< in values_
  };
  bool restore(const Averaged& column);

  std::vector<Averaged> columns_;
  std::vector<std::pair<unsigned char*, std::size_t>> identities_;  ///< planes, and bytes of an entry
  std::vector<double> values_;
};

}  // namespace froth

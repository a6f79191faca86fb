// SPDX-License-Identifier: Apache-2.0
// What becomes of neighbours: pairs of particles that are near at the start are bonds, a bond that has been
// stretched is broken, and what hangs together by the others is a fragment. Distances alone would not do:
// what lies beside each other after a break is no longer one.
#pragma once

#include <vector>

#include <froth/base/vec.h>

namespace froth::verify {

struct Bond {
  std::size_t a, b;        ///< points
  double length;           ///< at the start [m]
  bool is_broken = false;  ///< for good
};

/// All pairs of points that are no further apart than `reach` [m].
std::vector<Bond> bonds_of(const std::vector<Vec3<double>>& x, double reach);

/// Breaks the bonds that are longer now than `stretch` times what they were, and than `length` [m].
void break_bonds(std::vector<Bond>& bonds, const std::vector<Vec3<double>>& x, double stretch, double length);

/// Share of the bonds that are broken.
double broken_share(const std::vector<Bond>& bonds);

/// Numbers of points, of `count` in all, that hang together by bonds that are not broken, the largest first.
std::vector<std::size_t> fragments_of(const std::vector<Bond>& bonds, std::size_t count);

/// How many sizes are at least `least`.
int count_of(const std::vector<std::size_t>& sizes, double least);

/// Pairs of points that were far apart at the start and have been near since, by thinned points: who touches
/// whom.
class Touches {
 public:
  /// `far` at the start, `near` later [m]; every `stride`-th point is watched.
  Touches(const std::vector<Vec3<double>>& start, double far, double near, std::size_t stride);
  /// Takes note of who touches now.
  void watch(const std::vector<Vec3<double>>& x);
  std::size_t count() const { return pairs_.size(); }
  /// Share of the pairs that have touched and are more than `apart` [m] from each other now.
  double parted(const std::vector<Vec3<double>>& x, double apart) const;

 private:
  std::vector<Vec3<double>> start_;
  double far_, near_;
  std::size_t stride_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  ///< sorted
};

}  // namespace froth::verify

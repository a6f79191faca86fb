// SPDX-License-Identifier: Apache-2.0
// What is measured of a stream that is poured and folds: where it lands, how often that place swings, the top
// of the layer that it leaves, and what part of its stress is viscous.
#pragma once

#include <optional>
#include <vector>

#include <froth/verify/trial.h>

namespace froth::verify {

/// A stream out of a nozzle, whose particles are by id in the order in which they came.
struct Stream {
  double width = 0;  ///< across, where it bends most easily [m]
  double speed = 0;  ///< out of the nozzle, downwards [m/s]
};

/// Where a stream that has been flowing for a time [s] lands: followed from the nozzle down in slices of half
/// its width, the mean of the first slice that falls at less than half the nozzle's speed. Empty before one
/// does.
std::optional<Vec3<double>> landing(const Points& points, const Stream& stream, double flowing);

/// Times at which a signal has swung over from one side of its mean to the other, by more than `amplitude` on
/// both; the first is where it first leaves the middle.
std::vector<double> swings(const Curve& signal, double amplitude);

/// The top of a layer in bins along x: the mean over strips, next to each other across |z| < half_width, of
/// the highest particle in each [m].
struct Profile {
  double from = 0, step = 0;
  std::vector<double> height;
};
struct ProfileBins {
  double from, to, step;  ///< along x [m]
  double half_width;      ///< across [m]
  int strips;
};
Profile top_profile(const std::vector<Vec3<double>>& x, const ProfileBins& bins);

/// Places of the maxima of a profile that stand higher than the lowest places between them and any higher
/// one, or the ends, by at least `prominence` [m].
std::vector<double> maxima(const Profile& profile, double prominence);

/// Standard deviation over mean of the distances between neighbours; not-a-number for fewer than three.
double unevenness(const std::vector<double>& places);

/// Share of the Newtonian part in the sum of both parts of the deviatoric Kirchhoff stress of an oldroyd_b
/// body, in Frobenius norms by rest volume. The elastic one is mu (J^2 / det b)^(1/3) dev b in space,
/// [Ram2015], Eqs. (9) and (13).
double viscous_share(const Simulation& simulation, double shear_modulus);

}  // namespace froth::verify

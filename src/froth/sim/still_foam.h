// SPDX-License-Identifier: Apache-2.0
// A dry foam at rest, as the folder of a run with one frame: something to look at, to export, or to start
// from.
#pragma once

#include <string>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>

namespace froth {

struct StillFoam {
  std::string shape = "ball";  ///< "ball", or "box": a glass box without a lid
  int bubbles = 200;
  double spread = 0.35;  ///< standard deviation of the logarithm of radii
  int relax = 40;        ///< moves to centroids
  int seed = 1;
};

/// Bubbles of one litre together, with the properties of any frame and "volume". Throws InputError for an
/// unknown shape and numbers that make no foam.
PointCloud make_still_foam(const StillFoam& foam);
RunView view_of_still_foam(const StillFoam& foam);

/// Throws InputError where the folder is not empty and may not be overwritten.
void write_still_foam(const std::string& folder, const StillFoam& foam, bool may_overwrite);

}  // namespace froth

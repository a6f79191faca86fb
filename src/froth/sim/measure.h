// SPDX-License-Identifier: Apache-2.0
// What can be read off a frame of particles: pieces, extents, heights, speeds, how deep anything is in a
// collider.
#pragma once

#include <string>
#include <vector>

#include <froth/geometry/pieces.h>
#include <froth/geometry/shape.h>
#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>

namespace froth {

/// The value below which a share of a sorted list lies, linear between its elements; not-a-number for an
/// empty one.
double percentile(const std::vector<double>& sorted, double share);

/// Points that hang together.
struct PieceMeasure {
  std::size_t count = 0;
  Vec3<double> center{};  ///< mean of positions [m]
  Bounds bounds{};        ///< [m]
};

struct BodyMeasure {
  std::string name;
  PieceMeasure all;
  std::size_t pieces = 0;       ///< of this body alone
  double mean_speed = 0;        ///< [m/s]
  std::vector<double> heights;  ///< y at height_shares() [m]
};

struct ColliderMeasure {
  std::string name;
  std::size_t inside = 0;  ///< particles
  double deepest = 0;      ///< of these, below the surface [m]
};

struct FrameMeasure {
  double time = 0;  ///< [s]
  PieceMeasure all;
  double mean_speed = 0;             ///< [m/s]
  Vec3<double> highest{};            ///< the particle of greatest y [m]
  std::vector<PieceMeasure> pieces;  ///< of all bodies together, the largest first
  std::size_t isolated = 0;          ///< pieces of a single particle
  std::vector<BodyMeasure> bodies;
  std::vector<ColliderMeasure> colliders;

  /// Particles in colliders, and how deep the deepest of them is [m].
  std::size_t inside() const;
  double deepest() const;
};

/// Shares of the percentiles of height: 0.05, 0.25, 0.5, 0.75 and 0.95.
const std::vector<double>& height_shares();

/// Measures a frame of a run; particles nearer than `link` link lengths of the view hang together. Periodic
/// axes are closed for pieces, not for centres and boxes. Throws InputError where the frame has no position
/// or body.
FrameMeasure measure_frame(const RunView& view, const PointCloud& frame, double link);

}  // namespace froth

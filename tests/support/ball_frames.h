// SPDX-License-Identifier: Apache-2.0
// Frames of balls on lattices, whose volumes are known.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>

namespace froth::test {

inline constexpr double kBallSpacing = 0.02;  ///< [m]

struct BallSpec {
  std::string name;
  Vec3<double> center;
  double radius;  ///< [m]
};

/// Every ball is a body at the velocity (1, -2, 3) m/s; "heat" is x [m], and of the second body no number.
inline PointCloud ball_frame(const std::vector<BallSpec>& balls) {
  PointCloud frame;
  frame.stamp = FrameStamp{7, 0.7};
  frame.dimension = 3;
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "body", "radius", "heat"})
    frame.properties.push_back({name, NumberType::Float, {}, name[0] == 'v' ? "m/s" : "m"});
  for (std::size_t b = 0; b < balls.size(); ++b) {
    frame.bodies.push_back({balls[b].name, "neo_hookean"});
    const int reach = static_cast<int>(balls[b].radius / kBallSpacing) + 1;
    for (int i = -reach; i < reach; ++i)
      for (int j = -reach; j < reach; ++j)
        for (int k = -reach; k < reach; ++k) {
          const Vec3<double> arm = kBallSpacing * Vec3<double>{i + 0.5, j + 0.5, k + 0.5};
          if (norm(arm) > balls[b].radius) continue;
          const Vec3<double> x = balls[b].center + arm;
          const double values[] = {
              x[0], x[1], x[2], 1, -2, 3, double(b), 0.6 * kBallSpacing, b == 1 ? std::nan("") : x[0]};
          for (std::size_t p = 0; p < frame.properties.size(); ++p)
            frame.properties[p].values.push_back(values[p]);
        }
  }
  return frame;
}

/// The first body is red, the others have no colour.
inline RunView ball_view(const PointCloud& frame) {
  RunView view;
  for (const CloudBody& body : frame.bodies) view.bodies.push_back({body.name, {}, {}});
  view.bodies[0].color = Vec3<double>{1, 0, 0};
  return view;
}

/// Difference of two numbers over the second.
inline double off(double a, double b) { return std::abs(a - b) / std::abs(b); }

inline double ball_volume(double radius) { return 4.0 / 3 * 3.14159265358979323846 * std::pow(radius, 3); }

}  // namespace froth::test

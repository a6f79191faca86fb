// SPDX-License-Identifier: Apache-2.0
// The part of a bubble's boundary that faces air: triangles on its ball, between the films that end there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// A bubble's flat films, in its own numbers of corners, turned outward.
struct OpenBubble {
  double radius = 0;            ///< of its ball [m]
  std::vector<Vec3<double>> x;  ///< corners, relative to the ball's centre [m]
  std::vector<std::vector<std::uint32_t>> films;
  std::vector<Vec3<double>> normal;  ///< of each film, outward
  std::vector<double> height;        ///< of each film over the ball's centre [m]
};

/// Edges of films that no other film of the bubble has, as the cap's triangles must have them.
std::vector<std::array<std::uint32_t, 2>> open_edges(const OpenBubble& bubble);

struct Cap {
  std::vector<Vec3<double>> x;                          ///< corners of its own, numbered after those of films
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< turned outward
  bool is_whole = true;                                 ///< it fits the films
};

/// `detail`: length of edges over the radius. Films, ball and cap make a convex body, so that the cap is what
/// is left of the hull of all corners without the films.
Cap make_cap(const OpenBubble& bubble, std::span<const std::array<std::uint32_t, 2>> rim, double detail);

/// Moves the corners that only the cap has outward or inward until films and cap enclose this volume [m^3].
void fill_to_volume(const OpenBubble& bubble, Cap& cap, double volume);

}  // namespace froth

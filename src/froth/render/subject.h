// SPDX-License-Identifier: Apache-2.0
// What a picture is about, so that cameras can be placed around it: most of the material, whatever a few
// stray particles do, and colliders as far as they matter to it.
#pragma once

#include <vector>

#include <froth/render/frame_content.h>

namespace froth {

struct Subject {
  Bounds bounds;
  /// Points of the hull in many directions: a tighter fit than the corners of the box [m].
  std::vector<Vec3<double>> outline;
};

/// The material of one frame: pieces that hold at least a hundredth of its volume whole, and of all the rest
/// what lies between the 1 % and 99 % quantiles by volume of each axis. Nothing where there are no
/// particles or skins.
std::optional<Subject> material_subject(const FrameContent& content);

/// Both subjects as one.
Subject join(const Subject& a, const Subject& b);

/// Material and the colliders of a frame. A collider no larger than the material counts whole, one up to
/// three times as large as far as it is near the material, a larger one or a floor under all the material not
/// at all.
Subject with_colliders(const Subject& material, const FrameContent& content);

/// The subject of one frame. Without material, all bounded colliders; without those either, the unit cube
/// around the origin.
Subject subject_of(const FrameContent& content);

/// The eight corners of a box.
std::vector<Vec3<double>> corners_of(const Bounds& bounds);

}  // namespace froth

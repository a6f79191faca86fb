// SPDX-License-Identifier: Apache-2.0
// Bodies whose points a frame joins, as surfaces: cloth as a thin layer with two smooth sides, solids as
// their outer faces, strands as tubes. In the plane strands are beads on a string.
#pragma once

#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/render/body_look.h>
#include <froth/render/frame_content.h>
#include <froth/surface/element_skins.h>

namespace froth {

/// In space. Cloth and strands are as thick as the radii of their points say, strands at least as thick as
/// drawn spheres: few of them then stand for many.
std::vector<SkinnedBody> element_surfaces(const RunView& run, const PointCloud& frame);

/// Adds points along the edges of a planar frame, so that those drawn as discs make a line.
void add_beads(PointCloud& frame);

}  // namespace froth

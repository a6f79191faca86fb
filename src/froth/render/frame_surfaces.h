// SPDX-License-Identifier: Apache-2.0
// Bodies of a frame as surfaces: which of them, and with which colours.
#pragma once

#include <memory>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/render/body_look.h>
#include <froth/render/frame_content.h>

namespace froth {

/// Whether a body is drawn as a surface, and whether as particles (render.as).
bool is_drawn_as_surface(const RunView& run, std::size_t body);
bool is_drawn_as_particles(const RunView& run, std::size_t body);

/// Skins of the points of a frame, without colours of their own where they are coloured by body.
/// Carried ones need the first frame of the run.
std::vector<SkinnedBody> surfaces_of(const RunView& run, const PointCloud& frame, const Coloring& coloring,
                                     std::shared_ptr<const PointCloud> first = {});

/// Whether surfaces are those of the first frame, carried along.
bool has_carried_surfaces(const RunView& run);

}  // namespace froth

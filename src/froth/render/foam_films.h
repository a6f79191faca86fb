// SPDX-License-Identifier: Apache-2.0
// Bubbles of a frame as films, with rims of liquid along the edges where films meet (Plateau borders).
#pragma once

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/render/frame_content.h>

namespace froth {

/// Adds films and rims to the skins and the rims' corners to the clouds. With render.cut, bubbles whose
/// middle is beyond the plane are left out. Throws InputError as make_foam() does.
void add_films(const RunView& run, const PointCloud& frame, FrameContent& content);

}  // namespace froth

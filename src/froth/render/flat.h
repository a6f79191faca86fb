// SPDX-License-Identifier: Apache-2.0
// Pictures of planar frames: particles as discs, colliders as filled areas, over a light sheet with faint
// lines.
#pragma once

#include <froth/render/camera.h>
#include <froth/render/frame_content.h>
#include <froth/render/picture.h>

namespace froth {

/// Edges are smoothed from distances, so `options.samples` is not needed. The same bits for any number of
/// threads.
Image render_2d(const FrameContent& content, const ViewRect& view, const PictureOptions& options);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Pictures of 3D frames by path tracing: skins, particles as spheres, colliders as solids, in the light of a
// studio or of sun and sky.
#pragma once

#include <froth/render/camera.h>
#include <froth/render/frame_content.h>
#include <froth/render/picture.h>

namespace froth {

/// The same bits for any number of threads. Throws InputError for an impossible camera or size.
Image render_3d(const FrameContent& content, const Camera& camera, const PictureOptions& options);

}  // namespace froth

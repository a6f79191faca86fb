// SPDX-License-Identifier: Apache-2.0
// How the pictures of a run were drawn.
#pragma once

#include <froth/io/frame_record.h>

namespace froth {

using PictureLook = FrameSettings;
using PictureRecord = FrameRecord;

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/scene_schema.h>

namespace froth {

const Schema& camera_schema() {
  static const Schema schema =
      Schema(
          "camera",
          "Where the camera is at a time. It moves smoothly from key to key, and rests before the first and "
          "after the last.")
          .real("time", unit::s, "when it is there", required)
          .reals("eye", unit::m, "place of the camera", required, anything, 3)
          .reals("target", unit::m, "point looked at", required, anything, 3)
          .real("field_of_view", unit::deg, "vertical opening; without it that of render", optional,
                Range{0, 170, true});
  return schema;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A plane as people type it: "z>0.1".
#pragma once

#include <string>

#include <froth/geometry/shape.h>

namespace froth {

/// The plane behind which something is cut off: "z>0.1" cuts off what has z > 0.1, "z=0.1" means the same and
/// needs no quotes in a shell, "z<0.1" keeps the other side. For other directions "1,0,1>0.1": what is
/// further along (1, 0, 1) than 0.1 m from the origin. The normal points to what is cut off. Throws
/// InputError.
Plane cut_plane(const std::string& text);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The most memory that this process has held at once, as the system counts it.
#pragma once

#include <cstddef>

namespace froth {

/// Since the start, or since the last reset [bytes]; 0 where the system does not say.
std::size_t peak_memory();

/// Counts anew from what is held now; false where the system does not allow it.
bool reset_peak_memory();

}  // namespace froth

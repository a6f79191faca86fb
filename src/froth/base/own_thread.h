// SPDX-License-Identifier: Apache-2.0
// Work on the side, that must not take threads or time from what is more important.
#pragma once

#include <functional>

namespace froth {

/// Calls `body` with all of its parallel loops on the calling thread.
void on_this_thread_alone(const std::function<void()>& body);

/// Gives the calling thread a smaller share of the processor for the rest of its life, where the system can.
void lower_priority();

}  // namespace froth

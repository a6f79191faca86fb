// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as a wish: the first one asks for a clean stop, a second one kills as usual.
#pragma once

#include <atomic>

namespace froth::cli {

/// Listens to SIGINT and SIGTERM while it lives; one at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  const std::atomic<bool>& is_requested() const;
};

}  // namespace froth::cli

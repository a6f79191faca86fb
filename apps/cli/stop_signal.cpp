// SPDX-License-Identifier: Apache-2.0
#include "stop_signal.h"

#include <csignal>

namespace froth::cli {

namespace {

std::atomic<bool> stop_requested{false};

void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal() {
  stop_requested = false;
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
}

StopSignal::~StopSignal() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& StopSignal::is_requested() const { return stop_requested; }

}  // namespace froth::cli

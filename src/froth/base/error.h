// SPDX-License-Identifier: Apache-2.0
// Three kinds of trouble: the user's input, our code, the machine. (Nature is a StepReport, not an
// exception.)
#pragma once

#include <stdexcept>
#include <string>

namespace froth {

/// The user's input is wrong. One sentence: what, where, what to do. The program exits with code 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The simulation cannot go on (a not-a-number, a runaway velocity). The program exits with code 3.
struct SimulationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The machine failed us (a full disk, a missing device). The program exits with code 4.
struct SystemError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Our code is wrong. The program exits with code 70.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_check(const char* condition, const char* file, int line, const std::string& message);

}  // namespace froth

/// Always on: a broken promise inside our own code.
#define FROTH_CHECK(condition, message) \
  ((condition) ? void(0) : ::froth::fail_check(#condition, __FILE__, __LINE__, message))

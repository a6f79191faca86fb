// SPDX-License-Identifier: Apache-2.0
// What a solver says about a step that it was asked to take, and about the step it would take next.
#pragma once

#include <string>
#include <string_view>

namespace froth {

/// A step is done, or it failed: by value, never by an exception, never in silence.
enum class StepStatus : unsigned char { Done, Failed };

struct StepReport {
  StepStatus status = StepStatus::Done;
  int iterations = 0;   ///< of the solve inside the step; 0 where there is none
  double residual = 0;  ///< that the solve left, in the unit that its solver states
  std::string reason;   ///< of a failure: one sentence that says what, where and when

  bool ok() const { return status == StepStatus::Done; }
  static StepReport failure(std::string reason) {
    return {.status = StepStatus::Failed, .iterations = 0, .residual = 0, .reason = std::move(reason)};
  }
};

/// The longest step that is stable now, and who says so.
struct TimeStepLimit {
  double dt = 0;         ///< [s]
  std::string body;      ///< limiting body, empty where none limits
  std::string_view law;  ///< and its law
  std::string obstacle;  ///< what limits by its motion, as in: collider "jaw"; empty where none does
  std::string reason;    ///< "wave speed", "viscosity", "speed" (of an obstacle), ..., or a scene key
};

}  // namespace froth

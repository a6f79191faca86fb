// SPDX-License-Identifier: Apache-2.0
// Time spent per named stage, on the wall and by processors. For reports only: no result depends on it.
#pragma once

#include <chrono>
#include <ctime>
#include <string>
#include <vector>

namespace froth {

/// Time that all threads of this process have spent computing so far [s]. On a machine that others share it
/// says what work costs; the wall says how long one waits.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

class StageClock {
 public:
  struct Stage {
    std::string name;
    double wall = 0, processor = 0;  ///< [s]
  };

  /// Adds the time until its end of life to a stage.
  class Scope {
   public:
    Scope(StageClock& clock, const char* stage)
        : clock_(clock), stage_(stage), wall_(Clock::now()), processor_(processor_seconds()) {}
    ~Scope() {
      clock_.add(stage_, std::chrono::duration<double>(Clock::now() - wall_).count(),
                 processor_seconds() - processor_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    using Clock = std::chrono::steady_clock;
    StageClock& clock_;
    const char* stage_;
    Clock::time_point wall_;
    double processor_;
  };

  void add(const char* name, double wall, double processor) {
    for (Stage& stage : stages_)
      if (stage.name == name) {
        stage.wall += wall, stage.processor += processor;
        return;
      }
    stages_.push_back({name, wall, processor});
  }
  void clear() { stages_.clear(); }
  /// In the order in which they first ran.
  const std::vector<Stage>& stages() const { return stages_; }

 private:
  std::vector<Stage> stages_;
};

}  // namespace froth

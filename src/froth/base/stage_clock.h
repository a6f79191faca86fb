// SPDX-License-Identifier: Apache-2.0
// Wall time spent per named stage. For reports only: no result depends on it.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace froth {

class StageClock {
 public:
  /// Adds the time until its end of life to a stage.
  class Scope {
   public:
    Scope(StageClock& clock, const char* stage) : clock_(clock), stage_(stage), start_(Clock::now()) {}
    ~Scope() { clock_.add(stage_, std::chrono::duration<double>(Clock::now() - start_).count()); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    using Clock = std::chrono::steady_clock;
    StageClock& clock_;
    const char* stage_;
    Clock::time_point start_;
  };

  void add(const char* stage, double seconds) {
    for (auto& [name, total] : stages_)
      if (name == stage) {
        total += seconds;
        return;
      }
    stages_.emplace_back(stage, seconds);
  }
  void clear() { stages_.clear(); }
  /// Stages in the order in which they first ran, with seconds.
  const std::vector<std::pair<std::string, double>>& stages() const { return stages_; }

 private:
  std::vector<std::pair<std::string, double>> stages_;
};

}  // namespace froth

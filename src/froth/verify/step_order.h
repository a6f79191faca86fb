// SPDX-License-Identifier: Apache-2.0
// How fast implicit and explicit steps of one block come together as steps get shorter.
#pragma once

#include <string>
#include <vector>

#include <froth/verify/trial.h>

namespace froth::verify {

/// A case, and what its block is made of, in words and in changes to a block of particles.
struct BlockOfBothSteps {
  std::string name, of;
  std::vector<std::string> of_both = {}, of_implicit = {};
};

/// A block of rubber, turned and stretched, by forces at the start of each step and by those at its end, four
/// lengths of step: one limit, so that they differ by the first power of dt.
Findings difference_of_steps(const BlockOfBothSteps& block, const Watch& watch);

}  // namespace froth::verify

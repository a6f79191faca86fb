// SPDX-License-Identifier: Apache-2.0
// Which laws the power solver takes: those of which it has the derivative of the stress in principal axes.
// Flow follows after the solve, once in a step. Source: [Qu2023], sections 3 and 8, where plasticity is
// projected once per step too.
#pragma once

#include <string_view>

namespace froth {

/// Whether the law of this name can be used.
bool has_principal_tangent(std::string_view law);

}  // namespace froth

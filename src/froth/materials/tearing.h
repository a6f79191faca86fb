// SPDX-License-Identifier: Apache-2.0
// What a law that tears tells others, so that nobody needs to know which law it is. Source: [Yue2015],
// section 7; how a law tears is its own matter.
#pragma once

#include <froth/particles/attribute.h>

namespace froth {

class Values;

/// The part of a law's state that says whether a particle is torn: 1 where it is, 0 where it is whole.
inline constexpr AttributeInfo kTornAttribute{"is_weak", 1, "-"};

/// Has kTornAttribute among its attributes, says whether a material with these scene values ever tears, and
/// what it would be if it did not.
template <class L>
concept TearingLaw = requires(const L law, const Values& values) {
  static_cast<bool>(L::may_tear(values));
  L{law.without_tearing()};
};

/// The law if it never tore; a law that does not tear as it is.
template <class L>
L without_tearing(const L& law) {
  if constexpr (TearingLaw<L>)
    return law.without_tearing();
  else
    return law;
}

}  // namespace froth

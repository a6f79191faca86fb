// SPDX-License-Identifier: Apache-2.0
// Which laws an implicit step takes. A law needs the potential of a step (materials/implicit_law.h). One that
// yields does so after the solve, by its return mapping: the solve sees an elastic predictor. That is fair
// where flow changes shape alone; where yield hangs on pressure (sand, snow, clay with a cap) the predictor's
// pressure would be off by as much as the flow lets go, and such a law is refused.
// Source: [Stomakhin2013], section 6, where the trial state is elastic too.
#pragma once

#include <type_traits>
#include <variant>

#include <froth/materials/implicit_law.h>
#include <froth/materials/law_list.h>

namespace froth {

/// A law whose yield hangs on pressure says `yields_by_pressure`.
template <class L>
concept YieldsByPressure = L::yields_by_pressure;

template <class L>
inline constexpr bool kStepsImplicitly = ImplicitLaw<L> && !YieldsByPressure<L>;

/// Whether the law of this name can be stepped implicitly.
bool steps_implicitly(std::string_view law);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Closed forms of the stress that laws show in the rheometer, to compare with. Source: each is derived in
// rheometer_forms.cpp from the energy or the yield surface in the law's header.
#pragma once

#include <optional>

#include <froth/rheometry/rheometer.h>

namespace froth {

struct FormPoint {
  double strain, rate;
  double log_J;        ///< volume after the pressure, before the motion
  bool turns = false;  ///< the motion goes back and forth
  double most = 0;     ///< the greatest strain of the motion
  double time = 0;     ///< since the motion began [s]
  RheometerMotion motion = {};
};

/// The stress of the test, in the limit of short steps; none where no formula is known. After yielding in
/// shear it is the steady one, from which the first moments differ by 3/2 e^2 of it, e the elastic strain.
std::optional<double> closed_form(const Law<3, double>& law, RheometerTest test, const FormPoint& point);

}  // namespace froth

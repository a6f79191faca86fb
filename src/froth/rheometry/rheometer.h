// SPDX-License-Identifier: Apache-2.0
// A rheometer: one material point of any law is taken through a prescribed motion, step by step as a solver
// would do it, and its stress is recorded. Source: [Macosko1994], chapters 1 to 4, for the motions; the steps
// are those of materials/respond.h, F <- (I + dt grad v) F. Stress is Kirchhoff stress, as laws give it;
// divided by J it is the Cauchy stress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/materials/law_list.h>

namespace froth {

/// Shear:       grad v = rate e_x e_y; strain is the shear gamma; stress is tau_xy.
/// Extension:   along x at constant volume; strain is logarithmic; stress is tau_xx - tau_yy.
/// Relaxation:  shear at `rate` up to `strain`, then held for `hold`; stress is tau_xy.
/// Oscillation: shear gamma = strain sin(2 pi frequency t), two cycles; stress is tau_xy.
/// Compression: along x, nothing moves sideways; strain is logarithmic; stress is -tau_xx.
enum class RheometerTest { Shear, Extension, Relaxation, Oscillation, Compression };

struct RheometerMotion {
  RheometerTest test = RheometerTest::Shear;
  double rate = 1;       ///< of strain [1/s]; not of an oscillation
  double strain = 1;     ///< at the end, or the amplitude of an oscillation [-]
  double frequency = 1;  ///< of an oscillation [1/s]
  double hold = 1;       ///< of a relaxation, after the shear [s]
  double pressure = 0;   ///< all round, before the motion starts [Pa]
  int steps = 1000;
};

struct RheometerSample {
  double time, strain, rate;  ///< rate: of the step that ends here
  double stress;              ///< the one that the test is about [Pa]
  std::optional<double> closed_form;
  Sym3<double> tau;  ///< Kirchhoff stress [Pa]
  double J, energy;  ///< volume ratio [-], energy per rest volume [Pa]
};

/// Names of the tests, in the order of RheometerTest.
const std::vector<std::string>& rheometer_test_names();

/// A test with its own customary strain and rate; InputError for an unknown name.
RheometerMotion customary_motion(const std::string& test);

/// What the stress of a test is called: "tau_xy", "tau_xx - tau_yy" or "-tau_xx".
std::string stress_name(RheometerTest test);

/// Throws InputError for numbers that make no sense.
void check_motion(const RheometerMotion& motion);

/// The point at the start and after each step. Throws InputError where the law cannot be pressed to that
/// pressure, SimulationError where a stress is not a number.
std::vector<RheometerSample> measure(const Law<3, double>& law, const RheometerMotion& motion);

struct DynamicModuli {
  double storage, loss;  ///< stress in phase with the strain and with its rate, per amplitude [Pa]
};

/// Of the last cycle of an oscillation.
DynamicModuli dynamic_moduli(const std::vector<RheometerSample>& samples, const RheometerMotion& motion);

/// All samples as a table, numbers as they are; a closed form that does not exist is "nan".
std::string rheometer_csv(const std::vector<RheometerSample>& samples);

}  // namespace froth

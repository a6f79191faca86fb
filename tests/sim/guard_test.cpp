// SPDX-License-Identifier: Apache-2.0
// The guard: what it calls created energy, when it warns, when it stops, and that its state can be saved.
#include <doctest/doctest.h>

#include <cmath>

#include <froth/sim/guard.h>

namespace froth {

namespace {

/// What a solver might count at one instant [J], [kg].
struct Books {
  double kinetic = 0, elastic = 0, loads = 0, boundaries = 0, emitted = 0, removed = 0, mass = 1;
  double J_min = 1, J_max = 1;

  Totals totals() const {
    return Totals({{"mass", "kg", mass},
                   {"kinetic_energy", "J", kinetic},
                   {"elastic_energy", "J", elastic},
                   {"load_work", "J", loads},
                   {"boundary_work", "J", boundaries},
                   {"energy_emitted", "J", emitted},
                   {"energy_removed", "J", removed},
                   {"J_min", "-", J_min},
                   {"J_max", "-", J_max}});
  }
};

Guard begun(const Books& start, double still = 0) {
  Guard guard({}, still);
  guard.begin(start.totals());
  return guard;
}

}  // namespace

// Oracle: sums by hand. Whatever comes in by a counted way, or is dissipated, is no drift.
TEST_CASE("energy that was put in, exchanged or dissipated is no drift") {
  Guard guard = begun({.kinetic = 10});
  for (const Books& books :
       {Books{.kinetic = 4, .elastic = 6}, Books{.kinetic = 104, .elastic = 6, .loads = 100},
        Books{.kinetic = 50, .loads = 100}, Books{.kinetic = 70, .loads = 100, .boundaries = 20},
        Books{.kinetic = 100, .loads = 100, .boundaries = 20, .emitted = 30},
        Books{.kinetic = 60, .loads = 100, .boundaries = 20, .emitted = 30, .removed = 40}}) {
    const Guard::Verdict verdict = guard.look(books.totals());
    CHECK(guard.drift() == 0);
    CHECK(verdict.warnings.empty());
    CHECK(verdict.stop.empty());
  }
}

// Oracle: by hand. 10 J fall to 4 J, then rise to 7 J: 3 J from nowhere, of 10 J at most. Work of 90 J makes
// that 3 of 97 stored and 90 done, and 200 J more out of nothing 203 of 297 and 90.
TEST_CASE("created energy is counted from the lowest balance, warned of once, and stopped") {
  Guard guard = begun({.kinetic = 10});
  guard.look(Books{.kinetic = 4}.totals());
  Guard::Verdict verdict = guard.look(Books{.kinetic = 7}.totals());
  CHECK(guard.drift() == doctest::Approx(0.3));
  REQUIRE(verdict.warnings.size() == 1);
  CHECK(verdict.warnings[0].find("3 J of 7 J") != std::string::npos);
  CHECK(guard.look(Books{.kinetic = 7.5}.totals()).warnings.empty());
  verdict = guard.look(Books{.kinetic = 97, .loads = 90}.totals());
  CHECK(guard.drift() == doctest::Approx(3.0 / 187).scale(0));
  verdict = guard.look(Books{.kinetic = 297, .loads = 90}.totals());
  CHECK(guard.drift() == doctest::Approx(203.0 / 387));
  CHECK(verdict.stop.find("energy runs away") == 0);
  CHECK(verdict.warnings.empty());
}

// Oracle: the definition of stillness: 1 kg at 0.1 m/s has 5 mJ, against which a microjoule is nothing.
TEST_CASE("rounding in a scene at rest is no drift") {
  Guard resting = begun({}, 0.1), strict = begun({}, 0);
  const Totals rounding = Books{.kinetic = 1e-6}.totals();
  CHECK(resting.look(rounding).stop.empty());
  CHECK(resting.drift() == doctest::Approx(2e-4).epsilon(1e-3).scale(0));
  CHECK_FALSE(strict.look(rounding).stop.empty());
}

// Oracle: the factors of the scene, up and down, and no number at all.
TEST_CASE("volume ratios out of proportion are warned of once and stopped") {
  const GuardSpec spec;
  const auto verdict_at = [&](double J_min, double J_max) {
    Guard guard = begun({.J_min = 0.5, .J_max = 2});
    return guard.look(Books{.J_min = J_min, .J_max = J_max}.totals());
  };
  const double warn = spec.volume_warning, stop = spec.volume_stop;
  CHECK(verdict_at(0.5 / (0.9 * warn), 2 * 0.9 * warn).warnings.empty());
  CHECK(verdict_at(0.5 / (1.1 * warn), 2).warnings.size() == 1);
  CHECK(verdict_at(0.5, 2 * 1.1 * warn).warnings.size() == 1);
  CHECK(verdict_at(0.5 / (0.9 * stop), 2).stop.empty());
  CHECK_FALSE(verdict_at(0.5 / (1.1 * stop), 2).stop.empty());
  CHECK_FALSE(verdict_at(0.5, 2 * 1.1 * stop).stop.empty());
  CHECK_FALSE(verdict_at(NAN, 2).stop.empty());
  Guard guard = begun({});
  CHECK(guard.look(Books{.J_min = 0.5 / warn}.totals()).warnings.size() == 1);
  CHECK(guard.look(Books{.J_min = 0.4 / warn}.totals()).warnings.empty());
}

// Oracle: the guard that was never saved.
TEST_CASE("a saved guard goes on as if it had not been") {
  Guard guard = begun({.kinetic = 10});
  guard.look(Books{.kinetic = 4}.totals());
  guard.look(Books{.kinetic = 7, .J_min = 0.01}.totals());
  BinaryWriter out;
  guard.save(out);
  Guard loaded({}, 0);
  BinaryReader in(out.buffer());
  loaded.load(in);
  for (const Books& books :
       {Books{.kinetic = 8, .loads = 3, .J_min = 0.01}, Books{.kinetic = 90, .loads = 5}}) {
    const Guard::Verdict a = guard.look(books.totals()), b = loaded.look(books.totals());
    CHECK(guard.drift() == loaded.drift());
    CHECK(a.warnings == b.warnings);
    CHECK(a.stop == b.stop);
  }
}

// Oracle: a solver that counts no energies has none to drift.
TEST_CASE("a solver without energies is not watched for them") {
  Guard guard({}, 0);
  guard.begin(Totals({{"height", "m", 1}}));
  CHECK(guard.look(Totals({{"height", "m", 1e30}})).stop.empty());
}

}  // namespace froth

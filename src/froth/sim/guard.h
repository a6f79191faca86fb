// SPDX-License-Identifier: Apache-2.0
// Watches whether a run goes wrong: energy that nothing has put in, and particles squeezed or stretched out
// of all proportion.
//
// Balance: kinetic + elastic energy less the work of loads and of moving boundaries and less what came with
// emitted particles, plus what removed ones took along. Dissipation only lowers it, so that its rise above
// its lowest value is energy from nowhere. As a share of the largest energy so far and the work done (the sum
// of its absolute changes) it is the drift: near zero in a sound run, near one in a run-away, whatever the
// units.
#pragma once

#include <string>
#include <vector>

#include <froth/base/binary.h>
#include <froth/interface/totals.h>
#include <froth/scene/scene.h>

namespace froth {

class Guard {
 public:
  /// What the totals of now say: nothing, sentences to tell, or one to stop with.
  struct Verdict {
    std::vector<std::string> warnings;
    std::string stop;
  };

  /// A scene that moves slower than `still` [m/s] counts as still, whatever sets it in motion.
  Guard(const GuardSpec& spec, double still) : spec_(spec), still_(still) {}

  bool is_on() const { return spec_.is_on; }
  bool has_begun() const { return has_begun_; }
  bool has_warned() const { return has_warned_of_energy_ || has_warned_of_volume_; }
  /// Takes the totals of the start as reference.
  void begin(const Totals& totals);
  /// Looks at later ones. Each kind of warning is given once in a run.
  Verdict look(const Totals& totals);
  /// Energy from nowhere at the last look, as a share [-].
  double drift() const { return drift_; }

  void save(BinaryWriter& out) const;
  void load(BinaryReader& in);

 private:
  /// What the balance is made of [J].
  struct Energies {
    double stored = 0, loads = 0, boundaries = 0, emitted = 0, removed = 0;

    double balance() const { return stored - loads - boundaries - emitted + removed; }
  };
  static Energies energies(const Totals& totals);
  void look_at_energy(const Totals& totals, Verdict& verdict);
  void look_at_volume(const Totals& totals, Verdict& verdict);

  GuardSpec spec_;
  double still_ = 0;

  bool has_begun_ = false, has_warned_of_energy_ = false, has_warned_of_volume_ = false;
  Energies last_;
  double lowest_balance_ = 0, largest_stored_ = 0, work_ = 0;  ///< [J]
  double drift_ = 0;                                           ///< [-]
  double first_J_min_ = 1, first_J_max_ = 1;                   ///< volume ratios of the start [-]
};

}  // namespace froth

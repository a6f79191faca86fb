// SPDX-License-Identifier: Apache-2.0
// What the power solver keeps from step to step: the particles of all bodies in one list, body after body, so
// that one set of weights serves them all; and what each body has of its own. A particle has a volume of its
// own, J V0, which the transport plan gives it on the grid. Source: [Qu2023], sections 4 and 6.1. Differs
// from it: J is kept apart from the elastic strain, whose determinant plastic flow changes.
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <froth/base/parallel.h>
#include <froth/geometry/emitter.h>
#include <froth/materials/law_list.h>

namespace froth {

template <int Dim>
struct PowerParticles {
  std::vector<std::uint64_t> id;
  std::vector<Vec<Dim, double>> x, v;    ///< [m], [m/s]
  std::vector<Mat<Dim, double>> C;       ///< velocity gradient, A_p of Eq. (16) [1/s]
  std::vector<Mat<Dim, double>> moment;  ///< D_p of the last step, for energies and momenta [m^2]
  std::vector<double> mass, V0, J;       ///< [kg], [m^Dim], [-]
  std::vector<Mat<Dim, double>>
      held;  ///< stress that an implicit solve ended with, where the next one starts [Pa]
  std::vector<double> scaling,
      last_scaling;  ///< s_p of the last two transport plans, where the next one starts

  Index count() const { return static_cast<Index>(id.size()); }

  /// Calls `each(column)` for every column.
  template <class Self, class Each>
  static void for_columns(Self& self, const Each& each) {
    each(self.id), each(self.x), each(self.v), each(self.C), each(self.moment);
    each(self.mass), each(self.V0), each(self.J), each(self.held), each(self.scaling);
    each(self.last_scaling);
  }
};

/// The particles [begin, end) of one law. States of the law are kept as the numbers they are made of.
template <int Dim>
struct PowerBody {
  std::string name;
  Law<Dim, double> law;
  double density = 0;  ///< at rest [kg/m^3]
  std::size_t begin = 0, end = 0;
  std::size_t numbers = 0;     ///< of a state
  std::vector<double> states;  ///< of particle p from (p - begin) * numbers on

  double frequency = 0;      ///< largest c |D^-1|^(1/2) of the last step [1/s], see time_step.cpp
  double largest_rate = 0;   ///< largest viscosity over density times |D^-1| [1/s]
  double largest_speed = 0;  ///< [m/s]
  std::optional<Emitter> emitter = {};
  std::uint64_t next_batch = 0;  ///< of the emitter
  Index emitted = 0;             ///< particles so far

  Index count() const { return static_cast<Index>(end - begin); }
  bool is_viscous() const {
    return std::visit([](const auto& l) { return l.viscosity() > 0; }, law);
  }
  template <class L>
  typename L::State state(std::size_t p) const {
    typename L::State s;
    std::memcpy(&s, states.data() + (p - begin) * numbers, sizeof(s));
    return s;
  }
  template <class L>
  void set_state(std::size_t p, const typename L::State& s) {
    std::memcpy(states.data() + (p - begin) * numbers, &s, sizeof(s));
  }
};

/// What has come and gone since the start, and the work of what moves material.
struct PowerCounters {
  std::uint64_t next_id = 0;
  Index steps = 0, removed = 0, plan_iterations = 0, solve_iterations = 0;
  double volume_error = 0;  ///< largest relative error of a particle's volume in the last plan
  double boundary_work = 0, load_work = 0;    ///< [J]
  double mass_emitted = 0, mass_removed = 0;  ///< [kg]
  double energy_emitted = 0, energy_removed = 0;
  double filled_volume = 0;  ///< as loaded; see PowerSolver::filled_volume() [m^Dim]
  double reached_nodes = 0;  ///< outside of solids, with a weight of some particle
};

/// A particle that is about to be.
template <int Dim>
struct PowerParticle {
  Vec<Dim, double> x, v;
  Mat<Dim, double> C;
  double volume;  ///< [m^Dim]
};

/// Calls `each(p)` for every particle of [begin, end), in parallel.
template <class Each>
void for_particles(std::size_t begin, std::size_t end, const Each& each) {
  constexpr Index chunk = 256;
  parallel_chunks(static_cast<Index>(end - begin), chunk, [&](const Chunk& c) {
    for (Index k = c.begin; k < c.end; ++k) each(begin + static_cast<std::size_t>(k));
  });
}

/// Folds `add(sum, p)` over [begin, end): sums of chunks, then their sum in the order of chunks.
template <class Sum, class Add>
Sum sum_over(std::size_t begin, std::size_t end, const Sum& zero, const Add& add) {
  return ordered_reduce(
      static_cast<Index>(end - begin), zero,
      [&](const Chunk& c) {
        Sum own = zero;
        for (Index k = c.begin; k < c.end; ++k) add(own, begin + static_cast<std::size_t>(k));
        return own;
      },
      [](Sum a, const Sum& b) { return a += b; });
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A solver from the text of a scene, for tests of what scenes say.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/scene/build.h>
#include <froth/scene/read.h>

namespace froth::test {

inline std::unique_ptr<Solver> solver_of(const std::string& text,
                                         const std::vector<std::string>& overrides = {}) {
  return build_solver(read_scene_text(text, "sample.toml", {.overrides = overrides}));
}

/// The message that building earns, or "" where it succeeds.
inline std::string build_complaint(const std::string& text) {
  try {
    solver_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string saved(const Solver& solver) {
  BinaryWriter out;
  solver.save(out);
  return out.buffer();
}

/// Times are whole numbers of steps, so that a run that goes on from one sees the same bits as one that never
/// stopped.
inline void advance(Solver& solver, int steps, double dt, double from = 0) {
  const double before = std::round(from / dt);
  for (int n = 0; n < steps; ++n) REQUIRE(solver.advance((before + n) * dt, dt).ok());
}

/// Oracle: an undisturbed run with another number of threads; the same run, saved after some steps, loaded
/// and continued. `make` gives a pointer to a new solver; `look` sees the undisturbed one half way and at the
/// end.
template <class Make, class Look>
void check_same_bits(Make make, int before, int after, double dt, Look look) {
  auto straight = make();
  advance(*straight, before, dt);
  look(*straight, false);
  const std::string half = saved(*straight);
  advance(*straight, after, dt, before * dt);
  look(*straight, true);
  const std::string end = saved(*straight);

  auto continued = make();
  BinaryReader in(half);
  continued->load(in);
  advance(*continued, after, dt, before * dt);
  CHECK(saved(*continued) == end);

  const ThreadLimit one(1);
  auto alone = make();
  advance(*alone, before, dt);
  advance(*alone, after, dt, before * dt);
  CHECK(saved(*alone) == end);
}

/// Places of all particles of all bodies by id.
inline std::map<std::uint64_t, Vec3<double>> places(const Solver& solver) {
  std::map<std::uint64_t, Vec3<double>> by_id;
  for (std::size_t b = 0; b < solver.bodies().size(); ++b) {
    const auto x = solver.positions(b);
    const std::vector<BodyView> bodies = solver.bodies();
    const std::span<const std::uint64_t> id = bodies[b].id;
    for (std::size_t s = 0; s < x.size(); ++s) by_id[id[s]] = x[s];
  }
  return by_id;
}

}  // namespace froth::test

// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/solver_methods.h>

#include <algorithm>

#include <froth/base/error.h>

namespace froth {

#define FROTH_DECLARE_METHOD(NAME) SolverMethod NAME##_method();
FROTH_SOLVER_METHODS(FROTH_DECLARE_METHOD)
#undef FROTH_DECLARE_METHOD

namespace {

std::deque<SolverMethod>& methods() {
#define FROTH_METHOD(NAME) NAME##_method(),
  static std::deque<SolverMethod> list = {FROTH_SOLVER_METHODS(FROTH_METHOD)};
#undef FROTH_METHOD
  return list;
}

Schema make_solver_schema() {
  std::vector<Schema> variants;
  for (const SolverMethod& method : methods()) {
    FROTH_CHECK(method.schema.name() == method.name,
                "method " + method.name + " has a schema of another name");
    variants.push_back(method.schema);
  }
  const std::string& usual = methods().front().name;
  return Schema("solver", "How the equations are solved.")
      .variant("method", "solver; it brings its own keys", std::move(variants), usual.c_str())
      .real_or("dt", "auto", unit::s, "time step", positive)
      .real("max_dt", unit::s, "upper bound of an automatic step; without it one frame", optional, positive)
      .integer("retries",
               "how often a failed step is tried again, each time half as long, before the run gives up", 4,
               range(0, 30))
      .outside_physics()
      .real("spacing", unit::m,
            "distance between particles at the start, in place of particles_per_cell; bodies may have their "
            "own",
            optional, positive)
      .excludes("particles_per_cell")
      .real("jitter", unit::one, "0: particles start on a lattice; 1: anywhere in their lattice cell", 0.5,
            range(0, 1))
      .choice("sampling", {"lattice", "poisson"},
              "where particles start: on a jittered lattice, or at random places that keep a distance "
              "(Poisson discs)",
              "lattice");
}

Schema& schema() {
  static Schema schema = make_solver_schema();
  return schema;
}

auto find_method(std::string_view name) {
  return std::find_if(methods().begin(), methods().end(),
                      [&](const SolverMethod& method) { return method.name == name; });
}

}  // namespace

SolverCapabilities SolverCapabilities::everything() {
  return {.planar = true,
          .grid = true,
          .periodic = true,
          .colliders = true,
          .dynamic = true,
          .held = true,
          .kill_zones = true,
          .emitters = true,
          .layers = true,
          .resampling = true,
          .elements = true,
          .strands = true,
          .forces = true,
          .ramps = true,
          .varying_laws = true,
          .takes_law = [](std::string_view) { return true; }};
}

const std::deque<SolverMethod>& solver_methods() { return methods(); }

const SolverMethod& solver_method(std::string_view name) {
  const auto found = find_method(name);
  FROTH_CHECK(found != methods().end(), "there is no solver called " + std::string(name));
  return *found;
}

std::vector<std::string> methods_with(bool SolverCapabilities::*can) {
  std::vector<std::string> names;
  for (const SolverMethod& method : methods())
    if (method.can.*can) names.push_back(method.name);
  return names;
}

void register_solver_method(SolverMethod method) {
  FROTH_CHECK(find_method(method.name) == methods().end(), "there is already a solver " + method.name);
  methods().push_back(std::move(method));
  schema() = make_solver_schema();
}

void unregister_solver_method(std::string_view name) {
  FROTH_CHECK(find_method(name) != methods().end(), "there is no solver called " + std::string(name));
  methods().erase(find_method(name));
  schema() = make_solver_schema();
}

const Schema& solver_schema() { return schema(); }

}  // namespace froth

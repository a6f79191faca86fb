// SPDX-License-Identifier: Apache-2.0
// The list of solvers that a scene can choose by `solver.method`: name, keys, what each can do, how it is
// built. A new solver adds its folder under solvers/, its builder scene/solvers/NAME.cpp and one line to the
// list below; docs/adding-a-solver.md shows it.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <froth/base/schema.h>
#include <froth/interface/solver.h>
#include <froth/scene/scene.h>

/// The list: METHOD(name) for every file scene/solvers/name.cpp, the default first.
#define FROTH_SOLVER_METHODS(METHOD) METHOD(explicit_mpm) METHOD(implicit_mpm) METHOD(embedding) METHOD(power)

namespace froth {

/// What a method can do beside moving bodies; nothing unless it says so. A scene that asks for more is
/// refused as it is read.
struct SolverCapabilities {
  bool planar = false;     ///< scenes of dimension 2
  bool grid = false;       ///< has cells: solver.cell_size, particles_per_cell, rest_volumes
  bool periodic = false;   ///< domain.periodic
  bool colliders = false;  ///< and walls of the domain
  bool dynamic = false;    ///< colliders that move by themselves
  bool held = false;       ///< regions that are held
  bool kill_zones = false;
  bool emitters = false;
  bool layers = false;  ///< of bodies
  bool resampling = false;
  bool elements = false;                              ///< meshes and sheets
  bool strands = false;
  bool forces = false;                                ///< beside gravity, and tractions
  bool ramps = false;                                 ///< scene.gravity_ramp and scene.settle
  bool varying_laws = false;                          ///< materials whose numbers are expressions of place
  bool (*takes_law)(std::string_view law) = nullptr;  ///< null: none of them

  static SolverCapabilities everything();
};

struct SolverMethod {
  std::string name;
  Schema schema;  ///< of the same name: keys of [solver] that only this method has
  SolverCapabilities can;
  /// What no single key can know: throws InputError with the place. Called once all of [solver] is checked;
  /// null where there is nothing to say.
  void (*read)(const Values& solver, Scene& scene) = nullptr;
  /// The solver in its initial state; its keys are in scene.solver.values.
  std::unique_ptr<Solver> (*build)(const Scene& scene) = nullptr;
};

/// All methods, the default first.
const std::deque<SolverMethod>& solver_methods();
/// The one called `name`, which must be there.
const SolverMethod& solver_method(std::string_view name);
/// Names of the methods that can do something.
std::vector<std::string> methods_with(bool SolverCapabilities::*can);

/// Adds a method of a program's own to those of the list, and takes it away again. Neither may run while
/// another thread reads a scene.
void register_solver_method(SolverMethod method);
void unregister_solver_method(std::string_view name);

/// The table [solver]: keys of every method, and those of each as variants.
const Schema& solver_schema();

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// froth as a library: the one header to include. Everything in it is plain data and calls into the library,
// so that a program may be built with other flags (C++17 is enough) than the library was.
//
//   #include <froth/froth.h>
//   #include <cstdio>
//
//   int main() {
//     froth::World world(froth::scene_file("jellies.toml"));
//     while (!world.is_finished()) {
//       world.advance_frame();
//       const froth::Particles p = world.particles(0);
//       std::printf("t = %g s, the first particle is at height %g m\n", world.time(), p.positions[0][1]);
//     }
//   }
//
// Lengths, times and masses are in SI units. Points have three numbers; in the plane the third is zero.
// What goes wrong is thrown, see <froth/base/error.h>: InputError (the scene or an argument is wrong, in one
// sentence), SimulationError (the simulation cannot go on), SystemError (the machine failed).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/thread_limit.h>
#include <froth/version.h>

namespace froth {

using Point = std::array<double, 3>;

/// Where a scene comes from, and what is changed in it before it is checked.
struct SceneSource {
  std::string path;                    ///< file; of a text: what stands for the file in messages
  std::string text;                    ///< the scene itself, in TOML; empty: read the file
  std::vector<std::string> overrides;  ///< "path.to.key=value", as --set of the program takes them
  std::string quality;                 ///< a level of the scene's [quality] tables; empty: as it stands
};

SceneSource scene_file(const std::string& path);
SceneSource scene_text(const std::string& text, const std::string& name = "scene.toml");

/// The particles of one body, ordered by id. Element k is the same particle at all times unless particles are
/// removed, by kill zones or resampling: then match them by id.
struct Particles {
  std::vector<std::uint64_t> ids;
  std::vector<Point> positions;   ///< [m]
  std::vector<Point> velocities;  ///< [m/s]
};

/// A scene in motion, in memory. Moves, does not copy. One thread at a time may use it; it uses all cores, or
/// as many as a ThreadLimit allows.
class World {
 public:
  struct Body {
    std::string name;
    std::string law;  ///< the material's model, as scenes name it
    std::size_t particle_count = 0;
  };

  /// What the solver conserves, or should: the ledger's row of now.
  struct Totals {
    std::size_t particle_count = 0;
    double mass = 0;                                   ///< [kg]
    Point momentum{};                                  ///< [kg m/s]
    Point angular_momentum{};                          ///< about the origin [kg m^2/s]
    double kinetic_energy = 0;                         ///< [J]
    double elastic_energy = 0;                         ///< [J]
    double gravitational_energy = 0;                   ///< zero at the origin [J]
    double volume = 0;                                 ///< of the deformed particles [m^dimension]
    std::size_t emitted_count = 0, removed_count = 0;  ///< particles since the start
    std::size_t inserted_count = 0, merged_count = 0;  ///< the same, by resampling
    double boundary_work = 0;  ///< done by moving colliders, held regions and nozzles since the start [J]
    double load_work = 0;      ///< done by gravity and other forces since the start [J]
  };

  /// The step that would be taken now, and what sets it, in words.
  struct NextStep {
    double dt = 0;  ///< [s]
    std::string reason;
  };

  /// Reads, checks and fills the scene; the state is that of time zero.
  explicit World(const SceneSource& source);
  ~World();
  World(World&& other) noexcept;
  World& operator=(World&& other) noexcept;

  std::string name() const;   ///< of the scene: its file's name without folder and ending
  std::string title() const;  ///< as the scene gives it
  int dimension() const;      ///< 2 or 3
  double frame_rate() const;  ///< [1/s]
  int frame_count() const;    ///< frames after the initial one
  /// The scene in TOML with every default and override written out; reading it makes the same world.
  std::string resolved_scene() const;

  double time() const;  ///< [s]
  int frame() const;    ///< the last frame reached
  std::int64_t step_count() const;
  bool is_finished() const;  ///< the last frame of the scene is reached; stepping on is allowed

  NextStep next_step() const;
  /// One step, at most to the end of the current frame.
  void step();
  /// Steps until the next frame is reached; its time is an exact multiple of 1 / frame_rate.
  void advance_frame();

  std::vector<Body> bodies() const;
  /// A copy of the particles of a body, by its number in bodies().
  Particles particles(std::size_t body) const;
  /// What attribute() has for a body.
  std::vector<std::string> attribute_names(std::size_t body) const;
  /// An attribute of a body's particles, such as "J" or "pressure", in the order of particles(). One of
  /// several components has them side by side: its length is that of `ids` times their number.
  std::vector<double> attribute(std::size_t body, const std::string& name) const;
  Totals totals() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Where a run to files stands; see run_scene.
struct RunStatus {
  int frame = 0, frame_count = 0;
  std::int64_t step_count = 0;
  double time = 0;  ///< [s]
};

struct RunSettings {
  bool resume = false;     ///< go on from the newest checkpoint in the folder
  bool overwrite = false;  ///< start over in a folder that holds a run
  /// Called after every step; false stops the run, with a checkpoint to resume from.
  std::function<bool(const RunStatus&)> on_step;
  /// Called with one-line messages for the user.
  std::function<void(const std::string&)> on_message;
};

/// Runs a scene into a folder, as `froth run --out FOLDER` does: frames, ledger, checkpoints, report. True
/// where the scene has reached its end, now or in an earlier run; false where on_step stopped it.
bool run_scene(const SceneSource& source, const std::string& folder, const RunSettings& settings = {});

}  // namespace froth

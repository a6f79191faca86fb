// SPDX-License-Identifier: Apache-2.0
// A scene as the program understands it: validated, in SI units, with every default filled in.
// scene/read.h makes one from text; scene/build.h makes a Solver from one.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <froth/base/field.h>
#include <froth/base/values.h>
#include <froth/geometry/emitter.h>
#include <froth/geometry/motion.h>
#include <froth/geometry/shape.h>
#include <froth/io/run_view.h>
#include <froth/obstacles/obstacles.h>
#include <froth/scene/element_spec.h>
#include <froth/transfer/scheme.h>

namespace froth {

enum class Precision { Float, Double };
enum class Kernel { Quadratic, Cubic };
enum class Sampling { Lattice, Poisson };
enum class DiagnosticsRate { Frame, Step };

struct SolverSpec {
  std::string method = "explicit_mpm";  ///< a name of scene/solver_methods.h
  Values values;                        ///< all of [solver], in SI: what the method's builder reads
  double dt = 0;                        ///< [s]; 0 means automatic
  double max_dt = 0;                    ///< upper bound of an automatic step [s]; 0 means one frame
  int retries = 4;                      ///< how often a failed step is tried again, each time half as long

  // Of methods with a grid (scene/grid_keys.h); where there is none, the cell size is zero.
  double cell_size = 0;  ///< [m]
  TransferScheme transfer;
  std::string transfer_name;
  Kernel kernel = Kernel::Quadratic;
  GradientForm gradient = GradientForm::Mls;
  double cfl = 0.4;             ///< cells that a wave may cross in an automatic step [-]
  bool keeps_volume = true;     ///< of liquids, by the fill of the grid
  bool tight_colliders = true;  ///< particles stop at their surfaces
};

/// Periodic axes and walls. A wall is a half-space collider whose solid lies outside the box.
struct DomainSpec {
  Vec3<double> min{}, max{};  ///< [m]; meaningful on bounded and periodic axes
  bool is_bounded[3] = {false, false, false};
  bool is_periodic[3] = {false, false, false};
  bool are_walls_visible = true;
  ContactRule contact;
};

/// A material: its law's name, its density and the law's own checked values.
struct MaterialSpec {
  std::string name, model;
  double density = 0;  ///< [kg/m^3]
  Values law;          ///< keys of the law's schema, in SI
  Look look = {};
};

/// v(x) = constant + gradient * (x - center), or what an expression says.
struct VelocityField {
  Vec3<double> constant{}, center{};
  Mat3<double> gradient{};
  std::optional<VectorField> expression;  ///< of x [m/s]; in place of the others
};

/// How particles are kept evenly spread; lengths in units of half a cell.
struct ResamplingSpec {
  std::int64_t every_steps = 0;  ///< 0: not by steps
  double strain = 0;             ///< 0: not by strain
  double coverage = 0, depth = 0, merge_distance = 0;
  bool are_fields_from_grid = false;
  std::optional<double> thin_ratio;  ///< torn particles in thinner neighbourhoods are removed; else none
};

struct BodySpec {
  std::string name;
  std::string where;  ///< "file:line:column" of its shape or layer, for messages
  int material = 0;   ///< index into Scene::materials
  Shape shape;
  VelocityField velocity;
  double spacing = 0;             ///< distance between particles at rest [m]
  double particles_per_cell = 0;  ///< by that distance; 0 where the method has no cells
  double jitter = 0;
  std::optional<double> size_range;  ///< largest over smallest radius, in place of the solver's [-]
  Sampling sampling = Sampling::Lattice;
  std::optional<Vec3<double>> color;  ///< sRGB, 0 to 1
  std::optional<ResamplingSpec> resampling;
  bool takes_grid_volumes = false;  ///< rest volumes by the grid's density, not by the sampling
  double separation_ratio = 0;      ///< J^c in place of the material's own [-]; 0: the material's

  /// A layer is a body of its own: what lies so deep below the surface of the shape [m].
  double depth_from = 0, depth_to = std::numeric_limits<double>::infinity();
  int sampled_as = 0;                   ///< number of the body whose points it shares
  std::optional<Emitter> emitter;       ///< makes the body; the shape is where it does
  std::optional<ElementSpec> elements;  ///< between its particles, which are vertices then
};

/// A force beside gravity: on everything, or on the particles of some bodies or of a region.
struct ForceField {
  std::string name;
  VectorField acceleration{};         ///< of place and time [m/s^2]
  std::vector<std::size_t> bodies{};  ///< numbers of Scene::bodies; empty: all
  std::optional<Shape> region{};

  bool is_for_all() const { return bodies.empty() && !region; }
};

/// A force per area on a patch of a body's surface: on particles that start in the region and no deeper below
/// the surface.
struct Traction {
  std::string name;
  std::string where;                  ///< "file:line:column" of the region, for messages
  VectorField traction{};             ///< of place and time [Pa]
  std::vector<std::size_t> bodies{};  ///< a body and its layers
  Shape region{};
  double depth = 0;  ///< [m]
};

struct OutputSpec {
  std::vector<std::string> attributes;  ///< beyond id, position and velocity
  std::string attributes_where;         ///< "file:line:column", for messages
  std::vector<std::string> formats;     ///< of frames, beside PLY; names of io/point_format.h
  DiagnosticsRate diagnostics = DiagnosticsRate::Frame;
  MeshView mesh;  ///< off where the scene has no such table
};

/// From when on a run is warned of, and when it is stopped.
struct GuardSpec {
  bool is_on = true;
  double energy_warning = 0.2, energy_stop = 0.5;  ///< share of energy that nothing put in [-]
  double volume_warning = 20, volume_stop = 1000;  ///< factor by which J leaves the range of the start [-]
};

/// What a picture may be, in the scene and on the command line.
inline constexpr int kLeastPixels = 16, kMostPixels = 16384, kMostSamples = 65536;

struct CameraSpec {
  double time = 0;  ///< [s]
  Vec3<double> eye{}, target{};
  std::optional<double> field_of_view = {};  ///< [degrees]
};

struct RenderSpec {
  int width = 960, height = 540, samples = 32;
  std::string color_by = "body";  ///< "body", "speed" or an attribute
  std::optional<Vec3<double>> eye, target;
  double field_of_view = 35;   ///< vertical [degrees]
  bool ground = true;          ///< a floor under everything where no collider is one
  double particle_radius = 0;  ///< [m]; 0: 0.6 of the sampling distance of the body
  std::string light = "studio";
  double exposure = 0;  ///< in stops
  double shutter = 0;   ///< share of a frame's time that it is open
  int max_bounces = 6;  ///< of light between surfaces
  bool filter = true;   ///< takes noise out
  std::optional<Vec2<double>> color_range = {};
  std::string as = "auto", cut = {};
  double border = 0.05;
  std::vector<CameraSpec> camera = {};
};

struct Scene {
  std::string name;  ///< file name without folder and ending
  std::string title, source;
  int dimension = 3;
  Precision precision = Precision::Float;
  std::uint64_t seed = 1;
  Vec3<double> gravity{};             ///< [m/s^2]
  double gravity_ramp = 0;            ///< time over which it rises [s]
  double settle = 0;                  ///< it rises in the first half of this, and motion is damped [s]
  double end_time = 0;                ///< [s]
  double frame_rate = 0;              ///< [1/s]
  UnitSystem units = UnitSystem::Si;  ///< that it is written in
  SolverSpec solver;
  DomainSpec domain;
  std::vector<MaterialSpec> materials;
  std::vector<BodySpec> bodies;  ///< of the file with their layers, then those that emitters make
  Obstacles obstacles;
  std::vector<Look> collider_looks;  ///< of the first colliders; walls of the domain have none
  std::vector<ForceField> forces;
  std::vector<Traction> tractions;
  OutputSpec output;
  GuardSpec guard;
  RenderSpec render;

  /// The scene as run, in TOML, with defaults, quality and overrides written out; reading it repeats the run.
  std::string resolved_text;

  int frame_count() const;  ///< frames after the initial one; the last is at or just before end_time
};

}  // namespace froth

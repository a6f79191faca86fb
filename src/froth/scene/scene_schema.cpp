// SPDX-License-Identifier: Apache-2.0
// The tables of a scene file. Shapes and motions are in shape_schema.cpp, laws in materials/.
#include <froth/scene/scene_schema.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/io/point_format.h>
#include <froth/materials/law_list.h>
#include <froth/materials/presets.h>
#include <froth/scene/scene.h>
#include <froth/scene/solver_methods.h>

namespace froth {

namespace {

const Schema& general_schema() {
  static const Schema schema =
      Schema("scene", "What the scene is, and for how long it runs.")
          .text("title", "title of the scene, one line", "")
          .outside_physics()
          .text("source", "paper and figure that the scene reproduces", "")
          .outside_physics()
          .integer("dimension", "2 is plane strain of unit thickness", 3, range(2, 3))
          .choice("units", {"si", "cgs"}, "unit system of every number in the file", "si")
          .choice("precision", {"float", "double"}, "floating-point precision of the simulation", "float")
          .vector("gravity", unit::m_s2, "acceleration due to gravity; y points up",
                  std::vector{0.0, -9.81, 0.0})
          .real(
              "gravity_ramp", unit::s,
              "time over which gravity rises smoothly from zero, so that bodies do not ring as they take up "
              "their weight; 0: it acts at once",
              0.0, non_negative)
          .real("settle", unit::s,
                "lets bodies come to rest under their weight first: for so long all motion is damped at the "
                "rate "
                "20/settle, and gravity rises smoothly over the first half of it; give three periods of the "
                "slowest vibration or more",
                optional, positive)
          .excludes("gravity_ramp")
          .real("end_time", unit::s, "simulated time at which the run ends", required, positive)
          .outside_physics()
          .real("frame_rate", unit::hz, "frames written per second of simulated time", required, positive)
          .integer("seed", "seed of all random numbers; no run depends on the clock", 1, non_negative);
  return schema;
}

const Schema& domain_schema() {
  static const Schema schema =
      Schema("domain", "A box around everything; without it the scene is unbounded. Each wall is a collider.")
          .vector("min", unit::m, "lower corner", required)
          .vector("max", unit::m, "upper corner", required)
          .texts("periodic", {"x", "y", "z"},
                 "axes along which the scene repeats; on a grid their length is a multiple of four cells",
                 std::vector<std::string>{})
          .texts("walls", {"x", "y", "z"}, "axes closed by two walls; without it those that are not periodic",
                 optional)
          .table("contact", "what the walls do", &contact_schema, defaulted)
          .boolean("visible", "draw the walls in pictures", true)
          .outside_physics();
  return schema;
}

const Schema& material_schema() {
  static const Schema schema = [] {
    std::vector<Schema> laws;
    for (const LawInfo& law : law_infos()) {
      FROTH_CHECK(law.schema.name() == law.name, "law " + law.name + " has a schema of another name");
      laws.push_back(law.schema);
    }
    return Schema("materials", "A material: a law, its parameters and a density, by a name of your own.")
        .choice("preset", preset_names(),
                "named material that brings its law and numbers; keys given beside it override", optional)
        .variant("model", "law of the material; it brings its own keys; may be left out with a preset", laws)
        .real("density", unit::kg_m3, "mass per volume at rest", required, positive)
        .table("look", "how it looks in pictures; a preset brings its own", &look_schema, optional)
        .outside_physics();
  }();
  return schema;
}

const Schema& layer_schema() {
  static const Schema schema =
      Schema("layers", "A layer of another material below the surface of a body.")
          .text("material", "name of one of the materials", required)
          .real("thickness", unit::m, "depth of the layer", required, positive)
          .reals("color", unit::one, "sRGB color in pictures", optional, range(0, 1), 3)
          .outside_physics();
  return schema;
}

const Schema& resampling_schema() {
  static const Schema schema =
      Schema(
          "resampling",
          "Fills voids that open between particles under large deformation, and merges particles that come "
          "too close. Lengths count in r, half a cell. Layers of a body are resampled as one. Meant for "
          "bodies "
          "that start on a lattice of 4 particles per cell in 2D, 8 in 3D: fewer or jittered ones are filled "
          "up at the first time.")
          .boolean("enabled", "switches it on", true)
          .integer("every_steps",
                   "resample every so many steps, unless the body has hardly deformed since, by less than a "
                   "fifth of strain; 0: only by strain",
                   50, range(0, 1e9))
          .real("strain", unit::one,
                "resample as soon as the largest rate of deformation (of all but a thousandth of the "
                "particles), "
                "summed over time, reaches this; 0: only by steps. Voids of a body that is stretched twofold "
                "in "
                "between cannot be told from air any more",
                0.15, range(0, 0.5))
          .real("coverage", unit::one,
                "points further than this many r from every particle get a new one; the default is half the "
                "diagonal of a lattice cell and a little",
                by_dimension(std::sqrt(2.0) / 2 + 0.01, std::sqrt(3.0) / 2 + 0.01), range(0.5, 1))
          .real("depth", unit::one,
                "new particles are so many r below the surface, or deeper; distances are known to 4 r", 2.2,
                range(1, 3.5))
          .real("merge_distance", unit::one, "particles closer than this many r are merged; 0: never", 0.03,
                range(0, 0.5))
          .choice("new_fields", {"donors", "grid"},
                  "velocity and strain of a new particle: donors, the average over those that give it mass, "
                  "which "
                  "conserves momentum; grid, interpolated through the grid, which does not",
                  "donors")
          .boolean(
              "remove_thin",
              "removes, in every step, torn particles whose neighbourhood is thinner than the grid "
              "resolves: threads and sheets one particle wide, and lone points; their mass is counted in "
              "mass_removed",
              false)
          .real(
              "thin_ratio", unit::one,
              "smallest over largest variance of a neighbourhood below which it is thin; a thread of single "
              "particles has about 2e-5, two by two 0.3, the inside of a body nearly 1",
              1e-3, range(0, 0.2));
  return schema;
}

const Schema& body_schema() {
  static const Schema schema =
      Schema("bodies", "A piece of material: where it is and how it moves at the start.")
          .text("name", "for messages and output; without it body_0, body_1, ...", optional)
          .text("material", "name of one of the materials", required)
          .table("shape",
                 "region that is filled with particles; needed but by sheets and by strands with from and to",
                 &shape_schema, optional)
          .table("mesh", "triangles or tetrahedra that fill the shape, in place of loose particles",
                 &solid_mesh_schema, optional)
          .table("sheet", "cloth in place of a shape", &sheet_schema, optional)
          .only_3d("give strands")
          .excludes("mesh")
          .table("strands", "elastic rods in place of loose particles", &strands_schema, optional)
          .excludes("mesh")
          .excludes("sheet")
          .table("velocity", "velocity at the start; without it at rest", &velocity_schema, optional)
          .list("layers", "layers of other materials, from the surface inwards", &layer_schema, optional)
          .real("spacing", unit::m, "distance between particles, in place of the solver's", optional,
                positive)
          .excludes("particles_per_cell")
          .real("particles_per_cell", unit::one, "in place of the solver's", optional, Range{0, 1000, true})
          .real("size_range", unit::one,
                "largest over smallest radius of the body's particles, in place of the solver's", optional,
                range(1, 8))
          .real("jitter", unit::one, "in place of the solver's", optional, range(0, 1))
          .table("resampling", "fills voids between particles; without it never", &resampling_schema,
                 optional)
          .choice("sampling", {"lattice", "poisson"}, "in place of the solver's", optional)
          .choice(
              "rest_volumes", {"sampling", "grid_density"},
              "volume that a particle stands for: its share of the shape, or its mass over the density that "
              "the grid sees, which is too large at free surfaces",
              "sampling")
          .real("separation_ratio", unit::one,
                "volume ratio from which on particles may part, in schemes that part material (beta_max); "
                "without it the material's own, which for elastic solids is never",
                optional, positive)
          .reals("color", unit::one, "sRGB color in pictures", optional, range(0, 1), 3)
          .outside_physics();
  return schema;
}

const Schema& dynamic_schema() {
  static const Schema schema =
      Schema("dynamic",
             "Makes a collider a rigid body that moves by itself: gravity, material and other colliders push "
             "it, and it pushes them.")
          .real("density", unit::kg_m3, "mass over volume, from which mass and inertia follow", required,
                positive)
          .vector("velocity", unit::m_s, "at the start, of the centre of mass", std::vector{0.0, 0.0, 0.0})
          .vector("angular_velocity", unit::rad_s, "at the start; in the plane only the last counts",
                  std::vector{0.0, 0.0, 0.0})
          .real("friction", unit::one,
                "Coulomb coefficient against other colliders, whose own is for material; between two dynamic "
                "ones the mean counts",
                0.5, non_negative)
          .real("restitution", unit::one,
                "speed after over speed before an impact with another collider; between two dynamic ones the "
                "mean counts",
                0.0, range(0, 1));
  return schema;
}

const Schema& collider_schema() {
  static const Schema schema =
      Schema("colliders", "A rigid thing that material cannot enter.")
          .text("name", "for messages and output; without it collider_0, collider_1, ...", optional)
          .outside_physics()
          .table("shape", "region that is solid", &shape_schema, required)
          .table("contact", "what touching it does", &contact_schema, defaulted)
          .table("motion", "how it moves; without it never", &motion_schema, optional)
          .table("dynamic", "it moves by itself, with a mass; excludes motion and surface_velocity",
                 &dynamic_schema, optional)
          .vector(
              "surface_velocity", unit::m_s,
              "how the surface runs along the shape, as on a conveyor belt: in the frame of the collider at "
              "rest; only its part along the surface counts",
              std::vector{0.0, 0.0, 0.0})
          .may_vary(Variation::Time)
          .boolean("visible", "appears in pictures", true)
          .outside_physics()
          .reals("color", unit::one, "sRGB color in pictures", optional, range(0, 1), 3)
          .outside_physics()
          .table("look", "how it looks in pictures; without it matte", &look_schema, optional)
          .outside_physics();
  return schema;
}

const Schema& held_schema() {
  static const Schema schema =
      Schema("held",
             "A region whose material is held: it moves as the region does, like the jaws of a testing "
             "machine.")
          .text("name", "for messages; without it held_0, held_1, ...", optional)
          .outside_physics()
          .table("shape", "region that is held", &shape_schema, required)
          .table("motion", "how it moves; without it never", &motion_schema, optional)
          .real("start", unit::s, "time at which it takes hold", 0)
          .real("end", unit::s, "time at which it lets go; without it never", optional);
  return schema;
}

const Schema& emitter_schema() {
  static const Schema schema =
      Schema("emitters", "Makes new particles: a jet out of a nozzle, or a shape filled again and again.")
          .text("name", "for messages and output; without it emitter_0, emitter_1, ...", optional)
          .text("material", "name of one of the materials", required)
          .table("shape", "region that they come from", &shape_schema, required)
          .choice(
              "kind", {"flow", "fill"},
              "flow: an even jet leaves the shape at the velocity; fill: the whole shape is filled at once",
              "flow")
          .vector("velocity", unit::m_s, "velocity of new particles", std::vector{0.0, 0.0, 0.0})
          .real("start", unit::s, "time at which it begins", 0, non_negative)
          .real("end", unit::s, "time at which it stops; without it never", optional, positive)
          .real("every", unit::s, "time between two fillings; by default the shape is filled once", optional,
                positive)
          .integer("max_particles", "largest number of particles that it makes; unlimited by default",
                   optional, positive)
          .real("spacing", unit::m, "distance between particles, in place of the solver's", optional,
                positive)
          .excludes("particles_per_cell")
          .real("particles_per_cell", unit::one, "in place of the solver's", optional, Range{0, 1000, true})
          .real("jitter", unit::one, "in place of the solver's", optional, range(0, 1))
          .table("resampling", "fills voids between particles; without it never", &resampling_schema,
                 optional)
          .reals("color", unit::one, "sRGB color in pictures", optional, range(0, 1), 3)
          .outside_physics();
  return schema;
}

const Schema& kill_zone_schema() {
  static const Schema schema =
      Schema("kill_zones", "A region in which particles are removed.")
          .text("name", "for messages; without it kill_zone_0, kill_zone_1, ...", optional)
          .outside_physics()
          .table("shape", "the region", &shape_schema, required)
          .table("motion", "how it moves; without it never", &motion_schema, optional)
          .choice("removes", {"inside", "outside"}, "which particles go", "inside");
  return schema;
}

const Schema& output_schema() {
  static const Schema schema =
      Schema("output", "What is written.")
          .texts("attributes", {}, "particle attributes beyond id, position and velocity",
                 std::vector<std::string>{})
          .texts("formats", point_format_names(),
                 "files for other programs beside PLY: vdb for Houdini, vtp for ParaView, csv for tables",
                 std::vector<std::string>{})
          .outside_physics()
          .choice("diagnostics", {"frame", "step"}, "how often a row is added to the ledger", "frame")
          .table("mesh", "surfaces of bodies; without it none", &surface_schema, optional)
          .only_3d("there are no surfaces")
          .outside_physics();
  return schema;
}

const Schema& guard_schema() {
  static const Schema schema =
      Schema(
          "guard",
          "Stops a run that goes wrong. At every frame, and every 1000 steps in between, it looks for energy "
          "that no force, boundary or emitter put in, as a share of the largest energy so far and all work "
          "done (`energy_drift` of the ledger), and for particles whose volume is out of all proportion.")
          .boolean("enabled", "enables the guard", true)
          .real("energy_warning", unit::one, "share of created energy above which it warns, once", 0.2,
                Range{0, 1, true})
          .real("energy_stop", unit::one, "share of created energy above which the run stops; 1: never", 0.5,
                Range{0, 1, true})
          .real("volume_warning", unit::one,
                "factor by which a volume ratio J leaves its range at the start, up or down, above which it "
                "warns, once",
                20, Range{1, std::numeric_limits<double>::infinity(), true})
          .real("volume_stop", unit::one, "factor above which the run stops", 1000,
                Range{1, std::numeric_limits<double>::infinity(), true});
  return schema;
}

const Schema& render_schema() {
  static const Schema schema =
      Schema("render", "How pictures look; nothing here changes the simulation.")
          .integer("width", "width of the picture in pixels", 960, range(kLeastPixels, kMostPixels))
          .integer("height", "height of the picture in pixels", 540, range(kLeastPixels, kMostPixels))
          .integer("samples",
                   "largest number of light paths per pixel; pixels without visible noise take fewer", 32,
                   range(1, kMostSamples))
          .text("color_by", "\"body\", \"speed\" or a particle attribute", "body")
          .reals("color_range", unit::one,
                 "values of the first and the last colour, in SI; by default the range of most particles",
                 optional, anything, 2)
          .reals("eye", unit::m, "position of the camera, in 3D; 2D scenes are always framed whole", optional,
                 anything, 3)
          .reals("target", unit::m, "point that the camera looks at, in 3D", optional, anything, 3)
          .real("field_of_view", unit::deg, "vertical field of view of the camera", 35, Range{0, 170, true})
          .list("camera", "key frames of a moving camera", &camera_schema, optional)
          .excludes("eye")
          .excludes("target")
          .boolean("ground", "adds a ground plane if the scene has no floor", true)
          .real(
              "particle_radius", unit::m,
              "radius of the drawn spheres, and of strands that are thinner; 0: 0.6 of the distance between "
              "particles, and strands as thick as they are",
              0, non_negative)
          .choice(
              "light", {"studio", "sky", "dark"},
              "studio: soft lamps that follow the camera; sky: sun and sky; dark: the lamps of the studio "
              "before a dark backdrop, for films and glass",
              "studio")
          .real("exposure", unit::one, "exposure in stops; one more stop is twice as bright", 0,
                range(-20, 20))
          .real("shutter", unit::one,
                "share of the frame interval for which the shutter is open; 0: no motion blur", 0,
                range(0, 1))
          .integer("max_bounces", "largest number of reflections and refractions of a light path", 6,
                   range(0, 64))
          .boolean("filter", "removes the noise of few samples and keeps edges", true)
          .choice(
              "as", {"auto", "surface", "carried", "particles", "both", "cells"},
              "what bodies are drawn as; carried: the surface of the first frame, moved with its "
              "particles; cells: every particle as a bubble with films, in 3D; auto: particles in 2D and for "
              "grains, surfaces otherwise",
              "auto")
          .real("border", unit::one,
                "radius of the rims in which films of bubbles meet, over that of a mean bubble; 0: none",
                0.05, range(0, 0.5))
          .text("cut",
                "plane beyond which everything but floors is cut away, as in \"z>0.1\" or \"1,0,1>0.1\" [m]; "
                "\"\": none",
                "");
  return schema;
}

const Schema& quality_schema() {
  static const Schema schema =
      Schema("quality",
             "Changes to the scene for a level of quality, chosen on the command line: any part of a scene, "
             "merged "
             "over it. Elements of lists are named by number, as in `bodies.0.particles_per_cell = 4`.")
          .table("smoke",
                 "at most 10 seconds; what tests run. Pictures have half the scene's width and height and at "
                 "most "
                 "6 samples, unless this table says otherwise",
                 &scene_schema, optional)
          .table("draft", "at most 5 minutes on two cores", &scene_schema, optional)
          .table("figure", "at most 30 minutes; for published measurements", &scene_schema, optional)
          .table("paper", "the numbers of the paper", &scene_schema, optional);
  return schema;
}

}  // namespace

const Schema& contact_schema() {
  static const Schema schema =
      Schema("contact", "What a collider does to material that touches it.")
          .choice("kind", {"sticky", "slip", "separating"},
                  "sticky: moves with the collider; slip: slides along it and never leaves; separating: "
                  "slides with "
                  "friction and may leave",
                  "separating")
          .real("friction", unit::one, "Coulomb coefficient, for separating contact only", 0, non_negative)
          .boolean(
              "on_particles",
              "also acts on every particle inside, not on the grid only; for schemes that carry particles "
              "with a velocity of their own (nflip)",
              false);
  return schema;
}

const Schema& scene_schema() {
  static const Schema schema =
      Schema("file", "A scene is one TOML file with these tables.")
          .table("scene", "what the scene is", &general_schema, required)
          .table("solver", "how it is solved", &solver_schema, required)
          .table("domain", "a box around everything", &domain_schema, optional)
          .map("materials", "material", "materials by name", &material_schema, required)
          .list("bodies", "pieces of material", &body_schema, optional)
          .list("emitters", "where new material comes from", &emitter_schema, optional)
          .list("colliders", "rigid things", &collider_schema, optional)
          .list("held", "regions whose material is held", &held_schema, optional)
          .list("kill_zones", "where material goes", &kill_zone_schema, optional)
          .list("forces", "forces beside gravity", &force_schema, optional)
          .list("tractions", "forces per area on surfaces of bodies", &traction_schema, optional)
          .formulas("definitions", "expressions that others of the scene use by name", optional)
          .table("output", "what is written", &output_schema, defaulted)
          .table("guard", "when a run that goes wrong is stopped", &guard_schema, defaulted)
          .outside_physics()
          .table("render", "how pictures look", &render_schema, defaulted)
          .outside_physics()
          .table("quality", "levels of quality", &quality_schema, optional);
  return schema;
}

}  // namespace froth

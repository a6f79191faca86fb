// SPDX-License-Identifier: Apache-2.0
// The table output.mesh.
#include <froth/io/mesh_format.h>
#include <froth/scene/scene_schema.h>

namespace froth {

const Schema& surface_schema() {
  static const Schema schema =
      Schema("mesh",
             "Surfaces of bodies, made at every frame while the scene runs; the ledger then has their volume "
             "and "
             "area (skin_volume, skin_area). `froth mesh` takes its defaults from here.")
          .boolean("enabled", "switches it on", true)
          .texts("formats", mesh_format_names(),
                 "files to write: ply, obj and glb are meshes, vdb level sets, fog densities (.vdb), vtu "
                 "polyhedra of "
                 "cells",
                 std::vector<std::string>{"ply"})
          .choice(
              "method", {"auto", "level_set", "anisotropic", "spheres", "carried", "cells"},
              "level_set: smooth, between two unions of spheres; anisotropic: kernels stretched along the "
              "surface; spheres: the plain union; carried: the surface of the first frame, moved with its "
              "particles; cells: every particle as a bubble with films (ply, obj, vtu); auto: anisotropic "
              "for "
              "liquids, level_set for the rest",
              "auto")
          .real("voxel", unit::one, "edge of the voxels, in distances between particles", 0.5,
                Range{0, 10, true})
          .real("smoothing", unit::one,
                "how long a surface by level_set is smoothed, over the default; 0: not at all; the other "
                "methods "
                "take no notice",
                1, range(0, 100))
          .real("adaptivity", unit::one,
                "0: all triangles are small; 1: large ones where the surface is flat", 0, range(0, 1))
          .texts(
              "join", {},
              "bodies that share a surface, with commas between their names, as in \"cream, jam\"; \"all\" "
              "joins all",
              std::vector<std::string>{})
          .texts("attributes", {},
                 "attributes of the frames that vertices carry beside velocity and color; those of "
                 "output.attributes, and radius",
                 std::vector<std::string>{})
          .text("cut",
                "plane beyond which the surface is cut away, as in \"z>0.1\" or \"1,0,1>0.1\"; \"\": none",
                "");
  return schema;
}

}  // namespace froth

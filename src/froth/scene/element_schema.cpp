// SPDX-License-Identifier: Apache-2.0
// Keys of meshes, sheets and strands.
#include <froth/scene/scene_schema.h>

namespace froth {

namespace {

Schema& with_integration(Schema& schema) {
  return schema.choice(
      "integration", {"newton", "newton_kept", "explicit"},
      "newton: every body takes an implicit step of its own, whose change of momentum goes to "
      "the grid; newton_kept: vertices keep the change of velocity and carry it to the grid; explicit: "
      "forces at the start of the step, which limit it; of explicit_mpm: "
      "implicit_mpm solves for all forces together",
      "newton");
}

Schema& with_start(Schema& schema) {
  return schema
      .vector("start_map", unit::m,
              "where vertices start, as expressions of where they are at rest; without it they start at rest",
              optional)
      .may_vary(Variation::Space)
      .file("rest_file",
            "file with the vertices at rest, and the same elements as file, which then is the start",
            optional)
      .integer("pieces",
               "pieces that the body is broken into from the start, of elements nearest to as many places "
               "drawn by scene.seed; nothing but the grid holds them together",
               1, range(1, 1000000))
      .real("gap", unit::m,
            "width of the cracks between pieces at the start, at most a fifth of an edge; the wider, the "
            "sooner "
            "they part",
            optional, positive);
}

}  // namespace

const Schema& solid_mesh_schema() {
  static const Schema schema = [] {
    Schema keys("mesh",
                "Fills the body's shape with triangles (2D) or tetrahedra (3D), whose corners the "
                "particles are.");
    keys.real("edge_length", unit::m, "edge of the squares or cubes that are cut into elements", optional,
              positive)
        .file("file",
              "Gmsh (.msh) or VTK (.vtk) file of tetrahedra, in 2D of triangles, in place of the shape",
              optional)
        .real("scale", unit::m, "length of one unit of the file", 1, positive);
    return with_integration(with_start(keys));
  }();
  return schema;
}

const Schema& sheet_schema() {
  static const Schema schema = [] {
    Schema keys("sheet",
                "Cloth: membrane triangles that also resist bending; 3D only. A rectangle, or the "
                "surface in a file.");
    keys.real("thickness", unit::m, "thickness of the cloth", required, positive)
        .real("edge_length", unit::m, "edge of the triangles of a rectangle", optional, positive)
        .vector("corner", unit::m, "a corner of the rectangle", optional)
        .vector("side_u", unit::m, "from the corner along one side", optional)
        .vector("side_v", unit::m, "and along the other", optional)
        .file("file", "OBJ, PLY or STL file in place of the rectangle", optional)
        .real("scale", unit::m, "length of one unit of the file", 1, positive)
        .real("bending_factor", unit::one, "bending stiffness over that of a plate of this thickness", 1,
              non_negative);
    return with_integration(with_start(keys));
  }();
  return schema;
}

const Schema& strands_schema() {
  static const Schema schema = [] {
    Schema keys("strands",
                "Elastic rods: one from a point to another with copies of it, or many that grow from "
                "points of the body's shape.");
    keys.real("radius", unit::m, "radius of the section; in 2D half the width of a strip", required, positive)
        .integer("segments", "edges of a strand", 10, range(1, 100000))
        .vector("from", unit::m, "start of a single strand, with to", optional)
        .vector("to", unit::m, "its end", optional)
        .integer("copies", "how many of it", 1, range(1, 1000000))
        .vector("copy_step", unit::m, "from one copy to the next", optional)
        .real("gap", unit::m, "distance between roots in the shape", optional, positive)
        .real("length", unit::m, "length of a strand, by the place of its root; where it is 0 none grows",
              optional, non_negative)
        .may_vary(Variation::Space)
        .vector("direction", unit::one, "in which they grow; without it away from the shape's surface",
                optional)
        .real("curl_radius", unit::m, "radius of curls, in which strands are at rest", 0, non_negative)
        .real("curl_pitch", unit::m, "length of strand per curl", 0, non_negative);
    return with_integration(keys);
  }();
  return schema;
}

}  // namespace froth

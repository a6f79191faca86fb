// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/solid_schema.h>

#include <froth/scene/scene_schema.h>

namespace froth {

const Schema& rounded_box_schema() {
  static const Schema schema =
      Schema("rounded_box", "Axis-aligned box with rounded edges, by its corners or by center and size.")
          .vector("min", unit::m, "lower corner, with max", optional)
          .vector("max", unit::m, "upper corner, with min", optional)
          .vector("center", unit::m, "center, with size", optional)
          .vector("size", unit::m, "edge lengths, with center", optional)
          .real("rounding", unit::m, "radius of the edges, at most half the shortest side", required,
                positive);
  return schema;
}

const Schema& ellipsoid_schema() {
  static const Schema schema = Schema("ellipsoid", "Ellipsoid along the axes; an ellipse in 2D.")
                                   .vector("center", unit::m, "center", required)
                                   .vector("radii", unit::m, "half lengths along the axes", required);
  return schema;
}

const Schema& cone_schema() {
  static const Schema schema =
      Schema("cone", "Round cone, or a part of one where top_radius is not zero.")
          .vector("base", unit::m, "center of the base", required)
          .vector("axis", unit::one, "direction from the base to the top, of any length", required)
          .real("radius", unit::m, "radius of the base", required, positive)
          .real("top_radius", unit::m, "radius of the top; 0 is a tip", 0, non_negative)
          .real("height", unit::m, "length along the axis", required, positive);
  return schema;
}

const Schema& torus_schema() {
  static const Schema schema =
      Schema("torus", "Ring: a round tube whose middle is a circle.")
          .vector("center", unit::m, "center of the circle", required)
          .vector("axis", unit::one, "direction that the circle turns about, of any length", required)
          .real("major_radius", unit::m, "radius of the circle", required, positive)
          .real("minor_radius", unit::m, "radius of the tube, at most the circle's", required, positive);
  return schema;
}

const Schema& polygon_schema() {
  static const Schema schema =
      Schema("polygon", "Polygon that does not cross itself; 2D only, in 3D use extrusion.")
          .points("points", unit::m, "corners in order around it, either way; at least three", required);
  return schema;
}

const Schema& extrusion_schema() {
  static const Schema schema =
      Schema("extrusion", "Polygon of the plane z = 0 drawn out along z; a transform puts it elsewhere.")
          .points("points", unit::m, "x and y of the corners in order around it, either way; at least three",
                  required)
          .real("height", unit::m, "length along z, from 0 on", required, positive);
  return schema;
}

const Schema& mesh_schema() {
  static const Schema schema =
      Schema("mesh",
             "Closed surface of triangles from a file, sampled as a distance on an array; details finer than "
             "a sample are lost.")
          .file("file", "OBJ, PLY or STL file, its path relative to the scene file", required)
          .real("scale", unit::m, "length of one unit of the file", 1, positive)
          .integer("resolution", "samples along the longest side", 128, range(8, 256));
  return schema;
}

const Schema& smooth_union_schema() {
  static const Schema schema =
      Schema("smooth_union", "Shapes grown together, in their order.")
          .list("shapes", "parts", &shape_schema, required)
          .real("radius", unit::m, "distance below which parts blend; the seam gains at most a quarter of it",
                required, positive);
  return schema;
}

const Schema& shell_schema() {
  static const Schema schema =
      Schema("shell", "A shape hollowed out.")
          .table("shape", "outer form", &shape_schema, required)
          .real("thickness", unit::m, "of the wall, inward from the surface", required, positive);
  return schema;
}

const Schema& repetition_schema() {
  static const Schema schema =
      Schema("repetition", "Copies of a shape in rows; at most 4096.")
          .table("shape", "the first copy", &shape_schema, required)
          .vector("count", unit::one, "whole number of copies along each axis", required)
          .vector("spacing", unit::m, "distance of copies along each axis; any where the count is 1",
                  required);
  return schema;
}

}  // namespace froth

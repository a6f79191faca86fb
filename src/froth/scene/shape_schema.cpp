// SPDX-License-Identifier: Apache-2.0
// Keys of shapes, starting velocities and motions; those of the longer list of shapes are in
// solid_schema.cpp.
#include <froth/geometry/motion.h>
#include <froth/scene/scene_schema.h>
#include <froth/scene/solid_schema.h>

namespace froth {

namespace {

const char* const kTurnsAboutZ = "a planar scene turns about z, so remove it";

const Schema& box_schema() {
  static const Schema schema = Schema("box", "Axis-aligned box, by its corners or by center and size.")
                                   .vector("min", unit::m, "lower corner, with max", optional)
                                   .vector("max", unit::m, "upper corner, with min", optional)
                                   .vector("center", unit::m, "center, with size", optional)
                                   .vector("size", unit::m, "edge lengths, with center", optional);
  return schema;
}

const Schema& sphere_schema() {
  static const Schema schema = Schema("sphere", "Ball; a disc in 2D.")
                                   .vector("center", unit::m, "center", required)
                                   .real("radius", unit::m, "radius", required, positive);
  return schema;
}

const Schema& cylinder_schema() {
  static const Schema schema =
      Schema("cylinder", "Round cylinder with flat ends.")
          .vector("base", unit::m, "center of the lower end", required)
          .vector("axis", unit::one, "direction of the axis, of any length", required)
          .real("radius", unit::m, "radius", required, positive)
          .real("height", unit::m, "length along the axis", required, positive);
  return schema;
}

const Schema& capsule_schema() {
  static const Schema schema = Schema("capsule", "All points within a radius of a segment.")
                                   .vector("from", unit::m, "one end of the segment", required)
                                   .vector("to", unit::m, "other end of the segment", required)
                                   .real("radius", unit::m, "radius", required, positive);
  return schema;
}

const Schema& half_space_schema() {
  static const Schema schema =
      Schema("half_space", "Everything on one side of a plane.")
          .vector("point", unit::m, "a point of the plane", required)
          .vector("normal", unit::one, "points out of the solid, of any length", required);
  return schema;
}

const Schema& rotate_schema() {
  static const Schema schema = Schema("rotate", "A turn about an axis through the origin.")
                                   .vector("axis", unit::one, "axis, of any length", required)
                                   .only_3d(kTurnsAboutZ)
                                   .real("angle", unit::deg, "angle, by the right hand", required);
  return schema;
}

const Schema& transform_schema() {
  static const Schema schema =
      Schema("transform", "Moves a shape: first scaled, then turned, both about the origin, then translated.")
          .real("scale", unit::one, "factor", 1, positive)
          .table("rotate", "turn", &rotate_schema, optional)
          .vector("translate", unit::m, "displacement", std::vector{0.0, 0.0, 0.0});
  return schema;
}

const Schema& rotating_schema() {
  static const Schema schema =
      Schema("rotating", "Rigid rotation, and optionally a constant velocity on top.")
          .vector("center", unit::m, "a point of the axis", required)
          .vector("axis", unit::one, "axis, of any length", required)
          .only_3d(kTurnsAboutZ)
          .real("rate", unit::rad_s, "angular velocity, by the right hand", required)
          .vector("constant", unit::m_s, "velocity of the center", optional);
  return schema;
}

const Schema& affine_schema() {
  static const Schema schema =
      Schema("affine", "constant + gradient (x - center).")
          .vector("center", unit::m, "point that moves at the constant velocity", required)
          .matrix("gradient", unit::hz, "velocity gradient, row by row", required)
          .vector("constant", unit::m_s, "velocity of the center", optional);
  return schema;
}

const Schema& keyframe_schema() {
  static const Schema schema =
      Schema("keyframes",
             "Where the collider is at a time; held before the first and after "
             "the last.")
          .real("time", unit::s, "time; keyframes are in order of time", required)
          .vector("shift", unit::m, "displacement from rest", std::vector{0.0, 0.0, 0.0})
          .real("angle", unit::deg, "turn about the motion's axis", 0)
          .choice("easing", interpolation_names(),
                  "way to the next keyframe; without it the motion's interpolation", optional);
  return schema;
}

const Schema& oscillation_schema() {
  static const Schema schema =
      Schema("oscillation", "amplitude * sin(2 pi (frequency * time + phase)), a displacement.")
          .vector("amplitude", unit::m, "direction and size", required)
          .real("frequency", unit::hz, "cycles per second", required, non_negative)
          .real("phase", unit::one, "part of a cycle by which it is ahead", 0);
  return schema;
}

const Schema& spin_schema() {
  static const Schema schema =
      Schema("spin", "Turning at a constant rate about the motion's axis.")
          .real("rate", unit::rad_s, "angular velocity, by the right hand", required)
          .real("start", unit::s, "time at which it begins", 0)
          .real("end", unit::s, "time at which it stops; without it never", optional);
  return schema;
}

}  // namespace

const Schema& shape_schema() {
  static const Schema schema =
      Schema("shape", "A region of space: exactly one of the shapes below, and optionally a transform.")
          .table("box", "axis-aligned box", &box_schema, alternative)
          .table("sphere", "ball; a disc in 2D", &sphere_schema, alternative)
          .table("cylinder", "round cylinder", &cylinder_schema, alternative)
          .only_3d("use a box or a capsule")
          .table("capsule", "segment with a radius", &capsule_schema, alternative)
          .table("half_space", "one side of a plane", &half_space_schema, alternative)
          .table("rounded_box", "box with rounded edges", &rounded_box_schema, alternative)
          .table("ellipsoid", "ellipsoid; an ellipse in 2D", &ellipsoid_schema, alternative)
          .table("cone", "round cone, whole or cut", &cone_schema, alternative)
          .only_3d("use a polygon")
          .table("torus", "ring", &torus_schema, alternative)
          .only_3d("use a difference of spheres")
          .table("polygon", "polygon, 2D only", &polygon_schema, alternative)
          .table("extrusion", "polygon drawn out", &extrusion_schema, alternative)
          .only_3d("use a polygon")
          .table("mesh", "closed surface from a file", &mesh_schema, alternative)
          .only_3d("use a polygon")
          .list("union", "all of these shapes together", &shape_schema, alternative)
          .list("difference", "the first shape without the others", &shape_schema, alternative)
          .list("intersection", "what these shapes have in common", &shape_schema, alternative)
          .table("smooth_union", "shapes grown together", &smooth_union_schema, alternative)
          .table("shell", "a shape hollowed out", &shell_schema, alternative)
          .table("repetition", "copies in rows", &repetition_schema, alternative)
          .table("transform", "scale, turn and move the shape", &transform_schema, optional);
  return schema;
}

const Schema& velocity_schema() {
  static const Schema schema = Schema("velocity", "Velocity at the start: exactly one of these.")
                                   .vector("constant", unit::m_s, "the same everywhere", alternative)
                                   .table("rotating", "rigid rotation", &rotating_schema, alternative)
                                   .table("affine", "linear in space", &affine_schema, alternative)
                                   .vector("expression", unit::m_s, "any function of place", alternative)
                                   .may_vary(Variation::Space);
  return schema;
}

const Schema& motion_schema() {
  static const Schema schema =
      Schema("motion", "Rigid motion of a collider; its parts add up.")
          .vector("pivot", unit::m, "center of turning, at rest", std::vector{0.0, 0.0, 0.0})
          .vector("axis", unit::one, "axis of turning, of any length; without it z", optional)
          .only_3d(kTurnsAboutZ)
          .list("keyframes", "places at times", &keyframe_schema, optional)
          .choice(
              "interpolation", interpolation_names(),
              "between keyframes: linear: at a constant rate; smooth: from rest to rest; ease_in: from rest; "
              "ease_out: to rest; hold: waits, then jumps",
              "linear")
          .vector("shift", unit::m, "displacement from rest as a function of time",
                  std::vector{0.0, 0.0, 0.0})
          .may_vary(Variation::Time)
          .real("angle", unit::deg, "turn about the axis as a function of time", 0)
          .may_vary(Variation::Time)
          .table("oscillation", "swing to and fro", &oscillation_schema, optional)
          .table("spin", "turn at a constant rate", &spin_schema, optional);
  return schema;
}

}  // namespace froth

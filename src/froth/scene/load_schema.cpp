// SPDX-License-Identifier: Apache-2.0
// Scene keys of forces and tractions.
#include <froth/scene/scene_schema.h>

namespace froth {

const Schema& force_schema() {
  static const Schema schema =
      Schema("forces",
             "A force per mass, beside gravity: on everything, or on the particles of some bodies or of a "
             "region. All of them add up.")
          .text("name", "for messages; without it force_0, force_1, ...", optional)
          .outside_physics()
          .vector(
              "acceleration", unit::m_s2,
              "what a free particle would feel. A force on everything is asked for at grid nodes, also at "
              "those a cell or two outside of bodies, so that an expression must have a value there; one "
              "on bodies or a region at their particles",
              required)
          .may_vary(Variation::SpaceTime)
          .texts("bodies", {},
                 "names of the bodies and emitters it acts on, each with its layers; without it on all",
                 optional)
          .table("region", "where it acts: on particles that are in it at the time; without it everywhere",
                 &shape_schema, optional);
  return schema;
}

const Schema& traction_schema() {
  static const Schema schema =
      Schema(
          "tractions",
          "A force per area on a patch of a body's surface, of fixed direction. Particles of the body that "
          "start in the region, no deeper below the surface than the depth, carry it from then on, wherever "
          "they go: each the force traction * volume / depth, by its volume at rest. In all that is traction "
          "times the volume of their layer over its depth, which is the area where the patch is flat. At the "
          "edge of a face let the region end at the depth, so that it holds nothing of the next face.")
          .text("name", "for messages; without it traction_0, traction_1, ...", optional)
          .outside_physics()
          .text("body", "name of the body, with its layers", required)
          .table("region", "which part of the surface it is", &shape_schema, required)
          .vector("traction", unit::Pa, "force per area; negative along the outward normal is a pressure",
                  required)
          .may_vary(Variation::SpaceTime)
          .real(
              "depth", unit::m,
              "thickness of the layer of particles that carries it: a multiple of the distance between them; "
              "without it a cell, or twice that distance where there are no cells",
              optional, positive);
  return schema;
}

}  // namespace froth

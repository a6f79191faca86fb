// SPDX-License-Identifier: Apache-2.0
// The table `look` of materials and colliders: its keys, and what it becomes.
#include <froth/scene/make_parts.h>
#include <froth/scene/scene_schema.h>

namespace froth {

namespace {
constexpr double kMetalRoughness = 0.25;  // brushed; duller ones do not read as metal
}

const Schema& look_schema() {
  static const Schema schema =
      Schema("look", "What a thing looks like in pictures; nothing here changes the simulation.")
          .choice("kind", look_kind_names(),
                  "matte: clay, plaster; glossy: the same under a clear coat; soft: light enters and leaves "
                  "elsewhere, as in foam; clear: refracts and absorbs; grains: single grains whose shade "
                  "varies; metal; wood: with rings",
                  optional)
          .reals(
              "color", unit::one,
              "sRGB color, before which that of a body or collider itself counts; of clear things: what is "
              "left of white light after the depth",
              optional, range(0, 1), 3)
          .real("roughness", unit::one,
                "of what the surface mirrors; 0: a polished one. Without it 0.5, of metal 0.25", optional,
                range(0, 1))
          .real("index", unit::one, "index of refraction", optional, range(1, 4))
          .real("depth", unit::m, "how far light goes in soft and clear things; 0: chosen by their size",
                optional, non_negative)
          .real("variation", unit::one, "of the shade from grain to grain", optional, range(0, 1))
          .real(
              "body_variation", unit::one,
              "of the shade from body to body of this material, for those without a color of their own; the "
              "first has the color as it is",
              optional, range(0, 1))
          .real("angularity", unit::one,
                "of grains; 0: balls, all of one size; 1: with faces and of many sizes", optional,
                range(0, 1))
          .real("pores", unit::m, "size of the largest bubbles that open at the surface; 0: none", optional,
                non_negative);
  return schema;
}

Look make_look(const Values& owner, Look look) {
  if (!owner.has("look")) return look;
  const Values& values = owner.table("look");
  if (values.has("kind")) look.kind = look_kind(values.text("kind"));
  if (look.kind == LookKind::Metal) look.roughness = kMetalRoughness;
  if (values.has("color")) look.color = values.vector("color");
  const auto take = [&](const char* key, double& to) {
    if (values.has(key)) to = values.real(key);
  };
  take("roughness", look.roughness);
  take("index", look.index);
  take("depth", look.depth);
  take("variation", look.variation);
  take("body_variation", look.body_variation);
  take("angularity", look.angularity);
  take("pores", look.pores);
  return look;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The table `look` of materials and colliders: its keys, and what it becomes.
#include <froth/scene/make_parts.h>
#include <froth/scene/scene_schema.h>

namespace froth {

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
          .real("roughness", unit::one, "of what the surface mirrors; 0: a polished one", optional,
                range(0, 1))
          .real("index", unit::one, "index of refraction", optional, range(1, 4))
          .real("depth", unit::m, "how far light goes in soft and clear things; 0: chosen by their size",
                optional, non_negative)
          .real("variation", unit::one, "of the shade from grain to grain", optional, range(0, 1));
  return schema;
}

Look make_look(const Values& owner, Look look) {
  if (!owner.has("look")) return look;
  const Values& values = owner.table("look");
  if (values.has("kind")) look.kind = look_kind(values.text("kind"));
  if (values.has("color")) look.color = values.vector("color");
  const auto take = [&](const char* key, double& to) {
    if (values.has(key)) to = values.real(key);
  };
  take("roughness", look.roughness);
  take("index", look.index);
  take("depth", look.depth);
  take("variation", look.variation);
  return look;
}

}  // namespace froth

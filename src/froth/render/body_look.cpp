// SPDX-License-Identifier: Apache-2.0
#include <froth/render/body_look.h>

#include <fmt/format.h>

#include <froth/render/colormap.h>

namespace froth {

Vec3<float> color_of_body(const RunView& run, std::size_t body) {
  if (body < run.bodies.size()) {
    const BodyLook& own = run.bodies[body];
    if (own.color) return srgb_to_linear(*own.color);
    if (own.look.color) return srgb_to_linear(*own.look.color);
  }
  return body_color(static_cast<int>(body));
}

Look look_of_body(const RunView& run, std::size_t body, const Coloring& coloring) {
  return coloring.is_by_body() && body < run.bodies.size() ? run.bodies[body].look : Look{};
}

std::string text_of(const Look& look) {
  std::string text = fmt::format("{} {} {} {} {} {} {}", name_of(look.kind), look.roughness, look.index,
                                 look.depth, look.variation, look.angularity, look.pores);
  if (look.color) text += fmt::format(" ({}, {}, {})", (*look.color)[0], (*look.color)[1], (*look.color)[2]);
  return text;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Colours and looks of the bodies of a run.
#pragma once

#include <string>

#include <froth/io/run_view.h>
#include <froth/render/color_scale.h>

namespace froth {

/// What points and vertices are coloured by: "body", "speed" or a property of the frames, and the range of
/// its values.
struct Coloring {
  std::string by = "body";
  ScalarRange range = {};

  bool is_by_body() const { return by == "body"; }
};

/// Linear colour of a body: its own, that of its look, or one of the palette.
Vec3<float> color_of_body(const RunView& run, std::size_t body);

/// The look of a body; matte where colours stand for numbers, which a clear or a shiny one would not show.
Look look_of_body(const RunView& run, std::size_t body, const Coloring& coloring);

/// All of a look in words, for records of how pictures were drawn.
std::string text_of(const Look& look);

}  // namespace froth

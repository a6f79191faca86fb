// SPDX-License-Identifier: Apache-2.0
// The words of `froth render`.
#include <CLI/CLI.hpp>

#include <froth/scene/scene.h>

#include "help_format.h"
#include "render_options.h"

namespace froth::cli {

void add_render(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("render", "draw pictures and movies of runs");
  auto command = std::make_shared<RenderCommand>();
  app->add_option("RUN", command->runs, "output folders of runs")->required();
  app->add_option("--frame", command->frames, "only these frames, as in 3,7; may be given several times")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--color-by", command->color_by, "body, speed, or an attribute of the frames");
  app->add_option("--range", command->range,
                  "values of the first and the last colour (default: most of them)")
      ->type_name("A:B");
  app->add_option("--as", command->as,
                  "surface, carried, particles, both, or cells: bubbles with films (default: what suits each "
                  "body)");
  app->add_option("--cut", command->cut, "cut away what is beyond a plane, as in --cut z=0.1 (above 0.1 m)")
      ->type_name("PLANE");
  app->add_option("--positions", command->positions,
                  "world, or an attribute of three components to draw particles at, such as embedded");
  app->add_option("--eye", command->eye,
                  "place of the camera, in the scene's unit of length; auto: so that all is in view")
      ->type_name("X,Y,Z");
  app->add_option("--target", command->target, "point that the camera looks at")->type_name("X,Y,Z");
  app->add_option("--fov", command->fov, "vertical opening of the camera [degrees]")->type_name("ANGLE");
  app->add_option("--set", command->sets, "another value of a key of render, as in --set render.ground=false")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--turntable", command->turntable,
                  "this many pictures around one frame, and a movie of them (default: 36; the last frame)")
      ->expected(0, 1)
      ->default_str("36")
      ->type_name("[N]")
      ->check(whole_number(2, 100000));
  app->add_option("--width", command->width, "pixels")->check(whole_number(kLeastPixels, kMostPixels));
  app->add_option("--height", command->height, "pixels")->check(whole_number(kLeastPixels, kMostPixels));
  app->add_option("--samples", command->samples, "rays per pixel")->check(whole_number(1, kMostSamples));
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--no-filter", command->has_no_filter, "leave the noise of few samples as it is");
  app->add_flag("--redo", command->redo, "draw again even what would come out the same");
  app->add_flag("--movie", command->movie, "also make an MP4 movie (needs ffmpeg)");
  auto* label = app->add_flag("--label", command->labels,
                              "write the run's title onto its pictures, or a text of your own: --label=TEXT");
  label->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_flag("--time", command->time, "write the time onto the pictures");
  auto* beside = app->add_flag("--side-by-side", command->side_by_side, "join several runs into one picture");
  auto* same = app->add_flag("--same-view", command->same_view,
                             "one camera and one range of colours for all runs (default: side by side)");
  app->add_flag("--own-views", command->own_views, "a camera and a range of colours for each run")
      ->excludes(same);
  app->add_option("--out", command->out, "folder of joined pictures (default: beside the first run)")
      ->needs(beside);
  app->add_flag("--overwrite", command->overwrite, "replace joined pictures that are there")->needs(beside);
  app->add_flag("--quiet", command->quiet, "no progress bar");
  app->callback([=, &code] { code = render_command(*command); });
}

}  // namespace froth::cli

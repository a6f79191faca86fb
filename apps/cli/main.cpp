// SPDX-License-Identifier: Apache-2.0
// The command line: what each word means and where it goes. Exit codes: 0 fine, 1 a row of verify failed, 2
// wrong input, 3 the simulation cannot go on, 4 the machine failed, 70 a fault of ours, 130 stopped by the
// user.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/scene/help.h>
#include <froth/scene/scene.h>
#include <froth/version.h>

#include "commands.h"
#include "completion.h"
#include "explain_parse_error.h"
#include "help_format.h"
#include "render_options.h"

namespace froth::cli {

namespace {

void add_scene_options(CLI::App& app, SceneChoice& choice, bool needs_scene) {
  auto* scene =
      app.add_option("SCENE", choice.scene, "scene file, or the name of a scene that comes with froth");
  if (needs_scene) scene->required();
  app.add_option("--set", choice.overrides, "override a key of the scene, as in --set solver.cell_size=0.01")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--quality", choice.quality, "smoke, draft, figure or paper, as far as the scene has them");
  app.add_option("--frames", choice.frames, "this many frames, fewer or more than the scene's end_time gives")
      ->check(whole_number(1, 1000000));
}

void add_run(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("run", "simulate a scene; without one, the default scene, and render it");
  auto command = std::make_shared<RunCommand>();
  add_scene_options(*app, command->choice, false);
  app->add_option("--out", command->out, "output folder (default: out/<scene>)");
  app->add_flag("--resume", command->resume, "go on from the newest checkpoint");
  app->add_flag("--overwrite", command->overwrite, "start over in a folder that holds a run")
      ->excludes("--resume");
  auto* render = app->add_flag("--render,!--no-render", command->render, "draw pictures as it goes on");
  app->add_flag("--mesh", command->mesh, "make surfaces as it runs, as output.mesh of the scene does");
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--quiet", command->quiet, "no progress bar, no messages");
  app->callback([=, &code] {
    if (render->count() == 0) command->render = command->choice.scene.empty();
    code = run_command(*command);
  });
}

void add_export(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("export", "write the frames of a run as files for other programs");
  auto command = std::make_shared<ExportCommand>();
  app->add_option("FOLDER", command->folder, "output folder of the run")->required();
  app->add_option("--format", command->formats,
                  "vdb (Houdini), vtp (ParaView) or csv; several with commas, or given several times")
      ->required()
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--frames", command->frames, "first and last frame (default: all)")->type_name("A:B");
  app->add_option("--out", command->out, "folder for vdb/, vtk/ and csv/ (default: the run's)");
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--quiet", command->quiet, "no progress bar, no messages");
  app->callback([=, &code] { code = export_command(*command); });
}

void add_mesh(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("mesh", "make surfaces of the bodies of a run, frame by frame");
  auto command = std::make_shared<MeshCommand>();
  app->add_option("RUN", command->run, "output folder of the run")->required();
  app->add_option(
      "--method", command->method,
      "level_set, anisotropic, spheres, carried (that of the first frame, moved with its particles), cells "
      "(every particle a bubble with films), or auto: anisotropic for liquids, level_set for the rest");
  app->add_option("--voxel", command->voxel, "edge of the voxels, in distances between particles (0.5)");
  app->add_option("--smoothing", command->smoothing,
                  "how long a surface by level_set is smoothed, over the default (1); others take no notice");
  app->add_option("--adaptivity", command->adaptivity,
                  "0: all triangles are small; 1: large ones where the surface is flat (0)");
  app->add_option(
         "--format", command->formats,
         "ply, obj, glb, vdb (level sets), fog (densities) or, of cells, vtu; several with commas (ply)")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--frames", command->frames, "first and last frame (default: all)")->type_name("A:B");
  app->add_option("--join", command->join,
                  "bodies that share a surface, as in --join cream,jam, or all; may be given several times")
      ->type_name("BODY,BODY,...")
      ->allow_extra_args(false);
  app->add_option("--attributes", command->attributes,
                  "attributes of the frames that vertices carry; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--cut", command->cut,
                  "cut away what lies beyond a plane: z=0.1 or \"z>0.1\", \"z<0.1\", \"1,0,1>0.1\"")
      ->type_name("PLANE");
  app->add_option("--positions", command->positions,
                  "world, or an attribute of three components to take places from, such as embedded");
  app->add_option("--out", command->out, "folder for meshes/, level_sets/ and fog/ (default: the run's)");
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--redo", command->redo, "make even what would come out the same");
  app->add_flag("--quiet", command->quiet, "no progress bar, no messages");
  app->callback([=, &code] { code = mesh_command(*command); });
}

void add_foam(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("foam", "make a dry foam at rest, as a run of one frame");
  auto command = std::make_shared<FoamCommand>();
  app->add_option("OUT", command->out, "folder that the run is written to")->required();
  app->add_option("--bubbles", command->bubbles, "number of bubbles (200)")->check(whole_number(1, 1000000));
  app->add_option("--spread", command->spread,
                  "standard deviation of the logarithm of their radii (0.35); 0: all alike");
  app->add_option("--shape", command->shape, "ball, or box: in a glass box without a lid (ball)");
  app->add_option("--relax", command->relax, "moves of bubbles to the middle of their cells (40)")
      ->check(whole_number(0, 1000));
  app->add_option("--seed", command->seed, "of the random places and volumes (1)")
      ->check(whole_number(0, 1000000000));
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--overwrite", command->overwrite, "replace what is in the folder");
  app->add_flag("--quiet", command->quiet, "no messages");
  app->callback([=, &code] { code = foam_command(*command); });
}

void add_plot(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("plot", "draw curves of energies, momenta, volumes and steps of runs");
  auto command = std::make_shared<PlotCommand>();
  app->add_option("RUN", command->runs, "output folders of runs, to compare where there are several")
      ->required();
  app->add_option("--what", command->what,
                  "energy, momentum, volume, counts or dt; several with commas (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--out", command->out, "a .png or .svg file (default: plot.png in the first run)");
  app->add_flag("--quiet", command->quiet, "no messages");
  app->callback([=, &code] { code = plot_command(*command); });
}

void add_sweep(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("sweep", "run a scene in every combination of some values, and compare");
  auto command = std::make_shared<SweepCommand>();
  app->add_option("--vary", command->vary,
                  "a key of the scene and its values, as in --vary solver.transfer=apic,flip; several keys "
                  "make a grid")
      ->type_name("KEY=V1,V2,...")
      ->allow_extra_args(false)
      ->required();
  add_scene_options(*app, command->choice, true);
  app->add_option("--out", command->out, "output folder (default: out/<scene>_sweep)");
  app->add_flag("--resume", command->resume, "skip what has run, go on with what was interrupted");
  app->add_flag("--overwrite", command->overwrite, "start all variants over")->excludes("--resume");
  app->add_flag("--list", command->list, "print the variants and run none");
  app->add_flag("--render,!--no-render", command->render, "draw the sheet of pictures (default: yes)");
  app->add_option("--time", command->times,
                  "of the pictures [s]; several make a row each (default: the last frame)")
      ->allow_extra_args(false);
  app->add_option("--columns", command->columns, "pictures in a row of the sheet")
      ->check(whole_number(1, 100));
  app->add_option("--width", command->width, "of a picture in the sheet, in pixels")
      ->check(whole_number(120, 4096));
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--quiet", command->quiet, "no progress bar, no messages but the table");
  app->callback([=, &code] { code = sweep_command(*command); });
}

void add_measure(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("measure", "count pieces, measure extents, heights and speeds of a run");
  auto command = std::make_shared<MeasureCommand>();
  app->add_option("RUN", command->run, "output folder of the run")->required();
  auto* frame = app->add_option("--frame", command->frame, "this frame (default: the last)");
  app->add_flag("--all", command->all, "a table of all frames (CSV)")->excludes(frame);
  app->add_option("--link", command->link, "particles this near hang together, in cells (default: 1)");
  app->add_flag("--fragments", command->fragments, "list every piece");
  app->add_flag("--skin", command->skin, "also the volume inside the surface of every body, and its area");
  app->add_option("--json", command->json, "write the numbers to this file");
  app->callback([=, &code] { code = measure_command(*command); });
}

void add_rheometer(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("rheometer", "measure the stress of a material under a given motion");
  auto command = std::make_shared<RheometerCommand>();
  app->add_option(
         "--material", command->materials,
         "a preset or a law, or a material of the scene, if need be with numbers, as in "
         "honey:viscosity=2, and a label for charts, as in thin=honey:viscosity=2; may be given several "
         "times to compare")
      ->type_name("[LABEL=]NAME[:KEY=VALUE,...]")
      ->allow_extra_args(false)
      ->required();
  app->add_option("--scene", command->scene, "scene file that has the material");
  app->add_option("--set", command->numbers, "a key of all materials, as in --set viscosity=2")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--test", command->test,
                  "shear, extension, relaxation, oscillation, compression, or flow_curve: steady shear at "
                  "many rates (default: shear)");
  app->add_option("--rate,--rates", command->rates,
                  "of strain [1/s]; several with commas, or a range like 0.01:100, make a flow curve")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--strain", command->strain, "at the end, or the amplitude of an oscillation");
  app->add_option("--frequency", command->frequencies, "of an oscillation [1/s]; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--time", command->hold, "how long a relaxation is held [s] (default: 1)");
  app->add_option("--pressure", command->pressure, "all round, before the motion [Pa]; sand needs one");
  app->add_option("--steps", command->steps, "steps of the motion (default: 1000; flow_curve 10000)");
  app->add_option("--csv", command->csv, "write the curve to this file");
  app->add_option("--plot", command->plot, "draw the curve into this .png or .svg file");
  app->callback([=, &code] { code = rheometer_command(*command); });
}

void add_bench(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("bench", "measure the speed of solver, skins and pictures on this machine");
  auto command = std::make_shared<BenchCommand>();
  auto compared = std::make_shared<std::vector<std::string>>();
  app->add_option("--only", command->only, "rows whose name contains this (default: a selection of all)");
  app->add_option("--particles", command->particles, "about how many (default: 1000000)")
      ->check(whole_number(1000, 1000000000));
  app->add_option("--threads", command->threads, "worker threads (default: 1)")
      ->check(whole_number(1, 1000000));
  app->add_option("--steps", command->steps, "steps to time (default: 20)")->check(whole_number(1, 1000000));
  app->add_option("--run-up", command->run_up, "steps before (default: 40)")->check(whole_number(0, 1000000));
  app->add_flag("--thin", command->thin, "beside each cube of space, a sheet one cell thick");
  app->add_option("--json", command->json, "write the rows to this file");
  app->add_option("--compare", *compared, "compare two such files instead of measuring")
      ->expected(2)
      ->option_text("OLD NEW");
  app->callback([=, &code] {
    code =
        compared->empty() ? bench_command(*command) : bench_compare_command(compared->at(0), compared->at(1));
  });
}

void add_verify(CLI::App& root, int& code) {
  auto* app = root.add_subcommand("verify", "check the physics against known results");
  auto command = std::make_shared<VerifyCommand>();
  app->add_option("--only", command->only, "this group or case");
  app->add_flag("--list", command->list, "name the cases and run none");
  app->add_flag("--quick", command->quick, "only cases that take a few seconds at most");
  app->add_option("--json", command->json, "write the rows to this file");
  app->add_option("--report", command->report,
                  "write them as a page (Markdown) to this file; a page that is there keeps its other cases");
  app->add_option("--threads", command->threads, "worker threads (default: all cores)")
      ->check(whole_number(1, 1000000));
  app->add_flag("--quiet", command->quiet, "no progress bar");
  app->footer(
      "Each row holds a measured number to a bound, and gets one of three verdicts:\n"
      "  pass   the bound holds: for the mean of several seeds, or for each of them, as the row says\n"
      "  FAIL   it does not\n"
      "  known  it does not, as is known, explained on the page that is named, and no worse than accepted\n"
      "The exit code is 1 where a row fails that is not known to, else 0. A known limitation whose bound\n"
      "holds is shown as PASSES NOW: its mark in src/froth/verify should go. docs/validation.md has the "
      "last\n"
      "full run, and says of each bound whether it is published, derived or ours.");
  app->callback([=, &code] { code = verify_command(*command); });
}

/// What --help prints. CLI11's help() would speak of the command that is running instead.
std::string own_help(const CLI::App& app, const std::string& name) {
  return app.get_formatter()->make_help(&app, name, CLI::AppFormatMode::Normal);
}

/// What a word means: a command, a key of a scene, a law, a preset.
void print_help(CLI::App& root, const std::string& name) {
  const CLI::App* command = nullptr;
  for (const CLI::App* each : root.get_subcommands([](const CLI::App*) { return true; }))
    if (each->get_name() == name) command = each;
  std::string keys;
  try {
    keys = key_help(name);
  } catch (const InputError&) {
    if (command == nullptr) throw;
  }
  fmt::print("{}{}{}", command != nullptr ? own_help(*command, "froth " + name) : "",
             command != nullptr && !keys.empty() ? "\nin a scene file:\n\n" : "", keys);
}

void add_front(CLI::App& root, int& code) {
  auto* help = root.add_subcommand("help", "explain a key of a scene, a law, a preset or a command");
  auto key = std::make_shared<std::string>();
  help->add_option("KEY", *key, "full or partial name, as in solver.cell_size or friction");
  help->callback([=, &root, &code] {
    if (key->empty())
      fmt::print("{}\n{}", own_help(root, "froth"), scene_overview());
    else
      print_help(root, *key);
    code = 0;
  });

  auto* fresh = root.add_subcommand("new", "write a small scene with remarks, to start from");
  auto command = std::make_shared<NewCommand>();
  fresh->add_option("NAME", command->name, "of the scene; NAME.toml is written here")->required();
  fresh->add_flag("--2d", command->is_planar, "a planar scene");
  fresh->add_option("--material", command->material, "preset that the body is made of (default: jelly)");
  fresh->callback([=, &code] { code = new_command(*command); });

  auto* completion = root.add_subcommand("completion", "print a script that lets a shell complete words");
  auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")->required();
  completion->callback([=, &root] { fmt::print("{}", completion_script(root, *shell)); });
}

void add_others(CLI::App& root, int& code) {
  auto* check = root.add_subcommand("check", "validate a scene without running it");
  auto choice = std::make_shared<SceneChoice>();
  add_scene_options(*check, *choice, true);
  check->callback([=, &code] { code = check_command(*choice); });

  auto* info = root.add_subcommand("info", "what is in an output folder");
  auto folder = std::make_shared<std::string>();
  info->add_option("FOLDER", *folder, "output folder of a run")->required();
  info->callback([=, &code] { code = info_command(*folder); });

  root.add_subcommand("scenes", "list the scenes that come with froth")->callback([&code] {
    code = scenes_command();
  });
  auto* materials = root.add_subcommand("materials", "laws with their keys, presets with their numbers");
  auto material = std::make_shared<std::string>();
  materials->add_option("MATERIAL", *material, "a law or a preset, to see it in full");
  materials->callback([=, &code] { code = materials_command(*material); });
  root.add_subcommand("reference", "print the reference of the scene format (Markdown)")->callback([&code] {
    code = reference_command();
  });

  add_bench(root, code);
  add_verify(root, code);
}

int dispatch(int argc, char** argv) {
  CLI::App app(
      "froth simulates what flows, tears and sticks.\n\n"
      "  froth run                      the default scene, with pictures\n"
      "  froth run jellies --render     a scene that comes with froth\n"
      "  froth run my.toml --set solver.cell_size=0.01\n"
      "  froth render out/my --movie    pictures and a movie of a run\n"
      "  froth new my                   a small scene to start from\n"
      "  froth help cell_size           what a key of a scene means",
      "froth");
  app.set_version_flag("--version", fmt::format("froth {} ({}, {})", kVersion, kCompiler, kBuildType));
  app.require_subcommand(0, 1);
  app.formatter(help_formatter());
  int code = 0;
  add_run(app, code);
  add_render(app, code);
  add_export(app, code);
  add_mesh(app, code);
  add_foam(app, code);
  add_plot(app, code);
  add_sweep(app, code);
  add_measure(app, code);
  add_rheometer(app, code);
  add_front(app, code);
  add_others(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    throw InputError(explain_parse_error(app, error));
  }
  if (app.get_subcommands().empty()) fmt::print("{}", own_help(app, "froth"));
  return code;
}

int complain(const char* what, int code) {
  fmt::print(stderr, "froth: {}\n", what);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch(argc, argv);
  } catch (const InputError& error) {
    return complain(error.what(), 2);
  } catch (const SimulationError& error) {
    return complain(error.what(), 3);
  } catch (const SystemError& error) {
    return complain(error.what(), 4);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; use a larger solver.cell_size or fewer particles_per_cell", 4);
  } catch (const std::exception& error) {
    return complain(error.what(), 70);
  }
}

}  // namespace froth::cli

int main(int argc, char** argv) { return froth::cli::main(argc, argv); }

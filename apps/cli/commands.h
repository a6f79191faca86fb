// SPDX-License-Identifier: Apache-2.0
// The commands of the program: options in, exit code out.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace froth::cli {

struct SceneChoice {
  std::string scene;  ///< path or name; empty: the default scene
  std::vector<std::string> overrides;
  std::string quality;
  int frames = 0;  ///< 0: as the scene says
};

struct RunCommand {
  SceneChoice choice;
  std::string out;  ///< empty: out/<scene>
  bool resume = false, overwrite = false, render = false, mesh = false, quiet = false;
  int threads = 0;
};
int run_command(const RunCommand& command);

struct RenderCommand {
  std::vector<std::string> runs;  ///< output folders
  std::vector<int> frames = {};
  std::string color_by = {};
  int width = 0, height = 0, samples = 0, threads = 0;
  bool redo = false, quiet = false;
  bool movie = false, time = false, side_by_side = false, same_view = false, overwrite = false;
  std::vector<std::string> labels = {};  ///< "true" is the run's own title or name
  std::string out = {};                  ///< of pictures side by side; empty: beside the first run
  std::string eye = {},
              target = {};          ///< "x,y,z" in the scene's unit of length, or "auto"; empty: the scene's
  std::string fov = {};             ///< [degrees]
  std::string range = {};           ///< "a:b", values of the first and the last colour
  std::string as = {}, cut = {};    ///< values of render.as and render.cut; empty: as the scene says
  std::string positions = "world";  ///< or an attribute of three components
  std::vector<std::string> sets = {};  ///< "render.key=value"
  bool has_no_filter = false;          ///< shows the noise as it is
  int turntable = 0;                   ///< pictures around one frame; 0: none
  bool own_views = false;              ///< also side by side
};
int render_command(const RenderCommand& command);

struct ExportCommand {
  std::string folder;
  std::vector<std::string> formats;
  std::string frames;  ///< "A:B", both included; empty: all
  std::string out;     ///< empty: the run's folder
  int threads = 0;
  bool quiet = false;
};
int export_command(const ExportCommand& command);

struct MeshCommand {
  std::string run;  ///< output folder
  /// What is not given is as the scene says.
  std::vector<std::string> formats, join, attributes;
  std::optional<std::string> method, cut;
  std::string positions = "world";  ///< or an attribute of three components
  std::optional<double> voxel, smoothing, adaptivity;
  std::string frames;  ///< "A:B", both included; empty: all
  std::string out;     ///< empty: the run's folder
  int threads = 0;
  bool redo = false, quiet = false;
};
int mesh_command(const MeshCommand& command);

struct FoamCommand {
  std::string out;  ///< folder of the run that is made
  std::string shape = "ball";
  int bubbles = 200, relax = 40, seed = 1;
  double spread = 0.35;
  int threads = 0;
  bool overwrite = false, quiet = false;
};
int foam_command(const FoamCommand& command);

struct PlotCommand {
  std::vector<std::string> runs;  ///< output folders
  std::vector<std::string> what;  ///< groups of curves; empty: all
  std::string out;                ///< .png or .svg; empty: plot.png of the first run
  bool quiet = false;
};
int plot_command(const PlotCommand& command);

struct SweepCommand {
  SceneChoice choice;
  std::vector<std::string> vary;  ///< "key=value,value"
  std::string out;                ///< empty: out/<scene>_sweep
  bool resume = false, overwrite = false, render = true, list = false, quiet = false;
  int threads = 0;
  int columns = 0, width = 0;  ///< of the sheet, of a picture in it [pixels]; 0: chosen
  std::vector<double> times;   ///< of the pictures [s]; empty: the last frame
};
int sweep_command(const SweepCommand& command);  ///< 3 where a variant failed

struct MeasureCommand {
  std::string run;           ///< output folder
  std::optional<int> frame;  ///< without it the last
  bool all = false, fragments = false, skin = false;
  double link = 1;   ///< [cells]
  std::string json;  ///< file
};
int measure_command(const MeasureCommand& command);

struct RheometerCommand {
  /// Of the scene, or presets or laws; each may have numbers of its own: "honey:viscosity=2,density=1000",
  /// and before that a label: "thin=honey:viscosity=2".
  std::vector<std::string> materials;
  std::string scene;
  std::vector<std::string> numbers;  ///< keys of the material, "viscosity=2"
  std::string test = "shear";
  std::vector<std::string> rates;   ///< numbers or ranges "0.01:100"; several: one line of a table for each
  std::vector<double> frequencies;  ///< several: one line of a table for each
  std::optional<double> strain, hold;
  double pressure = 0;
  std::optional<int> steps;
  std::string csv, plot;  ///< files
};
int rheometer_command(const RheometerCommand& command);

int check_command(const SceneChoice& choice);
int info_command(const std::string& folder);
int scenes_command();
int materials_command(const std::string& name);  ///< empty: all of them
int reference_command();

struct NewCommand {
  std::string name, material = "jelly";
  bool is_planar = false;
};
int new_command(const NewCommand& command);

struct BenchCommand {
  int particles = 1000000, threads = 1, steps = 20, run_up = 40;
  bool thin = false;  ///< beside each cube of space, a sheet one cell thick
  std::string only;   ///< rows whose name contains this; empty: a selection
  std::string json;   ///< file for the rows
};
int bench_command(const BenchCommand& command);
int bench_compare_command(const std::string& before, const std::string& after);

struct VerifyCommand {
  std::string only;          ///< a group or a case; empty: all
  std::string json, report;  ///< files for the rows and for the page of docs/
  bool list = false, quick = false, quiet = false;
  int threads = 0;
};
int verify_command(const VerifyCommand& command);  ///< 1 where a row fails that is not known to

}  // namespace froth::cli

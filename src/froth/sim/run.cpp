// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/run.h>

#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/sim/checkpoint.h>
#include <froth/sim/frame_files.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/ledger.h>
#include <froth/sim/mesh_files.h>
#include <froth/sim/report.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/run_log.h>
#include <froth/sim/scene_view.h>
#include <froth/version.h>

namespace froth {

namespace {

class Runner {
 public:
  Runner(Simulation simulation, const RunOptions& options)
      : options_(options),
        folder_{options.folder},
        simulation_(std::move(simulation)),
        view_(view_of_scene(simulation_.scene())),
        files_(view_, folder_, simulation_.scene().output.formats) {
    check_attributes(simulation_);
    if (view_.mesh.is_on) meshes_.emplace(view_, folder_, view_.mesh);
    simulation_.on_message([this](const std::string& message) { say(message); });
    simulation_.go_back_by([this](Simulation&) { go_back(); });
  }

  RunOutcome run() {
    log_.say(fmt::format("froth {} ({}, {}) runs {}, threads: {}", kVersion, kCompiler, kBuildType,
                         simulation_.scene().name, thread_count()));
    const std::optional<LoadedCheckpoint> found = find_checkpoint();
    if (found) resume(*found);
    std::optional<MadeSkins> skins = found ? std::nullopt : first_skins();
    try {
      if (!found) begin(std::move(skins));
      save_report("running");
      announce_step();
      while (simulation_.progress().frame < simulation_.scene().frame_count()) {
        step();
        if (options_.stop != nullptr && options_.stop->load()) return stop();
      }
    } catch (const SimulationError& error) {
      if (last_frame_ >= 0 && simulation_.progress().frame > last_frame_)
        write_row();  // of the frame that the guard has stopped at
      if (ledger_) ledger_->sync();
      save_report("failed", error.what());
      throw SimulationError(error.what() + what_is_there() + go_back_to_sound_frame());
    } catch (const InputError& error) {  // an expression that fails in the middle of a run
      if (ledger_) ledger_->sync();
      report_failure(error.what());
      throw InputError(error.what() + what_is_there());
    } catch (const SystemError& error) {
      report_failure(error.what());
      throw;
    } catch (const std::exception& error) {
      report_failure(error.what());
      throw;
    }
    save_report("finished");
    return RunOutcome::Finished;
  }

 private:
  /// Says in the report why the machine stopped us, if the machine still lets us.
  void report_failure(const std::string& reason) {
    try {
      save_report("failed", reason);
    } catch (const SystemError&) {
      // The disk that failed the run fails its report too; the first reason is the one to tell.
    }
  }

  std::string what_is_there() const {
    return last_frame_ < 0 ? "" : fmt::format("; frames up to {} are in {}", last_frame_, folder_.path);
  }

  /// A run that fails after a warning of the guard is to go on from before it: whatever came later is
  /// suspect.
  std::string go_back_to_sound_frame() const {
    const Progress& p = simulation_.progress();
    if (p.sound_frame >= last_frame_) return {};
    drop_checkpoints_after(folder_.checkpoints(), p.sound_step);
    return fmt::format(", and --resume goes on from frame {}, the last before the warning", p.sound_frame);
  }

  void say(const std::string& message) {
    log_.say(message);
    if (options_.on_message) options_.on_message(message);
  }

  /// A run without a log is still a run.
  void open_log() {
    if (!log_.open(folder_.log())) say("cannot write " + folder_.log() + ", going on without it");
  }

  /// The state to go on from; none where the run starts at its beginning.
  std::optional<LoadedCheckpoint> find_checkpoint() {
    if (!options_.resume || options_.overwrite) return std::nullopt;
    std::optional<LoadedCheckpoint> found = load_newest_checkpoint(folder_.checkpoints(), simulation_);
    if (!found && folder_.holds_run()) say("no checkpoint yet, starting over");
    return found;
  }

  /// Made while an older run is still there: what cannot be made must not cost it.
  std::optional<MadeSkins> first_skins() {
    if (!meshes_) return std::nullopt;
    const double begin = now();
    MadeSkins skins = meshes_->make(frame_cloud(simulation_));
    report_.write_seconds += now() - begin;
    return skins;
  }

  /// Starts with an empty folder and the first frame.
  void begin(std::optional<MadeSkins> skins) {
    folder_.clear();
    open_log();
    for (const std::string& path : {folder_.particles(), folder_.checkpoints()}) make_folder(path);
    files_.make_folders();
    write_scene();
    if (meshes_) meshes_->make_folders();
    ledger_.emplace(Ledger::create(folder_.ledger(), meshes_.has_value()));
    if (skins) write_meshes(&*skins);
    skins.reset();  // gone from memory before the frame is made
    write_row();
    finish_frame();
  }

  void resume(const LoadedCheckpoint& found) {
    for (const std::string& path : found.damaged) say(path + " is damaged, using an older one");
    ledger_.emplace(Ledger::reopen(folder_.ledger(), found.info.ledger_bytes));
    open_log();
    write_scene();
    last_frame_ = simulation_.progress().frame;
    folder_.remove_frames_after(last_frame_);
    files_.make_folders();
    for (const int number : folder_.frames())  // formats that were chosen since
      if (!files_.has(number)) files_.write(number, read_ply(folder_.frame(number)));
    files_.write_collection(folder_.frames());
    resume_meshes();
    say(fmt::format("resuming from frame {} (step {})", last_frame_, simulation_.progress().step));
    if (options_.on_frame) options_.on_frame(last_frame_);
    if (!found.other_steps.empty()) say("from here on with other steps: " + found.other_steps);
  }

  /// Surfaces of frames that are there, in step with what the scene says now.
  void resume_meshes() {
    if (!meshes_) return;
    meshes_->make_folders();
    for (const int number : folder_.frames())
      if (!meshes_->is_current(number)) write_meshes_of(number, read_ply(folder_.frame(number)));
    if (!ledger_->with_skins())
      say("the ledger began without surfaces, so it stays without skin_volume and skin_area");
  }

  /// The scene as it is run, and how it is to be looked at.
  void write_scene() const {
    write_file(folder_.scene(), simulation_.scene().resolved_text);
    write_run_view(folder_.view(), folder_.view_samples(), view_);
  }

  void announce_step() {
    limit_ = simulation_.next_step();
    if (limit_.body.empty() && limit_.obstacle.empty())
      say(fmt::format("dt = {:.4g} s, set by {}", limit_.dt, limit_.reason));
    for (const std::string& warning : simulation_.warnings()) say(warning);
  }

  /// The state and the ledger of the last frame; what came after it is given up.
  void go_back() {
    const CheckpointInfo info = load_frame_checkpoint(folder_.checkpoints(), simulation_);
    ledger_.emplace(Ledger::reopen(folder_.ledger(), info.ledger_bytes));
  }

  void step() {
    const TimeStepLimit next = simulation_.next_step();
    note_limit(next);
    const std::int64_t before = simulation_.progress().step;
    simulation_.step(next);
    if (simulation_.progress().step > before) finish_step();
    if (options_.on_step) options_.on_step(simulation_);
  }

  void finish_step() {
    const double dt = simulation_.progress().dt;
    report_.dt_min = report_.steps_taken == 0 ? dt : std::min(report_.dt_min, dt);
    report_.dt_max = std::max(report_.dt_max, dt);
    report_.steps_taken += 1;
    const bool is_frame = simulation_.progress().frame > last_frame_;
    if (is_frame) write_meshes();
    if (is_frame || simulation_.scene().output.diagnostics == DiagnosticsRate::Step) write_row();
    if (is_frame) finish_frame();
  }

  /// Says so when a body or a collider limits the step for the first time.
  void note_limit(const TimeStepLimit& next) {
    if (next.body.empty() && next.obstacle.empty()) return;
    limit_ = next;
    if (!announced_.insert({next.body + next.obstacle, next.reason}).second) return;
    say(fmt::format("dt = {:.4g} s, limited by {}", next.dt, describe(next)));
  }

  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  void write_row() {
    const double begin = now();
    const Progress& p = simulation_.progress();
    const StepReport& report = simulation_.report();
    LedgerRow row{p.frame,
                  p.step,
                  p.time,
                  p.dt,
                  simulation_.totals(),
                  p.retries,
                  report.iterations,
                  report.residual,
                  simulation_.energy_drift()};
    if (const auto skin = std::exchange(skin_, {}))
      row.skin_volume = skin->volume, row.skin_area = skin->area;
    ledger_->write(row);
    report_.write_seconds += now() - begin;
  }

  /// Surfaces of this frame, before the row of the ledger that has their volume; `made` where they are there.
  void write_meshes(const MadeSkins* made = nullptr) {
    if (!meshes_) return;
    const double begin = now();
    skin_ = write_meshes_of(simulation_.progress().frame, frame_cloud(simulation_), made);
    report_.write_seconds += now() - begin;
  }

  /// A frame whose surface cannot be made goes without: it must not end a run, nor keep it from being
  /// resumed.
  std::optional<SkinMeasure> write_meshes_of(int frame, const PointCloud& cloud,
                                             const MadeSkins* made = nullptr) {
    try {
      return made != nullptr ? meshes_->write(frame, cloud, *made) : meshes_->write(frame, cloud);
    } catch (const InputError& error) {
      if (!std::exchange(lacks_surfaces_, true))
        say(fmt::format("frame {} has no surface: {}; the run goes on, and later frames may lack theirs too",
                        frame, error.what()));
      return std::nullopt;
    }
  }

  void finish_frame() {
    const double begin = now();
    last_frame_ = simulation_.progress().frame;
    write_frame();
    checkpoint();
    report_.write_seconds += now() - begin;
    const Progress& p = simulation_.progress();
    log_.say(fmt::format("frame {}/{}, step {}, t = {:.6g} s, dt = {:.4g} s", p.frame,
                         simulation_.scene().frame_count(), p.step, p.time, p.dt));
    if (options_.on_frame) options_.on_frame(last_frame_);
  }

  /// A function of its own, so that the frame is gone from memory before the checkpoint is made.
  void write_frame() const {
    const PointCloud cloud = frame_cloud(simulation_);
    write_ply(folder_.frame(last_frame_), cloud);
    files_.write(last_frame_, cloud);
    files_.write_collection(folder_.frames());
  }

  /// The ledger is safe before the checkpoint that counts on it.
  void checkpoint() {
    const std::uint64_t bytes = ledger_->sync();
    write_checkpoint(folder_.checkpoints(), simulation_, {bytes});
  }

  RunOutcome stop() {
    checkpoint();
    save_report("stopped");
    return RunOutcome::Stopped;
  }

  void save_report(const std::string& status, const std::string& reason = {}) {
    report_.status = status;
    report_.reason = reason;
    report_.limit = limit_;
    report_.wall_seconds = now() - start_;
    if (report_.columns.empty())
      report_.columns =
          ledger_columns(simulation_.totals(), ledger_ ? ledger_->with_skins() : meshes_.has_value());
    if (status != "running")
      log_.say(reason.empty() ? fmt::format("{} after {:.1f} s", status, report_.wall_seconds)
                              : "error: " + reason);
    write_file(folder_.report(), report_json(simulation_, report_));
  }

  const RunOptions& options_;
  RunFolder folder_;
  Simulation simulation_;
  RunView view_;
  FrameFiles files_;
  std::optional<MeshFiles> meshes_;  ///< where the scene wants surfaces
  std::optional<SkinMeasure> skin_;  ///< of the frame that has just been reached
  std::optional<Ledger> ledger_;
  RunLog log_;
  RunReport report_;
  TimeStepLimit limit_;
  std::set<std::pair<std::string, std::string>> announced_;
  bool lacks_surfaces_ = false;  ///< and has said so
  int last_frame_ = -1;          ///< none yet
  double start_ = now();         ///< [s]
};

}  // namespace

RunOutcome run(const Scene& scene, const RunOptions& options) {
  if (!options.overwrite && has_finished(options.folder, scene)) return RunOutcome::AlreadyFinished;
  const ThreadLimit threads(options.threads);
  return run(Simulation(scene), options);
}

RunOutcome run(Simulation simulation, const RunOptions& options) {
  const RunFolder folder{options.folder};
  const ThreadLimit threads(options.threads);
  // Whatever is wrong with the scene is found before the folder is touched.
  Runner runner(std::move(simulation), options);
  make_folder(folder.path);
  const FileLock lock(folder.lock(), "another froth is running in " + folder.path +
                                         "; wait for it or choose another folder with --out");
  if (!options.overwrite && !options.resume && folder.holds_run())
    throw InputError(folder.path +
                     " already holds a run, or files of the same names; use --resume to go on with it, "
                     "--overwrite to start over, or another "
                     "folder with --out");
  return runner.run();
}

}  // namespace froth

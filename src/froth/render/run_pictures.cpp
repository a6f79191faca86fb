// SPDX-License-Identifier: Apache-2.0
#include <froth/render/run_pictures.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/io/run_view.h>
#include <froth/render/camera_path.h>
#include <froth/render/flat.h>
#include <froth/render/frame_reader.h>
#include <froth/render/picture_record.h>
#include <froth/render/ray_traced.h>
#include <froth/render/subject.h>
#include <froth/sim/run_folder.h>
#include <froth/version.h>

namespace froth {

namespace {

constexpr const char* kFirstLook = "first_look";  // in the record of a picture that is to be replaced

void take_camera(RenderView& to, const RenderView& from) {
  to.eye = from.eye, to.target = from.target, to.camera = from.camera, to.field_of_view = from.field_of_view;
}

class RunPainter {
 public:
  explicit RunPainter(const RunPictures& job)
      : job_(job), folder_{job.folder}, run_(view_of_run(job.folder)), reader_(run_, folder_, job.positions) {
    if (job.change) job.change(run_);
    if (job.view && job.view->camera) take_camera(run_.render, *job.view->camera);
    const RenderView& render = run_.render;
    options_ = {job.width > 0 ? job.width : render.width, job.height > 0 ? job.height : render.height,
                job.samples > 0 ? job.samples : render.samples};
    options_.light = lighting(render.light);
    options_.exposure = render.exposure, options_.shutter_time = render.shutter / run_.frame_rate;
    options_.max_bounces = render.max_bounces, options_.filter = render.filter;
    options_.stop = job.stop;
    coloring_.by = job.color_by.empty() ? render.color_by : job.color_by;
    check_options(options_);
    frames_ = chosen_frames();
    survey();
    if (run_.dimension == 3)
      for (const int frame : frames_) camera_frame(camera(frame));
  }

  DrawnPictures run() {
    PictureRecord record(folder_.picture_record());
    DrawnPictures drawn;
    std::set<int> missing = missing_pictures(record, drawn);
    if (!missing.empty()) make_folder(folder_.pictures());
    for (const int frame : frames_) {
      drawn.paths.push_back(folder_.picture(frame));
      if (missing.erase(frame) > 0) {
        const PointCloud cloud = reader_.load(frame);
        if (cloud.count() == 0) drawn.empty.push_back(frame);
        const Image image = draw(content(cloud, frame), camera(frame), unit_of(frame));
        if (is_stopped()) break;
        // Whatever stops us between the two files, the picture counts as unknown and not as its old self.
        if (record.forget(frame)) record.save();
        write_png(drawn.paths.back(), image);
        record.note(frame, look(frame));
        record.save();
      }
      if (job_.on_picture)
        job_.on_picture(static_cast<int>(drawn.paths.size()), static_cast<int>(frames_.size()));
    }
    return drawn;
  }

  std::vector<Image> images() {
    std::vector<Image> all;
    for (const int frame : frames_) all.push_back(picture(frame));
    return all;
  }

  std::vector<std::string> turntable(int count, const std::string& folder) {
    if (run_.dimension == 2)
      throw InputError(job_.folder +
                       " is planar, and a turntable needs a run in space; leave --turntable out");
    const int frame = job_.frames.empty() ? frames_.back() : frames_.front();
    const FrameContent shown = content(frame);
    const Vec3<double> middle = turntable_middle(frame);
    Camera first = camera(frame);
    if (!has_own_camera())
      first = frame_camera(all_around(outline_, middle, count), aspect(), run_.render.field_of_view);
    make_folder(folder);
    const auto path_of = [&](int k) { return fmt::format("{}/frame_{:04d}.png", folder, k); };
    std::vector<std::string> paths;
    for (int k = 0; k < count; ++k) {
      paths.push_back(path_of(k));
      write_png(paths.back(), draw(shown, turned(first, middle, 360.0 * k / count), unit_of(frame)));
      if (job_.on_picture) job_.on_picture(k + 1, count);
    }
    for (int k = count; std::filesystem::remove(path_of(k));) ++k;  // there may have been more
    return paths;
  }

  PictureView view() const {
    return {*bounds_, {{coloring_.by, coloring_.range}}, outline_, lowest_, run_.render, is_settled()};
  }

 private:
  bool is_stopped() const { return job_.stop != nullptr && job_.stop->load(); }

  Image picture(int frame) const { return draw(content(frame), camera(frame), unit_of(frame)); }

  /// Around what is looked at where the user says so, else around the middle of all.
  Vec3<double> turntable_middle(int frame) const {
    return has_own_camera() ? camera(frame).target : (bounds_->min + bounds_->max) / 2.0;
  }

  std::string unit_of(int frame) const {
    if (coloring_.is_by_body()) return {};
    return FrameReader::unit_of(read_ply_header(folder_.frame(frame)), coloring_.by);
  }

  bool has_own_camera() const {
    const RenderView& render = run_.render;
    return run_.dimension == 3 && (!render.camera.empty() || (render.eye && render.target));
  }

  /// A camera of the user's own, colours that do not span what there is, and a ground that lies below all
  /// material so far: whatever frames are to come, these stay. Material that falls below a collider that
  /// nothing was below yet is the exception; its film is drawn again.
  bool is_settled() const {
    return has_own_camera() && coloring_.is_by_body() &&
           !(ground_height_ && *ground_height_ >= material_lowest_);
  }

  /// Frames without a picture, or with one that was drawn otherwise; says in `drawn` what is drawn again.
  std::set<int> missing_pictures(const PictureRecord& record, DrawnPictures& drawn) const {
    std::set<int> missing;
    for (const int frame : frames_) {
      const PictureLook look = this->look(frame);
      const PictureLook* before = record.find(frame);
      const bool is_there = std::filesystem::exists(folder_.picture(frame));
      if (is_there && !job_.redo && before != nullptr && *before == look) continue;
      const bool was_first_look = before != nullptr && before->contains(kFirstLook);
      if (!missing.insert(frame).second || !is_there || was_first_look) continue;
      ++drawn.redrawn;
      if (before != nullptr) drawn.changes.merge(changes_between(*before, look));
    }
    return missing;
  }

  /// An automatic camera follows from the view; one that the user has placed is told by itself.
  PictureLook look(int frame) const {
    const RenderView& render = run_.render;
    const bool is_planar = run_.dimension == 2;
    const Camera camera = is_planar ? Camera{} : this->camera(frame);
    const bool has_eye = !is_planar && (render.eye || !render.camera.empty()),
               has_target = !is_planar && (render.target || !render.camera.empty());
    PictureLook look{{"froth", kVersion},
                     {"width", std::to_string(options_.width)},
                     {"height", std::to_string(options_.height)},
                     {"samples", std::to_string(options_.samples)},
                     {"color_by", coloring_.by},
                     {"view", view_text()},
                     {"eye", has_eye ? text_of(camera.eye) : "automatic"},
                     {"target", has_target ? text_of(camera.target) : "automatic"},
                     {"field_of_view", fmt::format("{}", camera.field_of_view)},
                     {"ground", ground_height_ ? fmt::format("{}", *ground_height_) : "none"}};
    const ScalarRange& range = coloring_.range;
    if (!coloring_.is_by_body())
      look["color_range"] =
          fmt::format("{} to {}{}{}", range.lo, range.hi, range.is_cut_below() ? ", less" : "",
                      range.is_cut_above() ? ", more" : "");
    if (job_.is_first_look) look[kFirstLook] = "yes";
    look["particle_radius"] = render.particle_radius > 0 ? fmt::format("{}", render.particle_radius) : "own";
    note_things(look);
    return look;
  }

  /// What bodies and colliders look like, and what light they are in.
  void note_things(PictureLook& look) const {
    const RenderView& render = run_.render;
    look["light"] = fmt::format("{}, exposure {}, bounces {}, filter {}", render.light, render.exposure,
                                render.max_bounces, render.filter);
    look["shutter"] = fmt::format("{}", render.shutter);
    look["as"] = render.as;
    if (job_.positions != kWorldPositions) look["positions"] = job_.positions;
    if (render.as == "cells") look["border"] = fmt::format("{}", render.border);
    look["cut"] = render.cut.empty() ? "none" : render.cut;
    const MeshView& mesh = run_.mesh;
    look["surfaces"] = fmt::format("{} {} {} {}", mesh.method, mesh.voxel, mesh.smoothing, mesh.adaptivity);
    for (const std::string& group : mesh.join) look["surfaces"] += ", join " + group;
    for (const BodyLook& body : run_.bodies) look["surfaces"] += " " + body.skin;
    for (const BodyLook& body : run_.bodies) look["looks"] += froth::text_of(body.look) + "; ";
    for (const ColliderLook& c : run_.colliders) look["looks"] += froth::text_of(c.look) + "; ";
    for (const BodyLook& body : run_.bodies)
      look["colors"] += body.color ? text_of(*body.color) + " " : "automatic ";
    for (const ColliderLook& c : run_.colliders)
      look["colors"] += !c.is_visible ? "hidden " : c.color ? text_of(*c.color) + " " : "automatic ";
  }

  /// All that the framing hangs on.
  std::string view_text() const {
    std::string text = text_of(bounds_->min) + " to " + text_of(bounds_->max);
    if (run_.dimension == 2 || has_own_camera()) return text;
    const Camera framed = frame_camera(outline_, 1, run_.render.field_of_view);
    return text + " from " + text_of(framed.eye);
  }

  template <class Real>
  static std::string text_of(const Vec3<Real>& x) {
    return fmt::format("({}, {}, {})", x[0], x[1], x[2]);
  }

  std::vector<int> chosen_frames() const {
    const std::vector<int> there = folder_.frames();
    if (there.empty()) throw InputError(job_.folder + " has no frames yet; run its scene first");
    for (const int frame : job_.frames)
      if (!std::binary_search(there.begin(), there.end(), frame))
        throw InputError(fmt::format("{} has no frame {}; it has {} to {}", job_.folder, frame, there.front(),
                                     there.back()));
    return job_.frames.empty() ? there : job_.frames;
  }

  /// One camera and one colour range for the whole run, from a few of its frames.
  void survey() {
    if (job_.view) {
      bounds_ = job_.view->bounds, outline_ = job_.view->outline;
      const auto range = job_.view->ranges.find(coloring_.by);
      if (range != job_.view->ranges.end()) coloring_.range = range->second;
      lowest_ = job_.view->lowest.value_or(bounds_->min[1]);
    } else {
      survey_frames();
    }
    ground_height_ = ground_height();
    if (outline_.empty()) outline_ = corners_of(*bounds_);
    if (const auto& given = run_.render.color_range)
      coloring_.range.lo = (*given)[0], coloring_.range.hi = (*given)[1];
  }

  /// A few frames, among them the first and the last.
  std::vector<int> surveyed_frames() const {
    const std::vector<int> all = folder_.frames();
    const std::size_t stride = std::max<std::size_t>(1, all.size() / 6);
    std::vector<int> some;
    for (std::size_t k = 0; k < all.size(); k += stride) some.push_back(all[k]);
    if (some.back() != all.back()) some.push_back(all.back());
    return some;
  }

  /// The box around all that there is to see. Frames without particles, as those before an emitter begins,
  /// have no say in it. Where the user has placed the camera, the view is what that shows, whatever comes
  /// into it, so that it does not hang on frames to come.
  void survey_frames() {
    std::optional<Subject> material;
    std::vector<FrameContent> stages;  // colliders alone
    std::vector<double> values;
    for (const int frame : surveyed_frames()) {
      const PointCloud cloud = reader_.load(frame);
      FrameContent content = reader_.content(cloud, frame, {});
      if (const std::optional<Subject> own = material_subject(content)) {
        material = material ? join(*material, *own) : *own;
        material_lowest_ = material->bounds.min[1];
      }
      content.clouds.clear();
      stages.push_back(std::move(content));
      if (coloring_.is_by_body()) continue;
      const std::vector<double> own = reader_.scalars(cloud, frame, coloring_.by);
      values.insert(values.end(), own.begin(), own.end());
    }
    if (!coloring_.is_by_body()) coloring_.range = robust_range(std::move(values));
    Subject all = material ? *material : subject_of(stages.front());
    for (const FrameContent& stage : stages)
      if (material) all = join(all, with_colliders(*material, stage));
    outline_ = all.outline;
    bounds_ = has_own_camera() ? camera_bounds() : all.bounds;
    lowest_ = all.bounds.min[1];
  }

  /// What a camera of the user's own sees of the neighbourhood of its target.
  Bounds camera_bounds() const {
    std::optional<Bounds> all;
    std::vector<Camera> cameras;
    for (const CameraKey& key : run_.render.camera)
      cameras.push_back(camera_at(run_.render.camera, key.time, run_.render.field_of_view));
    if (cameras.empty())
      cameras.push_back({*run_.render.eye, *run_.render.target, {0, 1, 0}, run_.render.field_of_view});
    for (const Camera& camera : cameras) {
      const auto reach =
          Vec3<double>::constant(camera_frame(camera).half_height * norm(camera.target - camera.eye));
      const Bounds box{camera.target - reach, camera.target + reach};
      all = all ? join(*all, box) : box;
    }
    return *all;
  }

  /// The picture's own floor lies under all that is ever seen, whether it fits into the frame or not, so that
  /// it hides nothing. There is none where a collider is a floor, or has no lowest point.
  std::optional<double> ground_height() const {
    if (!run_.render.ground || run_.dimension == 2) return std::nullopt;
    double height = lowest_;
    for (const int frame : folder_.frames())
      for (const PosedShape& collider : reader_.colliders(read_ply_header(folder_.frame(frame)))) {
        if (is_floor(collider)) return std::nullopt;
        if (!world_plane(collider)) height = std::min(height, lowest_point(collider));
      }
    return std::isfinite(height) ? std::optional(height) : std::nullopt;
  }

  FrameContent content(int frame) const { return content(reader_.load(frame), frame); }

  FrameContent content(const PointCloud& cloud, int frame) const {
    FrameContent content = reader_.shown(cloud, frame, coloring_);
    content.film_bounds = bounds_;
    content.ground = ground_height_.has_value();
    content.ground_height = ground_height_.value_or(0);
    return content;
  }

  double aspect() const { return double(options_.width) / options_.height; }

  Camera camera(int frame) const {
    const RenderView& render = run_.render;
    if (!render.camera.empty())
      return camera_at(render.camera, frame / run_.frame_rate, render.field_of_view);
    Camera camera = frame_camera(outline_, aspect(), render.field_of_view);
    if (render.eye) camera.eye = *render.eye;
    if (render.target) camera.target = *render.target;
    return camera;
  }

  Image draw(const FrameContent& content, const Camera& camera, const std::string& unit) const {
    Image image = run_.dimension == 2 ? render_2d(content, frame_view(*bounds_, aspect()), options_)
                                      : render_3d(content, camera, options_);
    if (!coloring_.is_by_body()) draw_legend(image, coloring_.by, unit, coloring_.range);
    return image;
  }

  const RunPictures& job_;
  RunFolder folder_;
  RunView run_;
  FrameReader reader_;
  PictureOptions options_;
  Coloring coloring_;
  std::vector<int> frames_;
  std::optional<Bounds> bounds_;
  std::vector<Vec3<double>> outline_;
  double lowest_ = 0;                    ///< place of all that is shown [m]
  double material_lowest_ = kUnbounded;  ///< of what frames have so far [m]
  std::optional<double> ground_height_;
};

}  // namespace

PictureView common_view(const std::vector<std::string>& folders, const RunPictures& job) {
  std::optional<PictureView> all;
  for (const std::string& folder : folders) {
    RunPictures own = job;
    own.folder = folder, own.frames = {}, own.view = std::nullopt;
    if (all)
      own.change = [&](RunView& run) {
        if (job.change) job.change(run);
        take_camera(run.render, *all->camera);
      };
    const PictureView view = own_view(own);
    if (!all) {
      all = view;
      continue;
    }
    all->bounds = join(all->bounds, view.bounds);
    if (all->lowest && view.lowest) all->lowest = std::min(*all->lowest, *view.lowest);
    all->outline.insert(all->outline.end(), view.outline.begin(), view.outline.end());
    for (const auto& [name, range] : view.ranges) all->ranges[name] = join(all->ranges[name], range);
  }
  FROTH_CHECK(all.has_value(), "a view of no run");
  return *all;
}

PictureView own_view(const RunPictures& job) { return RunPainter(job).view(); }

std::vector<Image> draw_run(const RunPictures& job) { return RunPainter(job).images(); }

std::vector<std::string> render_turntable(const RunPictures& job, int count, const std::string& folder) {
  return RunPainter(job).turntable(count, folder);
}

DrawnPictures render_run(const RunPictures& job) { return RunPainter(job).run(); }

}  // namespace froth

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
#include <froth/render/colormap.h>
#include <froth/render/flat.h>
#include <froth/render/picture_record.h>
#include <froth/render/ray_traced.h>
#include <froth/sim/run_folder.h>
#include <froth/version.h>

namespace froth {

namespace {

const NumberColumn& values_of(const PointCloud& cloud, const std::string& name, const std::string& path) {
  const PointProperty* property = cloud.find(name);
  if (property != nullptr) return property->values;
  std::string all;
  for (const PointProperty& p : cloud.properties) all += (all.empty() ? "" : ", ") + p.name;
  throw InputError(
      fmt::format("{} has no attribute \"{}\" to colour by; there are {}, and the scene's "
                  "output.attributes adds more",
                  path, name, all));
}

ScalarRange join(const ScalarRange& a, const ScalarRange& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

class RunPainter {
 public:
  explicit RunPainter(const RunPictures& job)
      : job_(job), folder_{job.folder}, run_(view_of_run(job.folder)) {
    const RenderView& render = run_.render;
    options_ = {job.width > 0 ? job.width : render.width, job.height > 0 ? job.height : render.height,
                job.samples > 0 ? job.samples : render.samples};
    color_by_ = job.color_by.empty() ? render.color_by : job.color_by;
    check_options(options_);
    frames_ = chosen_frames();
    survey();
    if (run_.dimension == 3) camera_frame(camera());
  }

  DrawnPictures run() {
    PictureRecord record(folder_.picture_record());
    const PictureLook look = this->look();
    DrawnPictures drawn;
    std::set<int> missing = missing_pictures(record, look, drawn);
    if (!missing.empty()) make_folder(folder_.pictures());
    for (const int frame : frames_) {
      drawn.paths.push_back(folder_.picture(frame));
      if (missing.erase(frame) > 0) {
        const Image image = picture(frame);
        // Whatever stops us between the two files, the picture counts as unknown and not as its old self.
        if (record.forget(frame)) record.save();
        write_png(drawn.paths.back(), image);
        record.note(frame, look);
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

  PictureView view() const { return {*bounds_, {{color_by_, range_}}}; }

 private:
  Image picture(int frame) const { return draw(content(frame)); }

  /// Frames without a picture, or with one that was drawn otherwise; says in `drawn` what is drawn again.
  std::set<int> missing_pictures(const PictureRecord& record, const PictureLook& look,
                                 DrawnPictures& drawn) const {
    std::set<int> missing;
    for (const int frame : frames_) {
      const PictureLook* before = record.find(frame);
      const bool is_there = std::filesystem::exists(folder_.picture(frame));
      if (is_there && !job_.redo && before != nullptr && *before == look) continue;
      if (!missing.insert(frame).second || !is_there) continue;
      ++drawn.redrawn;
      if (before != nullptr) drawn.changes.merge(changes_between(*before, look));
    }
    return missing;
  }

  PictureLook look() const {
    const RenderView& render = run_.render;
    const auto place = [](const std::optional<Vec3<double>>& x) { return x ? text_of(*x) : "automatic"; };
    PictureLook look{{"froth", kVersion},
                     {"width", std::to_string(options_.width)},
                     {"height", std::to_string(options_.height)},
                     {"samples", std::to_string(options_.samples)},
                     {"color_by", color_by_},
                     {"view", text_of(bounds_->min) + " to " + text_of(bounds_->max)},
                     {"eye", place(render.eye)},
                     {"target", place(render.target)},
                     {"field_of_view", fmt::format("{}", render.field_of_view)},
                     {"ground", ground_height_ ? fmt::format("{}", *ground_height_) : "none"}};
    if (color_by_ != "body") look["color_range"] = fmt::format("{} to {}", range_.lo, range_.hi);
    look["particle_radius"] = render.particle_radius > 0 ? fmt::format("{}", render.particle_radius) : "own";
    for (const BodyLook& body : run_.bodies)
      look["colors"] += body.color ? text_of(*body.color) + " " : "automatic ";
    for (const ColliderLook& c : run_.colliders)
      look["colors"] += !c.is_visible ? "hidden " : c.color ? text_of(*c.color) + " " : "automatic ";
    return look;
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
      bounds_ = job_.view->bounds;
      const auto range = job_.view->ranges.find(color_by_);
      if (range != job_.view->ranges.end()) range_ = range->second;
    } else {
      survey_frames();
    }
    ground_height_ = ground_height();
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

  /// Frames without particles, as those before an emitter begins, have no say in what is in view.
  void survey_frames() {
    std::optional<Bounds> box;
    for (const int frame : surveyed_frames()) {
      const PointCloud cloud = load(frame);
      const FrameContent content = content_of(cloud, frame);
      if (has_particles(content)) box = box ? join(*box, content_bounds(content)) : content_bounds(content);
      if (color_by_ == "body") continue;
      for (const double s : scalars(cloud, frame))
        if (std::isfinite(s)) range_ = join(range_, {s, s});
    }
    bounds_ = box ? *box : content_bounds(content(frames_.front()));
  }

  /// The picture's own floor lies under all that is ever seen, whether it fits into the frame or not, so that
  /// it hides nothing. There is none where a collider is a floor, or has no lowest point.
  std::optional<double> ground_height() const {
    if (!run_.render.ground || run_.dimension == 2) return std::nullopt;
    double height = bounds_->min[1];
    for (const int frame : folder_.frames())
      for (const PosedShape& collider : colliders(read_ply_header(folder_.frame(frame)))) {
        if (is_floor(collider)) return std::nullopt;
        if (!world_plane(collider)) height = std::min(height, lowest_point(collider));
      }
    return std::isfinite(height) ? std::optional(height) : std::nullopt;
  }

  PointCloud load(int frame) const { return read_ply(folder_.frame(frame)); }
  FrameContent content(int frame) const { return content_of(load(frame), frame); }

  std::vector<double> scalars(const PointCloud& cloud, int frame) const {
    const std::string path = folder_.frame(frame);
    if (color_by_ != "speed") {
      const NumberColumn& chosen = values_of(cloud, color_by_, path);
      return chosen.visit(
          [](const auto& numbers) { return std::vector<double>(numbers.begin(), numbers.end()); });
    }
    std::vector<double> speed(cloud.count());
    for (const char* axis : {"vx", "vy", "vz"}) {
      const NumberColumn& v = values_of(cloud, axis, path);
      for (std::size_t k = 0; k < speed.size(); ++k) speed[k] += v[k] * v[k];
    }
    for (double& s : speed) s = std::sqrt(s);
    return speed;
  }

  FrameContent content_of(const PointCloud& cloud, int frame) const {
    FrameContent content;
    content.dim = run_.dimension;
    content.film_bounds = bounds_;
    add_particles(content, cloud, frame);
    content.colliders = colliders(cloud);
    content.ground = ground_height_.has_value();
    content.ground_height = ground_height_.value_or(0);
    return content;
  }

  void add_particles(FrameContent& content, const PointCloud& cloud, int frame) const {
    const std::string path = folder_.frame(frame);
    const auto &x = values_of(cloud, "x", path), &y = values_of(cloud, "y", path),
               &z = values_of(cloud, "z", path);
    const auto& body = values_of(cloud, "body", path);
    const std::vector<double> scalar = color_by_ == "body" ? std::vector<double>() : scalars(cloud, frame);
    const double common_radius = run_.render.particle_radius;
    const PointProperty* radius = common_radius > 0 ? nullptr : cloud.find("radius");
    if (common_radius == 0 && radius == nullptr)
      throw InputError(path +
                       " has no radii; set render.particle_radius in view.json, or run the scene again");
    content.clouds.resize(cloud.bodies.size());
    for (std::size_t b = 0; b < content.clouds.size(); ++b) {
      if (radius == nullptr) content.clouds[b].radius = {static_cast<float>(common_radius)};
      if (scalar.empty()) content.clouds[b].color = {color_of_body(b)};
    }
    for (std::size_t k = 0; k < cloud.count(); ++k) {
      if (!(body[k] >= 0 && body[k] < double(content.clouds.size())))
        throw InputError(path + " names a body that it does not have; run the scene again");
      ParticleCloud& to = content.clouds[static_cast<std::size_t>(body[k])];
      to.x.push_back({float(x[k]), float(y[k]), float(z[k])});
      if (radius != nullptr) to.radius.push_back(float(radius->values[k]));
      if (!scalar.empty()) to.color.push_back(color_of(scalar[k]));
    }
    std::erase_if(content.clouds, [](const ParticleCloud& c) { return c.x.empty(); });
  }

  Vec3<float> color_of_body(std::size_t b) const {
    const bool is_chosen = b < run_.bodies.size() && run_.bodies[b].color;
    return is_chosen ? srgb_to_linear(*run_.bodies[b].color) : body_color(static_cast<int>(b));
  }

  Vec3<float> color_of(double s) const {
    if (!std::isfinite(s)) return ground_color();
    const double width = range_.hi - range_.lo;
    return scalar_color(width > 0 ? float((s - range_.lo) / width) : 0.5f);
  }

  /// Those that are seen, where they are in that frame.
  std::vector<PosedShape> colliders(const PointCloud& frame) const {
    std::vector<PosedShape> posed;
    for (std::size_t k = 0; k < run_.colliders.size(); ++k) {
      const ColliderLook& c = run_.colliders[k];
      if (!c.is_visible) continue;
      const bool is_plane = is_half_space(c.shape.view());
      const Vec3<float> color = c.color    ? srgb_to_linear(*c.color)
                                : is_plane ? ground_color()
                                           : collider_color();
      posed.push_back({&c.shape, pose_in(frame, k), color, is_plane});
    }
    return posed;
  }

  double aspect() const { return double(options_.width) / options_.height; }

  Camera camera() const {
    Camera camera = frame_camera(*bounds_, aspect(), run_.render.field_of_view);
    if (run_.render.eye) camera.eye = *run_.render.eye;
    if (run_.render.target) camera.target = *run_.render.target;
    return camera;
  }

  Image draw(const FrameContent& content) const {
    if (run_.dimension == 2) return render_2d(content, frame_view(*bounds_, aspect()), options_);
    return render_3d(content, camera(), options_);
  }

  const RunPictures& job_;
  RunFolder folder_;
  RunView run_;
  PictureOptions options_;
  std::string color_by_;
  std::vector<int> frames_;
  std::optional<Bounds> bounds_;
  std::optional<double> ground_height_;
  ScalarRange range_;
};

}  // namespace

PictureView common_view(const std::vector<std::string>& folders, const std::string& color_by) {
  std::optional<PictureView> all;
  for (const std::string& folder : folders) {
    const RunPictures job{.folder = folder, .color_by = color_by};
    const PictureView own = RunPainter(job).view();
    if (!all) all = own;
    all->bounds = join(all->bounds, own.bounds);
    for (const auto& [name, range] : own.ranges) all->ranges[name] = join(all->ranges[name], range);
  }
  FROTH_CHECK(all.has_value(), "a view of no run");
  return *all;
}

std::vector<Image> draw_run(const RunPictures& job) { return RunPainter(job).images(); }

DrawnPictures render_run(const RunPictures& job) { return RunPainter(job).run(); }

}  // namespace froth

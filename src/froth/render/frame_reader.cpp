// SPDX-License-Identifier: Apache-2.0
#include <froth/render/frame_reader.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/ply.h>
#include <froth/render/colormap.h>

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

}  // namespace

PointCloud FrameReader::load(int frame) const { return read_ply(folder_.frame(frame)); }

FrameContent FrameReader::content(const PointCloud& cloud, int frame, const Coloring& coloring) const {
  FrameContent content;
  content.dim = run_.dimension;
  content.clouds = clouds(cloud, frame, coloring);
  content.colliders = colliders(cloud);
  return content;
}

std::vector<double> FrameReader::scalars(const PointCloud& cloud, int frame, const std::string& name) const {
  const std::string path = folder_.frame(frame);
  if (name != "speed") {
    const NumberColumn& chosen = values_of(cloud, name, path);
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

std::string FrameReader::unit_of(const PointCloud& cloud, const std::string& name) {
  if (name == "speed") return "m/s";
  const PointProperty* property = cloud.find(name);
  return property == nullptr ? "" : property->unit;
}

std::vector<ParticleCloud> FrameReader::clouds(const PointCloud& cloud, int frame,
                                               const Coloring& coloring) const {
  const std::string path = folder_.frame(frame);
  const auto &x = values_of(cloud, "x", path), &y = values_of(cloud, "y", path),
             &z = values_of(cloud, "z", path);
  const auto& body = values_of(cloud, "body", path);
  const std::vector<double> scalar =
      coloring.is_by_body() ? std::vector<double>() : scalars(cloud, frame, coloring.by);
  const double common_radius = run_.render.particle_radius;
  const PointProperty* radius = common_radius > 0 ? nullptr : cloud.find("radius");
  if (common_radius == 0 && radius == nullptr)
    throw InputError(path + " has no radii; set render.particle_radius in view.json, or run the scene again");
  std::vector<ParticleCloud> clouds(cloud.bodies.size());
  for (std::size_t b = 0; b < clouds.size(); ++b) {
    if (radius == nullptr) clouds[b].radius = {static_cast<float>(common_radius)};
    if (scalar.empty()) clouds[b].color = {color_of_body(b)};
  }
  for (std::size_t k = 0; k < cloud.count(); ++k) {
    if (!(body[k] >= 0 && body[k] < double(clouds.size())))
      throw InputError(path + " names a body that it does not have; run the scene again");
    ParticleCloud& to = clouds[static_cast<std::size_t>(body[k])];
    to.x.push_back({float(x[k]), float(y[k]), float(z[k])});
    if (radius != nullptr) to.radius.push_back(float(radius->values[k]));
    if (!scalar.empty()) to.color.push_back(color_in(coloring.range, scalar[k]));
  }
  std::erase_if(clouds, [](const ParticleCloud& c) { return c.x.empty(); });
  return clouds;
}

Vec3<float> FrameReader::color_of_body(std::size_t b) const {
  const bool is_chosen = b < run_.bodies.size() && run_.bodies[b].color;
  return is_chosen ? srgb_to_linear(*run_.bodies[b].color) : body_color(static_cast<int>(b));
}

std::vector<PosedShape> FrameReader::colliders(const PointCloud& frame) const {
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

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/still_foam.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/power_cells/foam.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

constexpr double kVolume = 1e-3;      // of all bubbles [m^3]
constexpr double kRadiusShare = 0.6;  // as frames have it
constexpr double kBoxWidth = 0.1;     // of the glass box [m]; a litre fills it to its width

bool is_box(const StillFoam& foam) { return foam.shape == "box"; }

void check(const StillFoam& foam) {
  if (foam.shape != "ball" && !is_box(foam))
    throw InputError("there is no foam of the shape \"" + foam.shape + "\"; there are ball and box");
  if (!(foam.spread >= 0 && foam.spread <= 1)) throw InputError("the spread of a foam is from 0 to 1");
}

/// A normal number from two uniform ones, by Box and Muller's way.
double normal_number(double u, double v) {
  return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * std::numbers::pi * v);
}

Bubbles random_bubbles(const StillFoam& foam) {
  const RandomKey key{static_cast<std::uint64_t>(foam.seed), Purpose::PowerCells};
  Bubbles bubbles;
  const double radius = std::cbrt(0.75 * kVolume / std::numbers::pi);
  if (is_box(foam)) bubbles.low = {0, 0, 0}, bubbles.high = {kBoxWidth, 2 * kBoxWidth, kBoxWidth};
  double sum = 0;
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(foam.bubbles); ++k) {
    const Vec<4, double> size = uniform4(key, k, 1, 0);
    const double r = std::exp(foam.spread * normal_number(size[0], size[1]));
    bubbles.volume.push_back(r * r * r);
    sum += r * r * r;
    Vec3<double> x{};
    for (std::uint32_t dart = 0;; ++dart) {
      const Vec<4, double> u = uniform4(key, k, 2, dart);
      for (int d = 0; d < 3; ++d) x[d] = is_box(foam) ? kBoxWidth * u[d] : radius * (2 * u[d] - 1);
      if (is_box(foam) || dot(x, x) < radius * radius) break;
    }
    bubbles.x.push_back(x);
  }
  for (double& volume : bubbles.volume) volume *= kVolume / sum;
  relax_foam(bubbles, foam.relax);
  return bubbles;
}

}  // namespace

PointCloud make_still_foam(const StillFoam& foam) {
  check(foam);
  const Bubbles bubbles = random_bubbles(foam);
  PointCloud cloud{FrameStamp{0, 0}, 3, {{"bubbles", ""}}};
  const std::size_t count = bubbles.x.size();
  for (int d = 0; d < 3; ++d) {
    std::vector<double> x;
    for (const Vec3<double>& place : bubbles.x) x.push_back(place[d]);
    cloud.properties.emplace_back(std::string(1, "xyz"[d]), NumberType::Double, x, "m");
  }
  for (const char* name : {"vx", "vy", "vz"})
    cloud.properties.emplace_back(name, NumberType::Float, std::vector<double>(count, 0.0), "m/s");
  std::vector<double> radius, id;
  for (std::size_t k = 0; k < count; ++k)
    radius.push_back(kRadiusShare * std::cbrt(bubbles.volume[k])), id.push_back(double(k));
  cloud.properties.emplace_back("radius", NumberType::Float, radius, "m");
  cloud.properties.emplace_back("volume", NumberType::Double, bubbles.volume, "m^3");
  cloud.properties.emplace_back("id", NumberType::UInt, id, "-");
  cloud.properties.emplace_back("body", NumberType::Int, std::vector<double>(count, 0.0), "-");
  return cloud;
}

RunView view_of_still_foam(const StillFoam& foam) {
  RunView view;
  view.name = "foam";
  view.title = "a dry foam at rest";
  view.bodies.push_back({"bubbles", std::nullopt});
  view.link_length = view.voxel_size = std::cbrt(kVolume / foam.bubbles);
  view.render.as = "cells";
  view.render.max_bounces = 12;
  if (is_box(foam)) {
    view.colliders.push_back({"floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), true, std::nullopt});
    for (int axis : {0, 2})
      for (const bool is_high : {false, true}) {
        Vec3<double> point{}, normal{};
        point[axis] = is_high ? kBoxWidth : 0;
        normal[axis] = is_high ? -1 : 1;
        view.colliders.push_back({"wall", Shape::half_space(point, normal), false, std::nullopt});
      }
  }
  return view;
}

void write_still_foam(const std::string& folder, const StillFoam& foam, bool may_overwrite) {
  const RunFolder run{folder};
  if (!may_overwrite && std::filesystem::exists(run.view()))
    throw InputError(folder + " has a run already; choose another folder, or say --overwrite");
  const PointCloud cloud = make_still_foam(foam);
  make_folder(run.path);
  make_folder(run.particles());
  write_run_view(run.view(), run.view_samples(), view_of_still_foam(foam));
  write_ply(run.frame(0), cloud);
}

}  // namespace froth

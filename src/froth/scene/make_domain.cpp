// SPDX-License-Identifier: Apache-2.0
// The box around a scene: periodic axes fit the grid's blocks, walls are half-space colliders solid outside.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <froth/base/error.h>
#include <froth/geometry/block_map.h>
#include <froth/scene/make_scene.h>
#include <froth/scene/solver_methods.h>

namespace froth {

namespace {

// Lengths typed in decimals miss a multiple of the cell size by rounding, never by this much.
constexpr double kFit = 1e-6;

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

std::string axis_name(int axis) { return std::string(1, "xyz"[axis]); }

/// Marks the axes that a list of names holds.
void mark_axes(const Values& domain, const char* key, int dimension, bool (&marks)[3]) {
  for (const std::string& name : domain.texts(key)) {
    const int axis = name[0] - 'x';
    if (axis >= dimension) fail(domain.where(key), "a scene of dimension 2 has no axis \"z\"; remove it");
    if (marks[axis]) fail(domain.where(key), std::string(key) + " has the axis \"" + name + "\" twice");
    marks[axis] = true;
  }
}

void check_periodic_length(const Values& domain, int axis, const ReadContext& context, const Scene& scene) {
  const double length = scene.domain.max[axis] - scene.domain.min[axis];
  const double block = kBlockWidth * scene.solver.cell_size;
  const double blocks = std::max(1.0, std::round(length / block));
  if (std::abs(length / block - blocks) <= kFit * blocks) return;
  const auto shown = [&](double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.9g", from_si(x, unit::m, context.units));
    return std::string(buffer);
  };
  fail(domain.where("max"), "the domain is " + shown(length) + " long along the periodic axis " +
                                axis_name(axis) + ", which is not a multiple of " +
                                std::to_string(kBlockWidth) + " cells (" + shown(block) +
                                "); the nearest good length is " + shown(blocks * block));
}

void add_walls(int axis, Scene& scene) {
  for (const bool is_upper : {false, true}) {
    Vec3<double> inward{};
    inward[axis] = is_upper ? -1 : 1;
    Collider wall;
    wall.name = "wall_" + axis_name(axis) + (is_upper ? "_max" : "_min");
    wall.shape = Shape::half_space(is_upper ? scene.domain.max : scene.domain.min, inward);
    wall.contact = scene.domain.contact;
    wall.is_visible = scene.domain.are_walls_visible;
    wall.is_wall = true;
    scene.obstacles.colliders.push_back(wall);
  }
}

}  // namespace

void add_domain(const Values& domain, const ReadContext& context, Scene& scene) {
  DomainSpec& spec = scene.domain;
  spec.min = domain.vector("min");
  spec.max = domain.vector("max");
  spec.contact = make_contact(domain.table("contact"));
  spec.are_walls_visible = domain.boolean("visible");
  for (int k = 0; k < scene.dimension; ++k)
    if (!(spec.min[k] < spec.max[k]))
      fail(domain.where("max"), "the domain is empty along " + axis_name(k) + "; give a max above its min");

  mark_axes(domain, "periodic", scene.dimension, spec.is_periodic);
  if (domain.has("walls"))
    mark_axes(domain, "walls", scene.dimension, spec.is_bounded);
  else
    for (int k = 0; k < scene.dimension; ++k) spec.is_bounded[k] = !spec.is_periodic[k];

  const bool has_grid = solver_method(scene.solver.method).can.grid;
  for (int k = 0; k < scene.dimension; ++k) {
    if (spec.is_periodic[k] && spec.is_bounded[k])
      fail(domain.where("walls"), "the axis " + axis_name(k) + " is periodic, so it has no walls");
    if (spec.is_periodic[k] && has_grid) check_periodic_length(domain, k, context, scene);
    if (spec.is_bounded[k]) add_walls(k, scene);
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_shape.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <froth/geometry/mesh_distance.h>
#include <froth/geometry/mesh_file.h>

namespace froth {

namespace {

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

void check_extent(const Values& box, const Vec3<double>& min, const Vec3<double>& max, int dimension) {
  for (int k = 0; k < dimension; ++k) {
    if (min[k] < max[k]) continue;
    const std::string axis(1, "xyz"[k]);
    if (box.has("max"))
      fail(box.where("max"), "the box is empty along " + axis + "; give a max above its min");
    fail(box.where("size"), "the box is empty along " + axis + "; give a positive size");
  }
}

struct Corners {
  Vec3<double> min, max;
};

/// Corners of a box, given by themselves or by center and size; a planar box is unbounded along z.
Corners corners_of(const Values& box, int dimension) {
  const bool has_corners = box.has("min") && box.has("max"),
             has_center = box.has("center") && box.has("size");
  const int given = box.has("min") + box.has("max") + box.has("center") + box.has("size");
  if (given != 2 || has_corners == has_center)
    fail(box.where(), "a box needs either \"min\" and \"max\" or \"center\" and \"size\"");
  Corners corners{};
  if (has_corners) {
    corners = {box.vector("min"), box.vector("max")};
  } else {
    const Vec3<double> half = 0.5 * box.vector("size");
    corners = {box.vector("center") - half, box.vector("center") + half};
  }
  check_extent(box, corners.min, corners.max, dimension);
  if (dimension == 2) corners.min[2] = -kUnbounded, corners.max[2] = kUnbounded;
  return corners;
}

Shape make_box(const Values& box, int dimension) {
  const Corners corners = corners_of(box, dimension);
  return located(box.where(), [&] { return Shape::box(corners.min, corners.max); });
}

Shape make_rounded_box(const Values& box, int dimension) {
  const Corners corners = corners_of(box, dimension);
  return located(box.where("rounding"),
                 [&] { return Shape::rounded_box(corners.min, corners.max, box.real("rounding")); });
}

Shape make_sphere(const Values& sphere, int) {
  return located(sphere.where(),
                 [&] { return Shape::sphere(sphere.vector("center"), sphere.real("radius")); });
}

Shape make_cylinder(const Values& cylinder, int) {
  const Vec3<double> base = cylinder.vector("base");
  const Vec3<double> top = base + cylinder.real("height") * unit_vector(cylinder, "axis");
  return located(cylinder.where(), [&] { return Shape::cylinder(base, top, cylinder.real("radius")); });
}

Shape make_capsule(const Values& capsule, int) {
  return located(capsule.where(), [&] {
    return Shape::capsule(capsule.vector("from"), capsule.vector("to"), capsule.real("radius"));
  });
}

Shape make_half_space(const Values& half_space, int) {
  const Vec3<double> normal = unit_vector(half_space, "normal");
  return located(half_space.where(), [&] { return Shape::half_space(half_space.vector("point"), normal); });
}

Shape make_ellipsoid(const Values& ellipsoid, int dimension) {
  Vec3<double> radii = ellipsoid.vector("radii");
  for (int k = 0; k < dimension; ++k)
    if (!(radii[k] > 0)) fail(ellipsoid.where("radii"), "the radii of an ellipsoid must be positive");
  if (dimension == 2) radii[2] = kUnbounded;
  return located(ellipsoid.where(), [&] { return Shape::ellipsoid(ellipsoid.vector("center"), radii); });
}

Shape make_cone(const Values& cone, int) {
  const Vec3<double> base = cone.vector("base");
  const Vec3<double> top = base + cone.real("height") * unit_vector(cone, "axis");
  return located(cone.where(),
                 [&] { return Shape::cone(base, top, cone.real("radius"), cone.real("top_radius")); });
}

Shape make_torus(const Values& torus, int) {
  const Vec3<double> axis = unit_vector(torus, "axis");
  return located(torus.where("minor_radius"), [&] {
    return Shape::torus(torus.vector("center"), axis, torus.real("major_radius"), torus.real("minor_radius"));
  });
}

Shape make_prism(const Values& values, double z_min, double z_max) {
  const std::vector<double>& numbers = values.reals("points");
  std::vector<Vec2<double>> corners;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) corners.push_back({numbers[i], numbers[i + 1]});
  return located(values.where("points"), [&] { return Shape::prism(corners, z_min, z_max); });
}

Shape make_polygon(const Values& polygon, int dimension) {
  if (dimension == 3) fail(polygon.where(), "a polygon is for scenes of dimension 2 only; use an extrusion");
  return make_prism(polygon, -kUnbounded, kUnbounded);
}

Shape make_extrusion(const Values& extrusion, int) {
  return make_prism(extrusion, 0, extrusion.real("height"));
}

Shape make_mesh(const Values& mesh, int) {
  return located(mesh.where("file"), [&] {
    const TriangleMesh surface = read_mesh(mesh.text("file"));
    const auto resolution = static_cast<int>(mesh.integer("resolution"));
    return Shape::sampled(sample_distance(surface, resolution))
        .transformed(Mat3<double>::identity(), {}, mesh.real("scale"));
  });
}

std::vector<Shape> make_shapes(const std::vector<Values>& list, int dimension) {
  std::vector<Shape> shapes;
  for (const Values& each : list) shapes.push_back(make_shape(each, dimension));
  return shapes;
}

Shape make_smooth_union(const Values& smooth, int dimension) {
  const std::vector<Shape> parts = make_shapes(smooth.list("shapes"), dimension);
  return located(smooth.where(), [&] { return Shape::unite_smoothly(parts, smooth.real("radius")); });
}

Shape make_shell(const Values& shell, int dimension) {
  const Shape outer = make_shape(shell.table("shape"), dimension);
  return located(shell.where(), [&] { return outer.shell(shell.real("thickness")); });
}

Shape make_repetition(const Values& repetition, int dimension) {
  const Shape first = make_shape(repetition.table("shape"), dimension);
  const Vec3<double> given = repetition.vector("count");
  Vec3<int> count = Vec3<int>::constant(1);
  for (int k = 0; k < dimension; ++k) {
    if (given[k] != std::floor(given[k]) || given[k] < 1 || given[k] > Shape::kMostCopies)
      fail(repetition.where("count"),
           "each part of count must be a whole number from 1 to " + std::to_string(Shape::kMostCopies));
    count[k] = static_cast<int>(given[k]);
  }
  return located(repetition.where(), [&] { return first.repeated(count, repetition.vector("spacing")); });
}

/// The combinations that are plain lists.
Shape make_list(const Values& shape, int dimension) {
  const std::vector<Shape> parts = make_shapes(shape.list(shape.chosen()), dimension);
  return located(shape.where(shape.chosen()), [&] {
    if (shape.chosen() == "union") return Shape::unite(parts);
    if (shape.chosen() == "intersection") return Shape::intersect(parts);
    return Shape::subtract(parts.front(), {parts.begin() + 1, parts.end()});
  });
}

Shape make_chosen(const Values& shape, int dimension) {
  using Make = Shape (*)(const Values&, int);
  static const std::map<std::string, Make> makers = {{"box", make_box},
                                                     {"sphere", make_sphere},
                                                     {"cylinder", make_cylinder},
                                                     {"capsule", make_capsule},
                                                     {"half_space", make_half_space},
                                                     {"rounded_box", make_rounded_box},
                                                     {"ellipsoid", make_ellipsoid},
                                                     {"cone", make_cone},
                                                     {"torus", make_torus},
                                                     {"polygon", make_polygon},
                                                     {"extrusion", make_extrusion},
                                                     {"mesh", make_mesh},
                                                     {"smooth_union", make_smooth_union},
                                                     {"shell", make_shell},
                                                     {"repetition", make_repetition}};
  const auto maker = makers.find(shape.chosen());
  FROTH_CHECK(maker != makers.end(), "the schema has a shape that nobody makes: " + shape.chosen());
  return maker->second(shape.table(shape.chosen()), dimension);
}

Shape transformed(const Shape& shape, const Values& transform) {
  Mat3<double> turn = Mat3<double>::identity();
  if (transform.has("rotate")) {
    const Values& rotate = transform.table("rotate");
    turn = rotation(turning_axis(rotate), rotate.real("angle") * std::numbers::pi / 180);
  }
  return located(transform.where(), [&] {
    return shape.transformed(turn, transform.vector("translate"), transform.real("scale"));
  });
}

}  // namespace

Vec3<double> unit_vector(const Values& values, const char* key) {
  const Vec3<double> direction = values.vector(key);
  // Scaled first, so that the squares of huge and tiny numbers neither overflow nor vanish.
  const double most = std::max({std::abs(direction[0]), std::abs(direction[1]), std::abs(direction[2])});
  if (!(most > 0)) fail(values.where(key), std::string(key) + " is a direction, so it must not be zero");
  const Vec3<double> scaled = direction / most;
  return scaled / norm(scaled);
}

Vec3<double> turning_axis(const Values& values) {
  return values.has("axis") ? unit_vector(values, "axis") : Vec3<double>{0, 0, 1};
}

Shape make_shape(const Values& shape, int dimension) {
  const std::string& kind = shape.chosen();
  const bool is_list = kind == "union" || kind == "difference" || kind == "intersection";
  const Shape plain = is_list ? make_list(shape, dimension) : make_chosen(shape, dimension);
  return shape.has("transform") ? transformed(plain, shape.table("transform")) : plain;
}

}  // namespace froth

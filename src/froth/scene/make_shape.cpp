// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_shape.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

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

Shape make_box(const Values& box, int dimension) {
  const bool has_corners = box.has("min") && box.has("max"),
             has_center = box.has("center") && box.has("size");
  const auto given = box.keys().size();
  if (given != 2 || has_corners == has_center)
    fail(box.where(), "a box needs either \"min\" and \"max\" or \"center\" and \"size\"");
  Vec3<double> min{}, max{};
  if (has_corners) {
    min = box.vector("min"), max = box.vector("max");
  } else {
    const Vec3<double> half = 0.5 * box.vector("size");
    min = box.vector("center") - half, max = box.vector("center") + half;
  }
  check_extent(box, min, max, dimension);
  if (dimension == 2) min[2] = -kUnbounded, max[2] = kUnbounded;
  return located(box.where(), [&] { return Shape::box(min, max); });
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

Shape make_combination(const Values& shape, int dimension) {
  std::vector<Shape> parts;
  for (const Values& part : shape.list(shape.chosen())) parts.push_back(make_shape(part, dimension));
  return located(shape.where(shape.chosen()), [&] {
    if (shape.chosen() == "union") return Shape::unite(parts);
    return Shape::subtract(parts.front(), {parts.begin() + 1, parts.end()});
  });
}

Shape make_primitive(const Values& shape, int dimension) {
  using Make = Shape (*)(const Values&, int);
  static const std::map<std::string, Make> makers = {{"box", make_box},
                                                     {"sphere", make_sphere},
                                                     {"cylinder", make_cylinder},
                                                     {"capsule", make_capsule},
                                                     {"half_space", make_half_space}};
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
  const bool is_combination = shape.chosen() == "union" || shape.chosen() == "difference";
  const Shape plain = is_combination ? make_combination(shape, dimension) : make_primitive(shape, dimension);
  return shape.has("transform") ? transformed(plain, shape.table("transform")) : plain;
}

}  // namespace froth

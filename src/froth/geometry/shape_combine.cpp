// SPDX-License-Identifier: Apache-2.0
// Combinations of shapes: programs put one after the other, with an instruction behind each pair. Lists are
// combined from left to right, so that they need two places of the stack whatever their length.
#include <froth/geometry/shape.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {
namespace {

using Point = Vec3<double>;

int stack_need(const std::vector<ShapeOp>& ops) {
  int depth = 0, deepest = 0;
  for (const ShapeOp& op : ops) {
    if (op.kind != ShapeKind::Shell) depth += is_combination(op.kind) ? -1 : 1;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

void check_stack(const std::vector<ShapeOp>& ops) {
  const int need = stack_need(ops);
  if (need > kShapeStack)
    throw InputError(
        fmt::format("a shape nests combinations {} deep, but only {} levels fit; list the parts side by side "
                    "instead of inside each other",
                    need, kShapeStack));
}

void check_rotation(const Mat3<double>& turn) {
  const Mat3<double> square = turn * transpose(turn);
  double error = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const double entry = std::abs(square(r, c) - (r == c ? 1.0 : 0.0));
      error = entry <= error ? error : entry;  // in this order a not-a-number sticks
    }
  // Far above the rounding of many composed rotations, far below what would bend a distance visibly.
  if (!(error < 1e-9))
    throw InputError("a shape is turned by a matrix that is not a rotation; give a rotation");
}

void check_length(const char* what, double length) {
  if (!(length > 0) || !std::isfinite(length))
    throw InputError(fmt::format("{} of {:g}; give a positive, finite length", what, length));
}

/// Every combination finds its operands, and one value is left.
void check_program(const std::vector<ShapeOp>& ops) {
  int depth = 0;
  for (const ShapeOp& op : ops) {
    if (!is_combination(op.kind)) {
      ++depth;
      continue;
    }
    const int operands = op.kind == ShapeKind::Shell ? 1 : 2;
    if (depth < operands) throw InputError("a shape combines parts that it does not have");
    depth -= operands - 1;
  }
  if (depth > 1) throw InputError("a shape has parts that nothing combines");
  check_stack(ops);
}

}  // namespace

Shape Shape::from_program(std::vector<ShapeOp> ops, std::vector<std::shared_ptr<const void>> data,
                          double resolution) {
  check_program(ops);
  Shape shape;
  shape.ops_ = std::move(ops);
  shape.data_ = std::move(data);
  shape.resolution_ = resolution;
  return shape;
}

void Shape::append(const Shape& part) {
  ops_.insert(ops_.end(), part.ops_.begin(), part.ops_.end());
  for (const auto& each : part.data_)
    if (std::find(data_.begin(), data_.end(), each) == data_.end()) data_.push_back(each);
  resolution_ = std::max(resolution_, part.resolution_);
}

/// Parts that are empty add nothing.
Shape Shape::chain(const std::vector<Shape>& parts, const ShapeOp& combination) {
  Shape shape;
  for (const Shape& part : parts) {
    if (part.is_empty()) continue;
    const bool is_first = shape.is_empty();
    shape.append(part);
    if (!is_first) shape.ops_.push_back(combination);
  }
  check_stack(shape.ops_);
  return shape;
}

Shape Shape::unite(const std::vector<Shape>& parts) {
  if (parts.empty()) throw InputError("a union has no parts; list at least one shape");
  return chain(parts, {.kind = ShapeKind::Union});
}

Shape Shape::unite_smoothly(const std::vector<Shape>& parts, double blend) {
  if (parts.empty()) throw InputError("a smooth union has no parts; list at least one shape");
  check_length("a smooth union has a radius", blend);
  return chain(parts, {.kind = ShapeKind::SmoothUnion, .radius = blend});
}

Shape Shape::intersect(const std::vector<Shape>& parts) {
  if (parts.empty()) throw InputError("an intersection has no parts; list at least one shape");
  for (const Shape& part : parts)
    if (part.is_empty()) return {};
  return chain(parts, {.kind = ShapeKind::Intersection});
}

Shape Shape::subtract(const Shape& from, const std::vector<Shape>& parts) {
  if (from.is_empty()) return from;
  std::vector<Shape> all = {from};
  all.insert(all.end(), parts.begin(), parts.end());
  return chain(all, {.kind = ShapeKind::Difference});
}

Shape Shape::shell(double thickness) const {
  check_length("a shell has a thickness", thickness);
  if (is_empty()) return {};
  Shape shape = *this;
  shape.ops_.push_back({.kind = ShapeKind::Shell, .radius = thickness});
  return shape;
}

Shape Shape::repeated(const Vec3<int>& count, const Point& spacing) const {
  double copies = 1;
  for (int k = 0; k < 3; ++k) {
    if (count[k] < 1)
      throw InputError(
          fmt::format("a repetition has a count of {} along {}; give 1 or more", count[k], "xyz"[k]));
    if (count[k] > 1 && (spacing[k] == 0 || !std::isfinite(spacing[k])))
      throw InputError(
          fmt::format("a repetition along {} has a spacing of {:g}, so that its copies fall on each "
                      "other; give a finite spacing other than zero",
                      "xyz"[k], spacing[k]));
    copies *= count[k];
  }
  if (copies > kMostCopies)
    throw InputError(fmt::format("a repetition has {:.0f} copies, but {} is the most; lower its count",
                                 copies, kMostCopies));
  if (const double steps = copies * static_cast<double>(ops_.size()); steps > kMostRepeatedSteps)
    throw InputError(fmt::format(
        "a repetition makes {:.0f} parts with those of the shape in it, but {} is the most; lower "
        "its count",
        steps, kMostRepeatedSteps));
  std::vector<Shape> parts;
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j)
      for (int k = 0; k < count[2]; ++k) {
        Point shift{};
        for (int d = 0; d < 3; ++d)  // an axis without copies may have any spacing
          if (count[d] > 1) shift[d] = (d == 0 ? i : d == 1 ? j : k) * spacing[d];
        parts.push_back(transformed(Mat3<double>::identity(), shift, 1));
      }
  return unite(parts);
}

Shape Shape::transformed(const Mat3<double>& turn, const Point& shift, double scale) const {
  check_rotation(turn);
  if (!std::isfinite(norm(shift)))
    throw InputError(fmt::format("a shape has shift ({:g}, {:g}, {:g}); give finite numbers", shift[0],
                                 shift[1], shift[2]));
  if (!(scale > 0) || !std::isfinite(scale))
    throw InputError(fmt::format("a shape is scaled by {:g}; give a positive, finite scale", scale));
  // local = T (y - s) / c with y = turn^T (x - shift) / scale, gathered into the same form in x.
  Shape shape = *this;
  for (ShapeOp& op : shape.ops_) {
    op.turn = op.turn * transpose(turn);
    op.shift = shift + scale * (turn * op.shift);
    op.scale *= scale;
  }
  shape.resolution_ *= scale;
  return shape;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/rigid_mass.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace froth {

namespace {

/// Cells along the longest side of the bounds: for mass, and for points of a surface.
constexpr int kMassCells[2] = {512, 96}, kSurfaceCells[2] = {64, 12};
/// Radius of the balls in a box' corners, as a share of half its shortest side. A sharp corner has no normal
/// where it meets another.
constexpr double kCornerShare = 0.02;
/// Balls between the corners of an edge.
constexpr int kEdgeBalls = 3;

/// Points in the middle of the cells of a lattice that fills the bounds.
class CellLattice {
 public:
  CellLattice(const Bounds& bounds, int dimension, int cells) : bounds_(bounds) {
    double longest = 0;
    for (int d = 0; d < dimension; ++d) longest = std::max(longest, bounds.max[d] - bounds.min[d]);
    for (int d = 0; d < dimension; ++d) {
      const double side = bounds.max[d] - bounds.min[d];
      count_[d] = std::max(1, static_cast<int>(std::ceil(cells * side / longest - 1e-9)));
      size_[d] = side / count_[d];
      least_ = std::min(least_, size_[d]);
      volume_ *= size_[d];
    }
  }
  double volume() const { return volume_; }
  double least() const { return least_; }
  double size(int d) const { return size_[d]; }
  template <class F>
  void each(F f) const {
    for (int k = 0; k < count_[2]; ++k)
      for (int j = 0; j < count_[1]; ++j)
        for (int i = 0; i < count_[0]; ++i) f(place(0, i), place(1, j), place(2, k));
  }

 private:
  double place(int d, int n) const { return size_[d] > 0 ? bounds_.min[d] + (n + 0.5) * size_[d] : 0.0; }

  Bounds bounds_;
  int count_[3] = {1, 1, 1};
  double size_[3] = {0, 0, 0}, least_ = kUnbounded, volume_ = 1;
};

bool is_one(const ShapeView& shape, ShapeKind kind) { return shape.count == 1 && shape.ops[0].kind == kind; }

Vec3<double> to_world(const ShapeOp& op, const Vec3<double>& local) {
  return transpose(op.turn) * (local * op.scale) + op.shift;
}

RigidMass ball_mass(const ShapeOp& op, double density, int dimension) {
  const double r = op.radius * op.scale;
  RigidMass ball;
  ball.center = to_world(op, op.p);
  ball.mass = density * std::numbers::pi * r * r * (dimension == 2 ? 1 : 4.0 / 3 * r);
  ball.inertia = (dimension == 2 ? 0.5 : 0.4) * ball.mass * r * r * Mat3<double>::identity();
  return ball;
}

/// Inertia of a point mass about the origin.
Mat3<double> inertia_of(double mass, const Vec3<double>& x) {
  return mass * (dot(x, x) * Mat3<double>::identity() - outer(x, x));
}

void add_box(const ShapeOp& op, int dimension, SurfaceBalls& found) {
  const bool is_round = op.kind == ShapeKind::RoundedBox;
  double shortest = kUnbounded;
  for (int d = 0; d < dimension; ++d) shortest = std::min(shortest, op.q[d]);
  const double radius = is_round ? op.radius : kCornerShare * shortest;
  Vec3<double> half{};
  for (int d = 0; d < dimension; ++d) half[d] = is_round ? op.q[d] : op.q[d] - radius;
  const auto put = [&](const Vec3<double>& local) {
    found.balls.push_back({to_world(op, op.p + local), radius * op.scale});
  };
  const int corners = 1 << dimension;
  const auto corner = [&](int n) {
    Vec3<double> local{};
    for (int d = 0; d < dimension; ++d) local[d] = (n >> d & 1) != 0 ? half[d] : -half[d];
    return local;
  };
  for (int n = 0; n < corners; ++n) put(corner(n));
  found.against_planes = found.balls.size();
  for (int n = 0; n < corners; ++n)
    for (int d = 0; d < dimension; ++d)
      for (int k = 1; (n >> d & 1) == 0 && k <= kEdgeBalls; ++k)
        put(corner(n) + (double(k) / (kEdgeBalls + 1)) * (corner(n | 1 << d) - corner(n)));
}

void add_capsule(const ShapeOp& op, SurfaceBalls& found) {
  for (const double s : {0.0, 1.0, 0.25, 0.5, 0.75})
    found.balls.push_back({to_world(op, op.p + s * (op.q - op.p)), op.radius * op.scale});
  found.against_planes = 2;
}

/// Points of the surface near those of a lattice.
void add_points(const Shape& shape, int dimension, SurfaceBalls& found) {
  const CellLattice lattice(shape.bounds(), dimension, kSurfaceCells[dimension - 2]);
  double reach = 0;
  for (int d = 0; d < dimension; ++d) reach = std::max(reach, lattice.size(d));
  const double step = 1e-4 * reach;
  lattice.each([&](double x, double y, double z) {
    Vec3<double> p{x, y, z};
    double d = shape.signed_distance(p);
    if (std::abs(d) > reach) return;
    for (int k = 0; k < 8 && std::abs(d) > step; ++k) {
      p -= d * outward_normal(shape.view(), p, step);
      if (dimension == 2) p[2] = 0;
      d = shape.signed_distance(p);
    }
    if (std::abs(d) <= 0.01 * reach) found.balls.push_back({p, 0});
  });
  found.against_planes = found.balls.size();
}

}  // namespace

RigidMass rigid_mass(const Shape& shape, double density, int dimension) {
  const ShapeView view = shape.view();
  if (is_one(view, ShapeKind::Sphere) && (dimension == 3 || to_world(view.ops[0], view.ops[0].p)[2] == 0))
    return ball_mass(view.ops[0], density, dimension);
  if (is_one(view, ShapeKind::Box) && dimension == 3) {  // exactly, however it is turned
    const ShapeOp& op = view.ops[0];
    const Vec3<double> h = op.scale * op.q;
    const Vec3<double> square{h[0] * h[0], h[1] * h[1], h[2] * h[2]};
    RigidMass box{density * 8 * h[0] * h[1] * h[2], to_world(op, op.p), {}};
    Mat3<double> own{};
    for (int d = 0; d < 3; ++d) own(d, d) = box.mass / 3 * (sum(square) - square[d]);
    box.inertia = transpose(op.turn) * own * op.turn;
    return box;
  }
  const CellLattice lattice(shape.bounds(), dimension, kMassCells[dimension - 2]);
  RigidMass body;
  Vec3<double> moment{};
  Mat3<double> inertia{};
  Vec3<double> own{};  // what a cell's own extent adds, per mass, along each axis
  for (int d = 0; d < dimension; ++d) own[d] = lattice.size(d) * lattice.size(d) / 12;
  lattice.each([&](double x, double y, double z) {
    const Vec3<double> p{x, y, z};
    const double inside = 0.5 - shape.signed_distance(p) / lattice.least();
    if (!(inside > 0)) return;
    const double m = density * lattice.volume() * std::min(inside, 1.0);
    body.mass += m;
    moment += m * p;
    inertia += inertia_of(m, p);
    for (int d = 0; d < 3; ++d) inertia(d, d) += m * (sum(own) - own[d]);
  });
  if (!(body.mass > 0)) return {};
  body.center = moment / body.mass;
  body.inertia = inertia - inertia_of(body.mass, body.center);
  return body;
}

SurfaceBalls surface_balls(const Shape& shape, int dimension) {
  const ShapeView view = shape.view();
  SurfaceBalls found;
  const bool is_upright = dimension == 3 || (view.count == 1 && view.ops[0].turn(2, 2) > 1 - 1e-12);
  if (is_one(view, ShapeKind::Sphere)) {
    found.balls.push_back({to_world(view.ops[0], view.ops[0].p), view.ops[0].radius * view.ops[0].scale});
    found.against_planes = 1;
  } else if (is_upright && (is_one(view, ShapeKind::Box) || is_one(view, ShapeKind::RoundedBox))) {
    add_box(view.ops[0], dimension, found);
  } else if (is_one(view, ShapeKind::Capsule)) {
    add_capsule(view.ops[0], found);
  } else {
    add_points(shape, dimension, found);
  }
  return found;
}

}  // namespace froth

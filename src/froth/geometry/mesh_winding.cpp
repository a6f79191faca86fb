// SPDX-License-Identifier: Apache-2.0
// Winding numbers of a closed mesh on an array of samples, row by row. A row along x meets the triangles
// whose shadow on the plane of y and z covers it; entering adds one, leaving takes one. Shadows have whole
// coordinates, in tiny parts of a sample, so that sides are decided without rounding; a row that runs through
// an edge or a corner is taken to pass it on one fixed side. A closed surface therefore cannot leak.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <froth/geometry/mesh_distance.h>

namespace froth {
namespace {

/// Parts of a sample. With arrays of less than 2^9 samples, sides of shadows are below 2^61.
constexpr int kPartBits = 20;

/// On which side of an edge a row passes: twice the area that they span, and its sign, never zero.
struct Side {
  std::int64_t area;
  bool is_left;
};

class Rows {
 public:
  Rows(const TriangleMesh& mesh, const DistanceArray& array)
      : mesh_(mesh), array_(array), change_(array.values.size(), 0) {
    for (const Vec3<double>& x : mesh.vertices) {
      Vec2<std::int64_t> shadow{};
      for (int d = 0; d < 2; ++d)
        shadow[d] = std::llround(std::ldexp((x[d + 1] - array.origin[d + 1]) / array.spacing, kPartBits));
      shadows_.push_back(shadow);
    }
  }

  void add(const Vec3<int>& triangle);
  std::vector<short> sum();

 private:
  Side side(int a, int b, const Vec2<std::int64_t>& row) const;
  void cross(const Vec3<int>& triangle, int j, int k);

  const TriangleMesh& mesh_;
  const DistanceArray& array_;
  std::vector<Vec2<std::int64_t>> shadows_;  ///< y and z of the vertices
  std::vector<short> change_;
};

Side Rows::side(int a, int b, const Vec2<std::int64_t>& row) const {
  const Vec2<std::int64_t> from = shadows_[static_cast<std::size_t>(a)];
  const Vec2<std::int64_t> edge = shadows_[static_cast<std::size_t>(b)] - from, arm = row - from;
  const std::int64_t area = edge[0] * arm[1] - edge[1] * arm[0];
  // As if the row were moved by a tiny step along y, and a far tinier one along z.
  return {area, area != 0 ? area > 0 : edge[1] != 0 ? edge[1] < 0 : edge[0] > 0};
}

void Rows::cross(const Vec3<int>& t, int j, int k) {
  const Vec2<std::int64_t> row{std::int64_t(j) << kPartBits, std::int64_t(k) << kPartBits};
  const Side sides[3] = {side(t[1], t[2], row), side(t[2], t[0], row), side(t[0], t[1], row)};
  if (sides[0].is_left != sides[1].is_left || sides[1].is_left != sides[2].is_left) return;
  double area = 0, x = 0;
  for (const Side& each : sides) area += double(each.area);
  if (area == 0) return;  // seen edge on; no row passes between its sides
  for (int c = 0; c < 3; ++c)
    x += double(sides[c].area) / area * mesh_.vertices[static_cast<std::size_t>(t[c])][0];
  const double first = std::ceil((x - array_.origin[0]) / array_.spacing);
  const int i = static_cast<int>(std::clamp(first, 0.0, double(array_.count[0])));
  if (i == array_.count[0]) return;
  // Corners that turn left in the plane of y and z belong to a triangle that faces +x: the row leaves.
  short& change = change_[array_.number_of(i, j, k)];
  change = static_cast<short>(change + (sides[0].is_left ? -1 : 1));
}

void Rows::add(const Vec3<int>& t) {
  int low[2], high[2];
  for (int d = 0; d < 2; ++d) {
    std::int64_t least = shadows_[static_cast<std::size_t>(t[0])][d], most = least;
    for (int c = 1; c < 3; ++c) {
      least = std::min(least, shadows_[static_cast<std::size_t>(t[c])][d]);
      most = std::max(most, shadows_[static_cast<std::size_t>(t[c])][d]);
    }
    const std::int64_t last = array_.count[d + 1] - 1;
    low[d] = static_cast<int>(std::clamp<std::int64_t>(least >> kPartBits, 0, last));
    high[d] = static_cast<int>(std::clamp<std::int64_t>(most >> kPartBits, 0, last));
  }
  for (int k = low[1]; k <= high[1]; ++k)
    for (int j = low[0]; j <= high[0]; ++j) cross(t, j, k);
}

std::vector<short> Rows::sum() {
  const std::size_t row = static_cast<std::size_t>(array_.count[0]);
  for (std::size_t i = 0; i < change_.size(); ++i)
    if (i % row != 0) change_[i] = static_cast<short>(change_[i] + change_[i - 1]);
  return std::move(change_);
}

}  // namespace

std::vector<short> winding_numbers(const TriangleMesh& mesh, const DistanceArray& array) {
  Rows rows(mesh, array);
  for (const Vec3<int>& triangle : mesh.triangles) rows.add(triangle);
  return rows.sum();
}

}  // namespace froth

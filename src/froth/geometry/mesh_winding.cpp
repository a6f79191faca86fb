// SPDX-License-Identifier: Apache-2.0
// Winding numbers of a closed mesh on an array of samples, row by row. A row along x meets the triangles
// whose shadow on the plane of y and z covers it; entering adds one, leaving takes one. Every edge is judged
// by one computation for both of its triangles, and a row that runs through an edge or a corner is taken to
// pass it on one fixed side, so that a closed surface cannot leak.
#include <algorithm>
#include <cmath>
#include <utility>

#include <froth/geometry/mesh_distance.h>

namespace froth {
namespace {

using Point = Vec3<double>;

/// On which side of the edge from vertex a to b the row at (y, z) passes: twice the area that they span, and
/// its sign, never zero.
struct Side {
  double area;
  bool is_left;
};

class Rows {
 public:
  Rows(const TriangleMesh& mesh, const DistanceArray& array)
      : mesh_(mesh), array_(array), change_(array.values.size(), 0) {}

  void add(const Vec3<int>& triangle);
  std::vector<short> sum();

 private:
  const Point& vertex(int i) const { return mesh_.vertices[static_cast<std::size_t>(i)]; }
  Side side(int a, int b, double y, double z) const;
  void cross(const Vec3<int>& triangle, int j, int k);

  const TriangleMesh& mesh_;
  const DistanceArray& array_;
  std::vector<short> change_;
};

Side Rows::side(int a, int b, double y, double z) const {
  const bool is_swapped = a > b;
  if (is_swapped) std::swap(a, b);
  const Point &from = vertex(a), &to = vertex(b);
  const double dy = to[1] - from[1], dz = to[2] - from[2];
  const double area = dy * (z - from[2]) - dz * (y - from[1]);
  // As if the row were moved by a tiny step along y, and a far tinier one along z.
  const bool is_left = area != 0 ? area > 0 : dz != 0 ? dz < 0 : dy > 0;
  return {is_swapped ? -area : area, is_left != is_swapped};
}

void Rows::cross(const Vec3<int>& t, int j, int k) {
  const double y = array_.origin[1] + j * array_.spacing, z = array_.origin[2] + k * array_.spacing;
  const Side sides[3] = {side(t[1], t[2], y, z), side(t[2], t[0], y, z), side(t[0], t[1], y, z)};
  if (sides[0].is_left != sides[1].is_left || sides[1].is_left != sides[2].is_left) return;
  const double area = sides[0].area + sides[1].area + sides[2].area;
  double x = 0;
  for (int c = 0; c < 3; ++c)  // a triangle seen edge on has no area; any of its corners will do
    x += area != 0 ? sides[c].area / area * vertex(t[c])[0] : vertex(t[c])[0] / 3;
  const double first = std::ceil((x - array_.origin[0]) / array_.spacing);
  const int i = static_cast<int>(std::clamp(first, 0.0, double(array_.count[0])));
  if (i == array_.count[0]) return;
  const std::size_t at = array_.number_of(i, j, k);
  // Corners that turn left in the plane of y and z belong to a triangle that faces +x: the row leaves.
  change_[at] = static_cast<short>(change_[at] + (sides[0].is_left ? -1 : 1));
}

void Rows::add(const Vec3<int>& t) {
  int low[2], high[2];
  for (int d = 0; d < 2; ++d) {
    const double a = vertex(t[0])[d + 1], b = vertex(t[1])[d + 1], c = vertex(t[2])[d + 1];
    const double origin = array_.origin[d + 1], last = array_.count[d + 1] - 1;
    // One more row on each side than rounding could need.
    low[d] = static_cast<int>(std::clamp((std::min({a, b, c}) - origin) / array_.spacing - 1, 0.0, last));
    high[d] = static_cast<int>(std::clamp((std::max({a, b, c}) - origin) / array_.spacing + 1, 0.0, last));
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

// SPDX-License-Identifier: Apache-2.0
// OpenVDB finds the triangles near the surface's samples. From there every sample is offered the nearest
// triangles of its neighbours, and keeps the best, in sweeps up and down the array: unlike
// OpenVDB's own widening of its band, this leaves no sample with a triangle that is visibly not the nearest.
// Signs come from winding numbers, which know cavities. The only place that sees OpenVDB's mesh tools.
#include <froth/geometry/mesh_distance.h>

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/parallel.h>

namespace froth {
namespace {

/// Samples between the mesh and the array's border. Distances further out are not needed exactly.
int margin_of(int resolution) { return std::clamp(resolution / 8, 4, 8); }

/// The mesh in units of samples, as OpenVDB asks for it.
struct IndexedMesh {
  const TriangleMesh& mesh;
  const DistanceArray& array;

  std::size_t polygonCount() const { return mesh.triangles.size(); }
  std::size_t pointCount() const { return mesh.vertices.size(); }
  std::size_t vertexCount(std::size_t) const { return 3; }
  void getIndexSpacePoint(std::size_t polygon, std::size_t corner, openvdb::Vec3d& x) const {
    const int vertex = mesh.triangles[polygon][static_cast<int>(corner)];
    for (int k = 0; k < 3; ++k)
      x[k] = (mesh.vertices[static_cast<std::size_t>(vertex)][k] - array.origin[k]) / array.spacing;
  }
};

/// An array around the triangles, without samples.
DistanceArray array_around(const TriangleMesh& mesh, int resolution) {
  Vec3<double> low = mesh.vertices[static_cast<std::size_t>(mesh.triangles.front()[0])], high = low;
  for (const Vec3<int>& t : mesh.triangles)
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        const double x = mesh.vertices[static_cast<std::size_t>(t[c])][k];
        low[k] = std::min(low[k], x), high[k] = std::max(high[k], x);
      }
  DistanceArray array;
  const int margin = margin_of(resolution);
  array.spacing = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}) / resolution;
  array.margin = margin * array.spacing;
  for (int k = 0; k < 3; ++k) {
    array.count[k] = static_cast<int>(std::ceil((high[k] - low[k]) / array.spacing - 1e-9)) + 2 * margin + 1;
    const double middle = low[k] + 0.5 * (high[k] - low[k]);
    array.origin[k] = middle - 0.5 * (array.count[k] - 1) * array.spacing;
  }
  return array;
}

/// Number of the nearest triangle of every sample close to the surface, kNone elsewhere.
constexpr int kNone = -1;
std::vector<int> triangles_near(const TriangleMesh& mesh, const DistanceArray& array) {
  // One thread: which of two equally near triangles wins must not depend on who came first.
  const ThreadLimit limit(1);
  using namespace openvdb::tools;
  const int as_they_are =
      DISABLE_INTERSECTING_VOXEL_REMOVAL | DISABLE_RENORMALIZATION | DISABLE_NARROW_BAND_TRIMMING;
  const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
  openvdb::Int32Grid numbers(kNone);
  meshToVolume<openvdb::FloatGrid>(IndexedMesh{mesh, array}, *transform, 1.0f, 1.0f, as_they_are, &numbers);
  std::vector<int> near(array.values.size(), kNone);
  for (auto it = numbers.cbeginValueOn(); it; ++it) {
    const openvdb::Coord at = it.getCoord();
    bool is_there = *it >= 0 && *it < static_cast<int>(mesh.triangles.size());
    for (int k = 0; k < 3; ++k) is_there = is_there && at[k] >= 0 && at[k] < array.count[k];
    if (is_there) near[array.number_of(at[0], at[1], at[2])] = *it;
  }
  return near;
}

double square_from_segment(const Vec3<double>& x, const Vec3<double>& from, const Vec3<double>& to) {
  const Vec3<double> span = to - from, arm = x - from;
  const double length = dot(span, span);
  const double part = length > 0 ? std::clamp(dot(arm, span) / length, 0.0, 1.0) : 0.0;
  const Vec3<double> off = arm - part * span;
  return dot(off, off);
}

double square_from_triangle(const Vec3<double>& x, const Vec3<double> (&corner)[3]) {
  const Vec3<double> normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  bool is_above = dot(normal, normal) > 0;
  for (int k = 0; k < 3; ++k)
    is_above = is_above && dot(cross(corner[(k + 1) % 3] - corner[k], x - corner[k]), normal) >= 0;
  if (is_above) {
    const double height = dot(x - corner[0], normal);
    return height * height / dot(normal, normal);
  }
  return std::min({square_from_segment(x, corner[0], corner[1]), square_from_segment(x, corner[1], corner[2]),
                   square_from_segment(x, corner[2], corner[0])});
}

/// Spreads nearest triangles from sample to sample. Distances are in samples, up to a bound outside.
class Spreading {
 public:
  Spreading(const TriangleMesh& mesh, const DistanceArray& array, const std::vector<short>& winding)
      : triangles_(mesh.triangles), array_(array), winding_(winding), triangle_(triangles_near(mesh, array)) {
    for (const Vec3<double>& x : mesh.vertices) vertices_.push_back((x - array.origin) / array.spacing);
    distance_.assign(triangle_.size(), std::numeric_limits<float>::max());
    changed_.assign(triangle_.size(), 0);
    for (int z = 0; z < array.count[2]; ++z)
      for (int y = 0; y < array.count[1]; ++y)
        for (int x = 0; x < array.count[0]; ++x) {
          const std::size_t i = array.number_of(x, y, z);
          if (triangle_[i] != kNone) distance_[i] = distance_to(triangle_[i], x, y, z);
        }
  }

  /// Sweeps up and down while anything changes. After six sweeps that is the last digits of depths far
  /// inside, where many triangles are about equally near.
  std::vector<float> distances() {
    for (bool is_going_on = true; is_going_on && sweep_ < kMostSweeps;) {
      is_going_on = sweep(1);
      is_going_on = sweep(-1) || is_going_on;
    }
    return std::move(distance_);
  }

 private:
  static constexpr int kMostSweeps = 6;

  float distance_to(int triangle, int x, int y, int z) const {
    const Vec3<int>& t = triangles_[static_cast<std::size_t>(triangle)];
    Vec3<double> corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = vertices_[static_cast<std::size_t>(t[k])];
    const Vec3<double> at{double(x), double(y), double(z)};
    return static_cast<float>(std::sqrt(square_from_triangle(at, corner)));
  }

  /// Visits samples in order, or against it, and offers each what those before it have. Whether any changed.
  bool sweep(int step) {
    ++sweep_;
    const Vec3<int>& n = array_.count;
    const auto place = [&](int i, int k) { return step > 0 ? i : n[k] - 1 - i; };
    bool is_changed = false;
    for (int z = 0; z < n[2]; ++z)
      for (int y = 0; y < n[1]; ++y)
        for (int x = 0; x < n[0]; ++x)
          is_changed = improve(place(x, 0), place(y, 1), place(z, 2), step) || is_changed;
    return is_changed;
  }

  bool improve(int x, int y, int z, int step) {
    const std::size_t i = array_.number_of(x, y, z);
    const float bound = winding_[i] != 0 ? std::numeric_limits<float>::max()
                                         : static_cast<float>(array_.margin / array_.spacing + 1);
    int last = triangle_[i];
    bool is_changed = false;
    for (int n = 0; n < 13; ++n) {  // the half of the 26 neighbours that come first in this order
      const int u = x + step * (n % 3 - 1), v = y + step * (n / 3 % 3 - 1), w = z + step * (n / 9 - 1);
      const bool is_there =
          u >= 0 && u < array_.count[0] && v >= 0 && v < array_.count[1] && w >= 0 && w < array_.count[2];
      if (!is_there) continue;
      const std::size_t j = array_.number_of(u, v, w);
      // What has not changed since this sweep's last turn was offered then; and a triangle is nearer here
      // than at the neighbour by the step between them at most.
      const bool is_old = sweep_ > 2 && changed_[j] + 1 < sweep_;
      if (is_old || triangle_[j] == last || distance_[j] - 1.7321f >= std::min(distance_[i], bound)) continue;
      last = triangle_[j];
      const float offer = distance_to(last, x, y, z);
      if (!(offer < distance_[i])) continue;
      distance_[i] = offer;
      triangle_[i] = last;
      changed_[i] = static_cast<signed char>(sweep_);
      is_changed = true;
    }
    return is_changed;
  }

  const std::vector<Vec3<int>>& triangles_;
  const DistanceArray& array_;
  const std::vector<short>& winding_;
  std::vector<Vec3<double>> vertices_;  ///< in samples from the first one
  std::vector<int> triangle_;
  std::vector<float> distance_;
  std::vector<signed char> changed_;  ///< sweep of the last change
  int sweep_ = 0;
};

}  // namespace

DistanceArray sample_distance(const TriangleMesh& mesh, int resolution) {
  FROTH_CHECK(!mesh.triangles.empty() && resolution > 0, "a mesh without triangles has no distance");
  DistanceArray array = array_around(mesh, resolution);
  array.values.resize(std::size_t(array.count[0]) * std::size_t(array.count[1]) *
                      std::size_t(array.count[2]));
  const std::vector<short> winding = winding_numbers(mesh, array);
  const std::vector<float> distances = Spreading(mesh, array, winding).distances();
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double distance = array.spacing * double(distances[i]);
    array.values[i] = static_cast<float>(winding[i] != 0 ? -distance : std::min(distance, array.margin));
  }
  return array;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/measure.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>

namespace froth {

namespace {

using Points = std::vector<Vec3<double>>;

Points points_of(const PointCloud& cloud, const std::string& prefix) {
  const PointVector vector = find_vector(cloud, prefix);
  if (!vector) throw InputError("the frame has no position or no velocity; run the scene again");
  Points points(cloud.count());
  for (std::size_t k = 0; k < points.size(); ++k)
    points[k] = {vector.part[0]->values[k], vector.part[1]->values[k], vector.part[2]->values[k]};
  return points;
}

class Gathering {
 public:
  void add(const Vec3<double>& x) {
    ++piece_.count;
    piece_.center += x;
    for (int d = 0; d < 3; ++d) {
      piece_.bounds.min[d] = std::min(piece_.bounds.min[d], x[d]);
      piece_.bounds.max[d] = std::max(piece_.bounds.max[d], x[d]);
    }
  }
  PieceMeasure done() const {
    PieceMeasure piece = piece_;
    if (piece.count == 0) return {};
    piece.center = piece.center / static_cast<double>(piece.count);
    return piece;
  }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  PieceMeasure piece_{0, {}, {{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}}};
};

PieceMeasure measure_points(const Points& points) {
  Gathering all;
  for (const Vec3<double>& x : points) all.add(x);
  return all.done();
}

std::vector<PieceMeasure> measure_pieces(const Points& points, const Pieces& pieces) {
  std::vector<Gathering> gathered(pieces.count());
  for (std::size_t k = 0; k < points.size(); ++k) gathered[pieces.of[k]].add(points[k]);
  std::vector<PieceMeasure> measured;
  for (const Gathering& piece : gathered) measured.push_back(piece.done());
  return measured;
}

double mean_norm(const Points& vectors) {
  double sum = 0;
  for (const Vec3<double>& v : vectors) sum += norm(v);
  return vectors.empty() ? 0 : sum / static_cast<double>(vectors.size());
}

BodyMeasure measure_body(const std::string& name, const Points& x, const Points& v, double reach,
                         const Vec3<double>& period) {
  BodyMeasure body{name, measure_points(x), connected_pieces(x, reach, period).count(), mean_norm(v), {}};
  std::vector<double> heights;
  for (const Vec3<double>& point : x) heights.push_back(point[1]);
  std::sort(heights.begin(), heights.end());
  for (const double share : height_shares()) body.heights.push_back(percentile(heights, share));
  return body;
}

ColliderMeasure measure_collider(const ColliderLook& collider, const Pose& pose, const Points& points) {
  ColliderMeasure measured{collider.name};
  for (const Vec3<double>& x : points) {
    const double depth = -collider.shape.signed_distance(pose.to_rest(x));
    if (!(depth > 0)) continue;
    ++measured.inside;
    measured.deepest = std::max(measured.deepest, depth);
  }
  return measured;
}

}  // namespace

double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

const std::vector<double>& height_shares() {
  static const std::vector<double> shares = {0.05, 0.25, 0.5, 0.75, 0.95};
  return shares;
}

std::size_t FrameMeasure::inside() const {
  std::size_t sum = 0;
  for (const ColliderMeasure& collider : colliders) sum += collider.inside;
  return sum;
}

double FrameMeasure::deepest() const {
  double depth = 0;
  for (const ColliderMeasure& collider : colliders) depth = std::max(depth, collider.deepest);
  return depth;
}

FrameMeasure measure_frame(const RunView& view, const PointCloud& frame, double link) {
  const Points x = points_of(frame, ""), v = points_of(frame, "v");
  const PointProperty* body = frame.find("body");
  if (body == nullptr) throw InputError("the frame does not say which particle is of which body");
  const double reach = link * view.link_length;
  FrameMeasure measured;
  measured.time = frame.stamp.value_or(FrameStamp{}).time;
  measured.all = measure_points(x), measured.mean_speed = mean_norm(v);
  const Pieces pieces = connected_pieces(x, reach, view.period);
  measured.pieces = measure_pieces(x, pieces);
  measured.isolated = pieces.isolated();
  for (const Vec3<double>& point : x)
    if (&point == x.data() || point[1] > measured.highest[1]) measured.highest = point;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    Points own_x, own_v;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (body->values[k] == static_cast<double>(b)) own_x.push_back(x[k]), own_v.push_back(v[k]);
    measured.bodies.push_back(measure_body(frame.bodies[b].name, own_x, own_v, reach, view.period));
  }
  for (std::size_t c = 0; c < view.colliders.size(); ++c)
    measured.colliders.push_back(measure_collider(view.colliders[c], pose_in(frame, c), x));
  return measured;
}

}  // namespace froth

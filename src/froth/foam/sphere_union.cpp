// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/sphere_union.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {
constexpr float kFar = 1e10f;

/// Points may lie in a block, or in those next below; nodes of a half cell in it, or in those next above.
template <int Dim>
std::vector<BlockCoord<Dim>> with_upper_neighbours(const std::vector<BlockCoord<Dim>>& blocks) {
  std::vector<BlockCoord<Dim>> all;
  all.reserve(blocks.size() << Dim);
  for (const BlockCoord<Dim>& block : blocks)
    for (int n = 0; n < (1 << Dim); ++n) {
      BlockCoord<Dim> upper = block;
      for (int d = 0; d < Dim; ++d) upper[d] += (n >> d) & 1;
      all.push_back(upper);
    }
  return all;
}
}  // namespace

template <int Dim>
SphereUnion<Dim>::SphereUnion(const PointCells<Dim>& points) : points_(points) {
  list_.build(with_upper_neighbours(points.blocks()), points.list().periodic());
  const std::size_t count = list_.blocks().size();
  value_.resize(count * kListCells<Dim>);
  const auto each_block = [&](auto&& body) {
    parallel_tasks(static_cast<Index>(count), [&](Index b) { body(static_cast<std::size_t>(b)); });
  };
  each_block([&](std::size_t b) { measure_spheres(b); });
  Crossings crossings(count);
  each_block([&](std::size_t b) { find_crossings(b, crossings[b]); });
  std::vector<float> banded(value_.size());
  each_block([&](std::size_t b) { measure_band(b, crossings, banded); });
  value_.swap(banded);
}

/// Distance to the nearest sphere where a node is inside of one, else something positive.
template <int Dim>
void SphereUnion<Dim>::measure_spheres(std::size_t block) {
  float* value = &value_[block * kListCells<Dim>];
  std::fill_n(value, kListCells<Dim>, kFar);
  const Around<Dim> around = points_.list().around(list_.blocks()[block]);
  // A point within r of a node is in a half cell that touches the node.
  const auto scatter = [&](std::size_t, const Place& x) {
    Node low{};
    for (int d = 0; d < Dim; ++d) low[d] = static_cast<std::int32_t>(std::floor(x[d]));
    for (int n = 0; n < (1 << Dim); ++n) {
      Node node = low;
      float square = 0;
      bool is_here = true;
      for (int d = 0; d < Dim; ++d) {
        node[d] += (n >> d) & 1;
        is_here = is_here && node[d] >= 0 && node[d] < kListWidth;
        square += (x[d] - float(node[d])) * (x[d] - float(node[d]));
      }
      if (!is_here) continue;
      float& nearest = value[list_number(node)];
      nearest = std::min(nearest, square);
    }
  };
  points_.visit(around, Node::constant(-1), Node::constant(kListWidth - 1), scatter);
  for (int n = 0; n < kListCells<Dim>; ++n) value[n] = std::sqrt(value[n]) - 1;
}

/// Of a node outside that has a neighbour inside, and so a point within 2 r.
template <int Dim>
float SphereUnion<Dim>::distance_outside(const Around<Dim>& around, const Node& node) const {
  float nearest = kFar;
  const Place here = node.template cast<float>();
  points_.visit(around, node - Node::constant(2), node + Node::constant(1),
                [&](std::size_t, const Place& x) { nearest = std::min(nearest, dot(x - here, x - here)); });
  return std::sqrt(nearest) - 1;
}

/// Where the edges of the grid meet the surface, each found from its end inside.
template <int Dim>
void SphereUnion<Dim>::find_crossings(std::size_t block, std::vector<Place>& crossings) const {
  const Around<Dim> nodes = list_.around(list_.blocks()[block]);
  const Around<Dim> points = points_.list().around(list_.blocks()[block]);
  for (int n = 0; n < kListCells<Dim>; ++n) {
    const float inside = value(static_cast<std::int32_t>(block), n);
    if (!(inside < 0)) continue;
    const Node node = list_cell<Dim>(n);
    for (int side = 0; side < 2 * Dim; ++side) {
      const int axis = side / 2, step = side % 2 == 0 ? -1 : 1;
      Node other = node;
      other[axis] += step;
      const std::int32_t holder = nodes[static_cast<std::size_t>(around_of(other))];
      if (holder >= 0 && value(holder, list_number(other)) < 0) continue;
      const float outside = distance_outside(points, other);
      Place x = node.template cast<float>();
      x[axis] += float(step) * inside / (inside - std::max(outside, 0.0f));
      crossings.push_back(x);
    }
  }
}

template <int Dim>
void SphereUnion<Dim>::measure_band(std::size_t block, const Crossings& crossings,
                                    std::vector<float>& result) const {
  const float* old = &value_[block * kListCells<Dim>];
  float* value = &result[block * kListCells<Dim>];
  std::fill_n(value, kListCells<Dim>, kBand * kBand);
  constexpr int rows = kListCells<Dim> / kListWidth;
  const Around<Dim> around = list_.around(list_.blocks()[block]);
  for (int n = 0; n < kAround<Dim>; ++n) {
    const std::int32_t other = around[static_cast<std::size_t>(n)];
    if (other < 0) continue;
    Place shift{};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) shift[d] = float((rest % 3 - 1) * kListWidth);
    for (const Place& crossing : crossings[static_cast<std::size_t>(other)]) {
      const Place x = crossing + shift;
      float apart = 0;  // squared distance from the block
      for (int d = 0; d < Dim; ++d) {
        const float out = std::max({-x[d], x[d] - float(kListWidth - 1), 0.0f});
        apart += out * out;
      }
      if (apart >= kBand * kBand) continue;
      float last[kListWidth];  // squared distances along the last axis
      for (int k = 0; k < kListWidth; ++k) last[k] = (x[Dim - 1] - float(k)) * (x[Dim - 1] - float(k));
      for (int row = 0; row < rows; ++row) {
        const Node node = list_cell<Dim>(row * kListWidth);
        float square = 0;
        for (int d = 0; d + 1 < Dim; ++d) square += (x[d] - float(node[d])) * (x[d] - float(node[d]));
        if (square >= kBand * kBand) continue;
        float* to = value + row * kListWidth;
        for (int k = 0; k < kListWidth; ++k) to[k] = std::min(to[k], square + last[k]);
      }
    }
  }
  for (int n = 0; n < kListCells<Dim>; ++n) value[n] = std::copysign(std::sqrt(value[n]), old[n]);
}

template class SphereUnion<2>;
template class SphereUnion<3>;

}  // namespace froth

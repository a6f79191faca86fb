// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/edge_lines.h>

#include <cmath>

#include <froth/linalg/eigen_sym.h>
#include <froth/surface/edges.h>

namespace froth {

namespace {

/// Half the width of the box over which the structure tensor is averaged [spacings].
constexpr float kBox = 1.5f;
/// Contrast of the two smaller eigenvalues, 1 on a straight edge and 0 in the corner of a cube, from which on
/// there is a line, and from which on it counts fully.
constexpr float kCorner = 0.35f, kLine = 0.7f;

using Wide = HaloTile<kTile>;

/// In the order of Sym3.
constexpr int kPairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/// Products of the gradient's components, summed over boxes of 2 n + 1 corners around the corners of a tile.
class StructureTensors {
 public:
  StructureTensors(const Wide& phi, int n) {
    constexpr auto& step = Wide::kStep;
    const int from = -n, to = kTile + n;
    for (int i = from; i < to; ++i)
      for (int j = from; j < to; ++j)
        for (int k = from; k < to; ++k) {
          const int at = Wide::at(i, j, k);
          float slope[3];
          for (int d = 0; d < 3; ++d) slope[d] = phi.v[at + step[d]] - phi.v[at - step[d]];
          for (int p = 0; p < 6; ++p) sums_[p].v[at] = slope[kPairs[p][0]] * slope[kPairs[p][1]];
        }
    for (Wide& sum : sums_) add_up(sum, n);
  }

  Sym3<float> at(int corner) const {
    return {sums_[0].v[corner], sums_[1].v[corner], sums_[2].v[corner],
            sums_[3].v[corner], sums_[4].v[corner], sums_[5].v[corner]};
  }

 private:
  static void add_up(Wide& field, int n) {
    for (int d = 0; d < 3; ++d) {
      int low[3], high[3];  // axes that are summed already need the tile alone
      for (int a = 0; a < 3; ++a) low[a] = a < d ? 0 : -n, high[a] = a < d ? kTile : kTile + n;
      low[d] = 0, high[d] = 1;
      for (int i = low[0]; i < high[0]; ++i)
        for (int j = low[1]; j < high[1]; ++j)
          for (int k = low[2]; k < high[2]; ++k) add_row(field.v + Wide::at(i, j, k), Wide::kStep[d], n);
    }
  }
  static void add_row(float* v, int step, int n) {
    float sums[kTile];
    for (int k = 0; k < kTile; ++k) {
      sums[k] = 0;
      for (int m = -n; m <= n; ++m) sums[k] += v[(k + m) * step];
    }
    for (int k = 0; k < kTile; ++k) v[k * step] = sums[k];
  }

  Wide sums_[6];
};

/// Which corner of a tile lies where in the wide one.
int wide_at(int corner) { return Wide::at(corner / (kTile * kTile), corner / kTile % kTile, corner % kTile); }

/// Direction of the least eigenvalue, times how much it is a line.
Vec3<float> line_of(const Sym3<float>& tensor) {
  const EigenSym<float> eigen = eigen_sym(tensor);
  int least = 0, most = 0;
  for (int d = 1; d < 3; ++d) {
    if (eigen.values[d] < eigen.values[least]) least = d;
    if (eigen.values[d] >= eigen.values[most]) most = d;
  }
  if (least == most) return {};
  const float low = eigen.values[least], middle = eigen.values[3 - least - most], sum = low + middle;
  const float contrast = sum > 0 ? (middle - low) / sum : 0.0f;
  const float part = std::clamp((contrast - kCorner) / (kLine - kCorner), 0.0f, 1.0f);
  Vec3<float> line;
  for (int d = 0; d < 3; ++d) line[d] = part * eigen.vectors(d, least);
  return line;
}

/// How much a place where the flow has some speed is on an edge: wholly where a third of it is lost.
float edge_part(float speed) { return std::min(1.0f, 3 * (1 - speed) / (1 - kEdgeSpeed)); }

/// Linear between corners; `x` counts from the first corner of the tile.
float interpolated(const Wide& field, const Vec3<float>& x) {
  int cell[3];
  float part[3];
  for (int d = 0; d < 3; ++d) cell[d] = static_cast<int>(std::floor(x[d])), part[d] = x[d] - float(cell[d]);
  const float* v = field.v + Wide::at(cell[0], cell[1], cell[2]);
  constexpr auto& step = Wide::kStep;
  const auto along = [&](int at) { return v[at] + part[2] * (v[at + 1] - v[at]); };
  const auto across = [&](int at) {
    const float a = along(at), b = along(at + step[1]);
    return a + part[1] * (b - a);
  };
  const float a = across(0), b = across(step[0]);
  return a + part[0] * (b - a);
}

/// Mean along a line through a corner, over places that are on an edge too.
float mean_along(const Wide& phi, const Wide& edge, const Vec3<float>& x, const Vec3<float>& line,
                 float spacing) {
  const int reach = std::min(static_cast<int>(std::lround(kEdgeReach * spacing)), kTile - 2);
  float sum = 0, weights = 0;
  for (int k = -reach; k <= reach; ++k) {
    const Vec3<float> at = x + float(k) * line;
    const float far = float(k) / (kEdgeWidth * spacing);
    const float weight = std::exp(-0.5f * far * far) * interpolated(edge, at);
    sum += weight * interpolated(phi, at);
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

void smooth_along_edges(Band& band, const std::vector<float>& speeds, float spacing) {
  const int n = std::clamp(static_cast<int>(std::lround(kBox * spacing)), 1, kTile - 1);
  const std::size_t count = band.tiles.count();
  std::vector<float> edge(speeds.size());  // how much a corner is on the line of an edge
  std::vector<std::vector<Vec3<float>>> lines(count);
  for_tiles(count, [&](std::size_t t) {
    const auto speed = tile_values(speeds, t);
    if (*std::min_element(speed.begin(), speed.end()) >= 1) return;
    Wide phi;
    phi.load(band.phi, band.tiles, t);
    const StructureTensors tensors(phi, n);
    lines[t].resize(kTileCorners);
    for (int c = 0; c < kTileCorners; ++c) {
      const auto at = static_cast<std::size_t>(c);
      if (speed[at] >= 1) continue;
      const Vec3<float> line = line_of(tensors.at(wide_at(c)));
      const float part = norm(line);
      if (part == 0) continue;
      edge[t * kTileCorners + at] = part * edge_part(speed[at]);
      lines[t][at] = (1 / part) * line;
    }
  });
  const std::vector<float> before = band.phi;
  for_tiles(count, [&](std::size_t t) {
    if (lines[t].empty()) return;
    Wide phi, edges;
    phi.load(before, band.tiles, t);
    edges.load(edge, band.tiles, t);
    for (int c = 0; c < kTileCorners; ++c) {
      const std::size_t at = t * kTileCorners + static_cast<std::size_t>(c);
      if (edge[at] == 0) continue;
      const Vec3<float> x{float(c / (kTile * kTile)), float(c / kTile % kTile), float(c % kTile)};
      const float mean = mean_along(phi, edges, x, lines[t][static_cast<std::size_t>(c)], spacing);
      band.phi[at] += edge[at] * (mean - band.phi[at]);
    }
  });
}

}  // namespace froth

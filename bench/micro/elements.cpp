// SPDX-License-Identifier: Apache-2.0
// Forces of elements per core-second, in float: tetrahedra of a neo-Hookean solid and segments of a rod.
// Packs of elements side by side, as laws are evaluated.
#include <benchmark/benchmark.h>

#include <vector>

#include <froth/lagrangian/rod_corner.h>
#include <froth/lagrangian/simplex.h>
#include <froth/lagrangian/stretch.h>
#include <froth/materials/neo_hookean.h>

namespace {

using namespace froth;

/// Numbers around a regular element, different from place to place.
float wiggle(std::size_t k) { return 0.1f * float((k * 2654435761u) % 1000u) / 1000.0f; }

/// One tetrahedron per lane; corners of all are stored plane by plane.
void tetrahedra(benchmark::State& state) {
  using Wide = Pack<float>;
  constexpr std::size_t count = 8192, lanes = Wide::kSize;
  std::vector<float> x(12 * count), inverse(9 * count), g(12 * count), volume(count, 1.0f / 6);
  for (std::size_t e = 0; e < count; ++e) {
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t d = 0; d < 3; ++d)
        x[(3 * k + d) * count + e] = (k == d + 1 ? 1.0f : 0.0f) + wiggle(12 * e + 3 * k + d);
    for (std::size_t d = 0; d < 3; ++d) inverse[4 * d * count + e] = 1;
  }
  const NeoHookean<Wide> law{Wide(1.0f), Wide(2.0f)};
  for (auto _ : state) {
    for (std::size_t e = 0; e < count; e += lanes) {
      Vec3<Wide> at[4], out[4];
      SimplexRest<3, Wide> rest{{}, Wide::load(&volume[e])};
      for (std::size_t k = 0; k < 12; ++k) at[k / 3][int(k % 3)] = Wide::load(&x[k * count + e]);
      for (std::size_t k = 0; k < 9; ++k)
        rest.inverse_edges(int(k / 3), int(k % 3)) = Wide::load(&inverse[k * count + e]);
      simplex_gradient(law, at, rest, out);
      for (std::size_t k = 0; k < 12; ++k) out[k / 3][int(k % 3)].store(&g[k * count + e], int(lanes));
    }
    benchmark::DoNotOptimize(g.data());
  }
  state.SetItemsProcessed(std::int64_t(state.iterations()) * std::int64_t(count));
}
BENCHMARK(tetrahedra);

/// Stretching, bending and twist along one rod, a segment after the other.
void rod_segments(benchmark::State& state) {
  constexpr std::size_t count = 4096;
  std::vector<Vec3<float>> x(count + 1), d(count), g(count + 1);
  for (std::size_t k = 0; k <= count; ++k) x[k] = {float(k), wiggle(k), wiggle(3 * k)};
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3<float> t = (x[k + 1] - x[k]) / norm(x[k + 1] - x[k]);
    d[k] = cross(t, Vec3<float>{0, 0, 1});
    d[k] = d[k] / norm(d[k]);
  }
  const RodCornerRest<float> rest{2, {0.1f, 0}, 0};
  const RodStiffness<float> stiff{1, 1};
  const Stretch<3, float> edge{1, 1};
  for (auto _ : state) {
    std::fill(g.begin(), g.end(), Vec3<float>{});
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3<float> e = x[k + 1] - x[k], pull = edge.gradient(e);
      g[k] -= pull;
      g[k + 1] += pull;
      if (k == 0) continue;
      const RodGradient<float> own =
          rod_corner_gradient({x[k] - x[k - 1], e, d[k - 1], d[k]}, rest, stiff, 0.0f);
      g[k - 1] -= own.e0;
      g[k] += own.e0 - own.e1;
      g[k + 1] += own.e1;
    }
    benchmark::DoNotOptimize(g.data());
  }
  state.SetItemsProcessed(std::int64_t(state.iterations()) * std::int64_t(count));
}
BENCHMARK(rod_segments);

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// The inner loops of the transfers on a tile that stays in cache: the floor under p2g and g2p.
#include <benchmark/benchmark.h>

#include <froth/transfer/stencil_sums.h>

namespace {

using namespace froth;

template <int Degree, class Real>
struct Bed {
  static constexpr int kSize = Pack<Real>::kSize;
  Tile<3, Real, 8> tile;
  StencilPacket<3, Degree, Real> stencils{};
  int place = 2 * (Tile<3, Real>::kStride[0] + Tile<3, Real>::kStride[1] + 1);
  alignas(64) Real load[4][8] = {};

  Bed() {
    tile.clear();
    for (int axis = 0; axis < 3; ++axis) {
      Pack<Real> w[Degree + 1];
      BSpline<Degree, Pack<Real>>::weights(Pack<Real>(0.1 * axis), w);
      stencils.w.set(axis, w);
      stencils.wd.set(axis, w);
    }
  }
};

template <int Degree, class Real, class NodeRow>
void scatter_particle(benchmark::State& state) {
  Bed<Degree, Real> bed;
  const Real* const slope[3] = {bed.load[1], bed.load[2], bed.load[3]};
  int k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bed.stencils);
    scatter<NodeRow>(reinterpret_cast<Real*>(bed.tile.node) + NodeRow::kLanes * bed.place, bed.stencils.w,
                     bed.stencils.wd, k, bed.load[0], slope);
    k = (k + 1) % bed.kSize;
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

template <int Degree, class Real>
void gather_particle(benchmark::State& state) {
  Bed<Degree, Real> bed;
  int k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bed.stencils);
    auto g = gather<3, Degree, Real>(reinterpret_cast<const Real*>(bed.tile.node) + 4 * bed.place,
                                     bed.stencils.w, bed.stencils.wd, k);
    k = (k + 1) % bed.kSize;
    benchmark::DoNotOptimize(g);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(scatter_particle<2, float, Row<2, float>>);
BENCHMARK(scatter_particle<2, float, WideRow<2, float>>);
BENCHMARK(scatter_particle<3, float, Row<3, float>>);
BENCHMARK(scatter_particle<2, double, Row<2, double>>);
BENCHMARK(gather_particle<2, float>);
BENCHMARK(gather_particle<3, float>);
BENCHMARK(gather_particle<2, double>);

}  // namespace

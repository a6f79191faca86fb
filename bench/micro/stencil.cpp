// SPDX-License-Identifier: Apache-2.0
// The inner loops of the transfers on a tile that stays in cache: the floor under p2g and g2p.
#include <benchmark/benchmark.h>

#include <froth/transfer/stencil_sums.h>

namespace {

using namespace froth;

template <int Degree, class Real>
struct Bed {
  Tile<3, Real> tile;
  Stencil<3, Degree, Real> stencil;
  int place = 2 * (Tile<3, Real>::kStride[0] + Tile<3, Real>::kStride[1] + 1);

  Bed() {
    tile.clear();
    const Real offset[3] = {Real(0.1), Real(-0.2), Real(0.3)};
    stencil.template place<false>(offset);
  }
};

template <int Degree, class Real>
void scatter_particle(benchmark::State& state) {
  Bed<Degree, Real> bed;
  const Lanes<Real, 4> constant{1, 2, 3, 4}, slope[3] = {constant, constant, constant};
  for (auto _ : state) {
    benchmark::DoNotOptimize(bed.stencil);
    scatter<3, Degree, Real>(bed.tile.at(bed.place), bed.stencil.w, bed.stencil.wd, constant, slope);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

template <int Degree, class Real>
void gather_particle(benchmark::State& state) {
  Bed<Degree, Real> bed;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bed.stencil);
    auto g = gather<3, Degree, Real>(bed.tile.at(bed.place), bed.stencil.w, bed.stencil.wd);
    benchmark::DoNotOptimize(g);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(scatter_particle<2, float>);
BENCHMARK(scatter_particle<3, float>);
BENCHMARK(scatter_particle<2, double>);
BENCHMARK(gather_particle<2, float>);
BENCHMARK(gather_particle<3, float>);
BENCHMARK(gather_particle<2, double>);

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// One step of each law, alone and a pack at a time.
#include <benchmark/benchmark.h>

#include <froth/materials/law_list.h>
#include <froth/materials/respond.h>

namespace {

using namespace froth;

template <class Law, class Real>
void step(benchmark::State& state, const Law& law) {
  auto strain = law.rest();
  Mat3<Real> grad_v{};
  grad_v(0, 1) = Real(1e-3), grad_v(2, 2) = Real(-1e-3);
  for (auto _ : state) {
    benchmark::DoNotOptimize(strain);
    benchmark::DoNotOptimize(grad_v);
    auto response = respond(law, strain, grad_v, grad_v, Real(1));
    benchmark::DoNotOptimize(response);
  }
  int lanes = 1;
  if constexpr (is_pack<Real>) lanes = Real::kSize;
  state.SetItemsProcessed(state.iterations() * lanes);
}

template <class Law>
void scalar(benchmark::State& state, const Law& law) {
  step<Law, float>(state, law);
}
template <class Law>
void pack(benchmark::State& state, const Law& law) {
  const auto wide = law.template as<Pack<float>>();
  step<std::decay_t<decltype(wide)>, Pack<float>>(state, wide);
}

const NeoHookean<float> rubber{4e4f, 9e4f};
const FixedCorotated<float> wood{4e4f, 6e4f};
const Liquid<float> water{1e5f, 7.0f, 0.0f, false};
const DruckerPrager<float> sand{4e4f, 9e4f, 0.3f, true};
const VonMises<float> metal{4e4f, 9e4f, 1e3f};

#define FROTH_BENCH_LAW(law)           \
  BENCHMARK_CAPTURE(scalar, law, law); \
  BENCHMARK_CAPTURE(pack, law, law)
FROTH_BENCH_LAW(rubber);
FROTH_BENCH_LAW(wood);
FROTH_BENCH_LAW(water);
FROTH_BENCH_LAW(sand);
FROTH_BENCH_LAW(metal);

}  // namespace

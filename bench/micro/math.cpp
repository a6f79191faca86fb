// SPDX-License-Identifier: Apache-2.0
// Elementary functions and the eigenvalue decomposition, eight floats (four doubles) at a time and alone.
#include <benchmark/benchmark.h>

#include <froth/linalg/eigen_sym.h>

namespace {

using namespace froth;

template <class Real>
int lanes() {
  if constexpr (is_pack<Real>)
    return Real::kSize;
  else
    return 1;
}

template <class Real>
void exponential(benchmark::State& state) {
  Real x(0.375f);
  for (auto _ : state) {
    benchmark::DoNotOptimize(x);
    Real y = froth::exp(x);
    benchmark::DoNotOptimize(y);
  }
  state.SetItemsProcessed(state.iterations() * lanes<Real>());
}

template <class Real>
void logarithm(benchmark::State& state) {
  Real x(1.375f);
  for (auto _ : state) {
    benchmark::DoNotOptimize(x);
    Real y = froth::log(x);
    benchmark::DoNotOptimize(y);
  }
  state.SetItemsProcessed(state.iterations() * lanes<Real>());
}

template <class Real>
void eigenvalues(benchmark::State& state) {
  Sym3<Real> b{Real(1.01), Real(0.98), Real(1.02), Real(0.01), Real(-0.02), Real(0.005)};
  for (auto _ : state) {
    benchmark::DoNotOptimize(b);
    EigenSym<Real> e = eigen_sym(b);
    benchmark::DoNotOptimize(e);
  }
  state.SetItemsProcessed(state.iterations() * lanes<Real>());
}

BENCHMARK(exponential<float>);
BENCHMARK(exponential<Pack<float>>);
BENCHMARK(exponential<Pack<double>>);
BENCHMARK(logarithm<float>);
BENCHMARK(logarithm<Pack<float>>);
BENCHMARK(logarithm<Pack<double>>);
BENCHMARK(eigenvalues<float>);
BENCHMARK(eigenvalues<Pack<float>>);
BENCHMARK(eigenvalues<Pack<double>>);

}  // namespace

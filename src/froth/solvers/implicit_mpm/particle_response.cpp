// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/particle_response.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/materials/split_strain.h>
#include <froth/mpm/state_planes.h>
#include <froth/solvers/implicit_mpm/laws.h>
#include <froth/solvers/implicit_mpm/tangent.h>

namespace froth {

namespace {

/// A matrix over packs, from the entries of a batch.
template <int Dim, class Real>
FROTH_INLINE Mat3<Pack<Real>> load_matrix(const MatrixBatch<Dim, Real>& batch, int at) {
  Mat<Dim, Pack<Real>> m{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c) = Pack<Real>::load(batch.entry[r * Dim + c] + at);
  return lift(m);
}
template <int Dim, class Real>
FROTH_INLINE void store_matrix(const Mat3<Pack<Real>>& m, MatrixBatch<Dim, Real>& batch, int at) {
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c).store(batch.entry[r * Dim + c] + at);
}

/// A unit of dA.
template <class Real>
FROTH_INLINE Mat3<Real> unit_matrix(int row, int column) {
  Mat3<Real> m{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m(r, c) = Real(r == row && c == column ? 1 : 0);
  return m;
}

/// Structs of nothing but numbers side by side: number by number one pack.
template <class Wide, class One>
FROTH_INLINE Wide side_by_side(const std::array<One, Pack<double>::kSize>& ones) {
  constexpr std::size_t numbers = sizeof(Wide) / sizeof(Pack<double>);
  static_assert(sizeof(One) == numbers * sizeof(double));
  std::array<Pack<double>, numbers> packs;
  for (int k = 0; k < Pack<double>::kSize; ++k) {
    const auto own = std::bit_cast<std::array<double, numbers>>(ones[static_cast<std::size_t>(k)]);
    for (std::size_t n = 0; n < numbers; ++n) packs[n].v[k] = own[n];
  }
  return std::bit_cast<Wide>(packs);
}

/// The same numbers in double precision: a struct of nothing but numbers.
template <class To, class From>
To widened(const From& from) {
  constexpr std::size_t numbers = sizeof(To) / sizeof(double);
  static_assert(sizeof(From) % numbers == 0);
  using Narrow = std::conditional_t<sizeof(From) / numbers == 4, float, double>;
  const auto narrow = std::bit_cast<std::array<Narrow, numbers>>(from);
  std::array<double, numbers> wide;
  for (std::size_t k = 0; k < numbers; ++k) wide[k] = double(narrow[k]);
  return std::bit_cast<To>(wide);
}

/// `Tangent` is over packs.
template <int Dim, class Real, class L, class Tangent>
class LawResponseOfBody final : public BodyResponse<Dim, Real> {
 public:
  using Wide = Pack<Real>;
  using WideLaw = decltype(std::declval<L>().template as<Wide>());
  using WideState = decltype(std::declval<WideLaw>().rest());

  LawResponseOfBody(const L& law, const MpmBody<Dim, Real>& body, double dt)
      : BodyResponse<Dim, Real>(body.particles.count()),
        one_(law),
        wide_(law.template as<Wide>()),
        laws_(body.particles),
        states_(body.particles),
        V0_(body.particles.template plane<Real>("V0")),
        tangents_(new Real[static_cast<std::size_t>(body.particles.count() * kNumbers)]),
        dt_(dt) {}

  /// In double precision whatever the particles have: a line search compares sums that differ in the last
  /// digits of a float.
  StoredEnergy energy(Index first, Index last) const override {
    StoredEnergy sum;
    for (Index s = first; s < last; s += kLanes) {
      const auto [stored, feasibility] = energy_density(s, last);
      for (int k = 0; k < std::min<Index>(kLanes, last - s); ++k) {
        const double one = double(V0_[s + k]) * stored[k];
        sum.is_feasible &= feasibility[k] > 0 && std::isfinite(one);
        sum.energy += one;
        sum.magnitude += std::abs(one);
      }
    }
    return sum;
  }

  void linearise(Index first, int count, MatrixBatch<Dim, Real>& P) override {
    for_each_pack(first, count, [&](const WideLaw& law, const WideState& state, const Mat3<Wide>& A, int at) {
      const Wide dt{Real(dt_)};
      store_matrix<Dim, Real>(law.piola(state, A, dt), P, at);
      const auto numbers = std::bit_cast<Numbers>(Tangent::of(law, state, A, dt));
      const int here = std::min(Wide::kSize, count - at);
      Real* to = tangents(first + at);
      for (int k = 0; k < kNumbers; ++k) numbers[static_cast<std::size_t>(k)].store(to + k * here, here);
    });
  }

  void differential(Index first, int count, MatrixBatch<Dim, Real>& batch) const override {
    for (int at = 0; at < count; at += Wide::kSize) {
      const Tangent tangent = tangent_of(first, count, at);
      store_matrix<Dim, Real>(tangent.differential(load_matrix<Dim, Real>(batch, at)), batch, at);
    }
  }

  void stiffness(Index first, int count, StiffnessBatch<Real>& batch) const override {
    for (int at = 0; at < count; at += Wide::kSize) {
      const Tangent tangent = tangent_of(first, count, at);
      Mat3<Wide> C[Dim][Dim];  // C[c][d](a, b) = C_abcd
      for (int c = 0; c < Dim; ++c)
        for (int d = 0; d < Dim; ++d) C[c][d] = tangent.differential(unit_matrix<Wide>(c, d));
      for (int bd = 0; bd < 6; ++bd) {
        const int b = kPairs[bd][0], d = kPairs[bd][1];
        Wide low[4], high[4];
        for (int n = 0; n < 8; ++n) {
          Wide sum(0);
          if (n < 6 && d < Dim && kPairs[n][1] < Dim) {
            const int a = kPairs[n][0], c = kPairs[n][1];
            sum = C[c][d](a, b);
            if (b != d) sum += C[c][b](a, d);
          }
          (n < 4 ? low[n] : high[n - 4]) = sum;
        }
        store_transposed(low, &batch.entry[bd][at][0], 8);
        store_transposed(high, &batch.entry[bd][at][4], 8);
      }
    }
  }

  void hessian(Index slot, double* matrix) const override {
    const auto law = law_at(slot).template as<double>();
    using WideState64 = std::remove_cvref_t<decltype(law.rest())>;
    const auto state = widened<WideState64>(states_.load(slot));
    const Mat3<double> A = gradient_at(slot);
    constexpr int size = Dim * Dim;
    for (int c = 0; c < Dim; ++c)
      for (int d = 0; d < Dim; ++d) {
        const Mat3<double> dP = law.piola_differential(state, A, unit_matrix<double>(c, d), dt_);
        for (int a = 0; a < Dim; ++a)
          for (int b = 0; b < Dim; ++b) matrix[(a * Dim + b) * size + c * Dim + d] = dP(a, b);
      }
  }

 private:
  static constexpr int kNumbers = sizeof(Tangent) / sizeof(Wide);
  using Numbers = std::array<Wide, static_cast<std::size_t>(kNumbers)>;

  /// Of the pack that begins with a particle: number by number, as many of each as the pack has particles.
  Real* tangents(Index s) const { return tangents_.get() + s * kNumbers; }
  FROTH_INLINE Tangent tangent_of(Index first, int count, int at) const {
    const int here = std::min(Wide::kSize, count - at);
    const Real* from = tangents(first + at);
    Numbers numbers;
    for (int k = 0; k < kNumbers; ++k)
      numbers[static_cast<std::size_t>(k)] = Wide::load(from + k * here, here);
    return std::bit_cast<Tangent>(numbers);
  }

  L law_at(Index s) const { return laws_.varies() ? laws_.load(s) : one_; }

  /// Packs of doubles begin at a particle; beyond the last they repeat it.
  static constexpr int kLanes = Pack<double>::kSize;
  template <class F>
  FROTH_INLINE static auto lanes(Index s, Index last, F f) {
    std::array<decltype(f(s)), kLanes> ones;
    for (int k = 0; k < kLanes; ++k) ones[static_cast<std::size_t>(k)] = f(std::min(s + k, last - 1));
    return ones;
  }
  FROTH_INLINE Mat3<Pack<double>> precise_gradients(Index s, Index last) const {
    return side_by_side<Mat3<Pack<double>>>(lanes(s, last, [&](Index p) { return gradient_at(p); }));
  }
  struct Density {
    Pack<double> energy, feasibility;
  };
  FROTH_INLINE Density energy_density(Index s, Index last) const {
    using Law64 = decltype(one_.template as<double>());
    using PackLaw = decltype(one_.template as<Pack<double>>());
    using State64 = std::remove_cvref_t<decltype(std::declval<Law64>().rest())>;
    using PackState = std::remove_cvref_t<decltype(std::declval<PackLaw>().rest())>;
    const auto state =
        side_by_side<PackState>(lanes(s, last, [&](Index p) { return widened<State64>(states_.load(p)); }));
    const PackLaw law =
        laws_.varies()
            ? side_by_side<PackLaw>(lanes(s, last, [&](Index p) { return law_at(p).template as<double>(); }))
            : one_.template as<Pack<double>>();
    const Mat3<Pack<double>> A = precise_gradients(s, last);
    const Pack<double> dt(dt_), energy = law.energy(state, A, dt);
    if constexpr (requires { law.feasibility(state, A, dt); })
      return {energy, law.feasibility(state, A, dt)};
    else
      return {energy, Pack<double>(1) + volume_change(A)};
  }

  Mat3<double> gradient_at(Index s) const {
    Mat<Dim, double> A{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c)
        A(r, c) = double(this->planes_[static_cast<std::size_t>(r * Dim + c)].template as<Real>()[s]);
    return lift(A);
  }

  template <class Each>
  FROTH_INLINE void for_each_pack(Index first, int count, Each each) const {
    for (int at = 0; at < count; at += Wide::kSize) {
      const int here = std::min(Wide::kSize, count - at);
      const Index s = first + at;
      const WideState state = states_.template load_pack<WideState>(s, here);
      Mat<Dim, Wide> A{};
      for (int r = 0; r < Dim; ++r)
        for (int c = 0; c < Dim; ++c)
          A(r, c) =
              Wide::load(this->planes_[static_cast<std::size_t>(r * Dim + c)].template as<Real>() + s, here);
      if (laws_.varies())
        each(laws_.template load_pack<WideLaw>(s, here), state, lift(A), at);
      else
        each(wide_, state, lift(A), at);
    }
  }

  L one_;
  WideLaw wide_;
  LawPlanes<L, const Real> laws_;
  StatePlanes<L, const Real> states_;
  const Real* V0_;
  std::unique_ptr<Real[]> tangents_;
  double dt_;
};

/// Vertices of elements answer as elements (element_response.h), not as particles.
template <int Dim, class Real>
class NoResponse final : public BodyResponse<Dim, Real> {
 public:
  explicit NoResponse(Index count) : BodyResponse<Dim, Real>(count) {}

  StoredEnergy energy(Index, Index) const override { return {}; }
  void linearise(Index, int, MatrixBatch<Dim, Real>& P) override { P = {}; }
  void differential(Index, int, MatrixBatch<Dim, Real>& batch) const override { batch = {}; }
  void stiffness(Index, int, StiffnessBatch<Real>& batch) const override { batch = {}; }
  void hessian(Index, double* matrix) const override { std::fill_n(matrix, Dim * Dim * Dim * Dim, 0.0); }
};

/// Of a body's particles, each with its own law where these vary.
template <int Dim, class Real, class L>
bool have_tangents(const L& law, const MpmBody<Dim, Real>& body) {
  const LawPlanes<L, const Real> laws(body.particles);
  if (!laws.varies()) return law.has_tangent();
  for (Index s = 0; s < body.particles.count(); ++s)
    if (!laws.load(s).has_tangent()) return false;
  return true;
}

}  // namespace

bool steps_implicitly(std::string_view law) {
  bool steps = false;
  for_each_law<3, double>([&]<class L>() { steps = steps || (L::name == law && kStepsImplicitly<L>); });
  return steps;
}

template <int Dim, class Real>
BodyResponse<Dim, Real>::BodyResponse(Index count) : count_(count) {
  for (int k = 0; k < Dim * Dim; ++k) planes_.emplace_back(static_cast<std::size_t>(count) * sizeof(Real));
}

template <int Dim, class Real>
void BodyResponse<Dim, Real>::take(Index first, int count, const MatrixBatch<Dim, Real>& A) {
  for (int k = 0; k < Dim * Dim; ++k)
    std::copy_n(A.entry[k], count, planes_[static_cast<std::size_t>(k)].template as<Real>() + first);
}

template <int Dim, class Real>
std::unique_ptr<BodyResponse<Dim, Real>> make_response(const MpmBody<Dim, Real>& body, double dt) {
  if (body.elements != nullptr) return std::make_unique<NoResponse<Dim, Real>>(body.particles.count());
  return std::visit(
      [&]<class L>(const L& law) -> std::unique_ptr<BodyResponse<Dim, Real>> {
        using WideLaw = decltype(law.template as<Pack<Real>>());
        using Dense = DenseTangent<Dim, Pack<Real>>;
        if constexpr (kStepsImplicitly<L> && HasTangent<WideLaw>)
          if (have_tangents(law, body))
            return std::make_unique<LawResponseOfBody<Dim, Real, L, LawTangent<WideLaw>>>(law, body, dt);
        if constexpr (kStepsImplicitly<L>)
          return std::make_unique<LawResponseOfBody<Dim, Real, L, Dense>>(law, body, dt);
        else
          throw InputError(std::string("the law ") + std::string(L::name) + " has no implicit step");
      },
      body.law);
}

#define FROTH_INSTANCE(Dim, Real)         \
  template class BodyResponse<Dim, Real>; \
  template std::unique_ptr<BodyResponse<Dim, Real>> make_response(const MpmBody<Dim, Real>&, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

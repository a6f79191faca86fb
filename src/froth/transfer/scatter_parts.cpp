// SPDX-License-Identifier: Apache-2.0
// Particles to grid, taken apart: mass and momentum, the force of the stress, impulses that a column brings.
// Source: momentum [Fei2021], Eqs. (1), (7); stress in MLS form [Hu2018], Eq. (18), or with the kernel's
// slope [Sulsky1994].
#include <froth/transfer/scatter_packets.h>

namespace froth {

namespace {

/// Fills of nodes of four numbers.
template <int Dim, class Real>
struct PlainFill {
  using Wide = Pack<Real>;
  using Load = PacketLoad<Dim, Real, 4>;
  static constexpr int kLanes = 4;
  static constexpr bool kModes = false;

  FROTH_INLINE static void put(Real (*to)[4], const Wide (&numbers)[4]) {
    Wide all[4] = {numbers[0], numbers[1], numbers[2], numbers[3]};
    store_transposed(all, &to[0][0], 4);
  }
  FROTH_INLINE static void put_nothing(Real (*to)[4]) { put(to, {Wide(0), Wide(0), Wide(0), Wide(0)}); }
};

/// m (v + C d), and m in the last number.
template <int Dim, class Real>
struct MomentumFill : PlainFill<Dim, Real> {
  using Wide = Pack<Real>;
  static constexpr bool kSpreads = false, kModes = true;
  bool affine;
  double dx;

  MomentumFill(bool is_affine, double cell) : affine(is_affine), dx(cell) {}
  bool has_slopes() const { return affine; }
  FROTH_INLINE void fill(PacketLoad<Dim, Real, 4>& load, const ParticleView<Dim, Real>& p, Index s) const {
    const Wide mass = Wide::load(p.mass + s), arm = mass * Wide(Real(dx));
    Wide momentum[4] = {Wide(0), Wide(0), Wide(0), mass};
    for (int r = 0; r < Dim; ++r) momentum[r] = mass * Wide::load(p.v[r] + s);
    this->put(load.constant, momentum);
    for (int c = 0; c < Dim; ++c) {
      Wide slope[4] = {Wide(0), Wide(0), Wide(0), Wide(0)};
      if (affine)
        for (int r = 0; r < Dim; ++r) slope[r] = arm * Wide::load(p.C[r * Dim + c] + s);
      this->put(load.slope[c], slope);
    }
  }
};

/// -V0 tau times the gradient of the weight, in either form.
template <int Dim, int Degree, class Real, GradientForm Form>
struct StressFill : PlainFill<Dim, Real> {
  using Wide = Pack<Real>;
  static constexpr bool kSpreads = Form == GradientForm::Kernel;
  double dx;

  explicit StressFill(double cell) : dx(cell) {}
  bool has_slopes() const { return false; }
  FROTH_INLINE void fill(PacketLoad<Dim, Real, 4>& load, const ParticleView<Dim, Real>& p, Index s) const {
    constexpr int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const Real moment = kSpreads ? Real(1) : BSpline<Degree, Real>::kInverseMoment;
    const Wide push = Wide::load(p.V0 + s) * Wide(-moment / Real(dx));
    this->put_nothing(load.constant);
    for (int c = 0; c < Dim; ++c) {
      Wide force[4] = {Wide(0), Wide(0), Wide(0), Wide(0)};
      for (int r = 0; r < Dim; ++r) force[r] = push * Wide::load(p.tau[entry[r][c]] + s);
      this->put(kSpreads ? load.spread[c] : load.slope[c], force);
    }
  }
};

/// What stands in the place of v, as it is.
template <int Dim, class Real>
struct ImpulseFill : PlainFill<Dim, Real> {
  using Wide = Pack<Real>;
  static constexpr bool kSpreads = false;

  bool has_slopes() const { return false; }
  FROTH_INLINE void fill(PacketLoad<Dim, Real, 4>& load, const ParticleView<Dim, Real>& p, Index s) const {
    Wide impulse[4] = {Wide(0), Wide(0), Wide(0), Wide(0)};
    for (int r = 0; r < Dim; ++r) impulse[r] = Wide::load(p.v[r] + s);
    this->put(load.constant, impulse);
    for (int c = 0; c < Dim; ++c) this->put_nothing(load.slope[c]);
  }
};

/// Runs a scatter for the degree of the job's kernel.
template <int Dim, class Real, class Make>
void scatter_by_degree(const TransferJob<Dim, Real>& job, const ScatterTarget<Dim, Real>& target, Make make) {
  if (job.settings.degree == 2)
    scatter_all<Dim, 2>(job, make.template operator()<2>(), target);
  else
    scatter_all<Dim, 3>(job, make.template operator()<3>(), target);
}

}  // namespace

template <int Dim, class Real>
void scatter_momentum(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  const ScatterTarget<Dim, Real> target{grid.motion, nullptr, grid.touched, grid.is_open};
  scatter_by_degree(job, target,
                    [&]<int>() { return MomentumFill<Dim, Real>(job.settings.affine, job.lattice.dx); });
}

template <int Dim, class Real>
void scatter_stress(const TransferJob<Dim, Real>& job, NodeSums<Dim, Real>& force) {
  const ScatterTarget<Dim, Real> target{force.field, nullptr, force.touched, force.is_open};
  if (job.settings.gradient == GradientForm::Mls)
    scatter_by_degree(job, target, [&]<int Degree>() {
      return StressFill<Dim, Degree, Real, GradientForm::Mls>(job.lattice.dx);
    });
  else
    scatter_by_degree(job, target, [&]<int Degree>() {
      return StressFill<Dim, Degree, Real, GradientForm::Kernel>(job.lattice.dx);
    });
}

template <int Dim, class Real>
void scatter_impulses(const TransferJob<Dim, Real>& job, std::span<const VectorPlanes<Dim, Real>> impulses,
                      NodeSums<Dim, Real>& sums) {
  TransferJob<Dim, Real> own = job;
  for (std::size_t b = 0; b < own.bodies.size(); ++b)
    for (int d = 0; d < Dim; ++d) own.bodies[b].v[d] = impulses[b].plane[d];
  const ScatterTarget<Dim, Real> target{sums.field, nullptr, sums.touched, sums.is_open};
  scatter_by_degree(own, target, [&]<int>() { return ImpulseFill<Dim, Real>(); });
}

#define FROTH_INSTANCE(Dim, Real)                                                                         \
  template void scatter_momentum(const TransferJob<Dim, Real>&, GridFields<Dim, Real>&);                  \
  template void scatter_stress(const TransferJob<Dim, Real>&, NodeSums<Dim, Real>&);                      \
  template void scatter_impulses(const TransferJob<Dim, Real>&, std::span<const VectorPlanes<Dim, Real>>, \
                                 NodeSums<Dim, Real>&);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Particles to grid, fused: mass, momentum and the force of the stress in one pass.
// Source: momentum [Fei2021], Eqs. (1), (7); stress in MLS form [Hu2018], Eq. (18), or with the kernel's
// slope [Sulsky1994]. In MLS form stress and affine motion are one matrix times the distance to the node.
#include <froth/transfer/scatter_packets.h>

namespace froth {

namespace {

/// Schemes that need the velocity before forces keep momentum and force apart (`SplitMomentum`): nodes then
/// have four more numbers.
template <int Dim, int Degree, class Real, GradientForm Form, bool SplitMomentum>
struct FusedFill {
  using Wide = Pack<Real>;
  static constexpr int kLanes = SplitMomentum ? 8 : 4;
  static constexpr bool kSpreads = Form == GradientForm::Kernel, kModes = true;
  using Load = PacketLoad<Dim, Real, kLanes>;
  bool affine;
  double dx, dt;

  bool has_slopes() const { return affine; }

  FROTH_INLINE void fill(Load& load, const ParticleView<Dim, Real>& p, Index s) const {
    constexpr int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const Real cell = Real(dx);
    const Wide none(0), mass = Wide::load(p.mass + s);
    const Wide arm = mass * Wide(cell);  // the distance is in cells
    const Real moment = kSpreads ? Real(1) : BSpline<Degree, Real>::kInverseMoment;
    const Wide push = Wide::load(p.V0 + s) * Wide(Real(-dt) * moment / cell);
    Wide momentum[4] = {none, none, none, mass};
    for (int r = 0; r < Dim; ++r) momentum[r] = mass * Wide::load(p.v[r] + s);
    put(load.constant, momentum, nullptr);
    for (int c = 0; c < Dim; ++c) {
      Wide slope[4] = {none, none, none, none}, force[4] = {none, none, none, none};
      for (int r = 0; r < Dim; ++r) {
        if (affine) slope[r] = arm * Wide::load(p.C[r * Dim + c] + s);
        force[r] = push * Wide::load(p.tau[entry[r][c]] + s);
      }
      if constexpr (kSpreads) {
        put(load.slope[c], slope, nullptr);
        put(load.spread[c], nullptr, force);
      } else {
        put(load.slope[c], slope, force);
      }
    }
  }

  /// Momentum and force of every particle, side by side or added up; null stands for zero.
  FROTH_INLINE static void put(Real (*to)[kLanes], const Wide* momentum, const Wide* force) {
    Wide low[4], high[4];
    for (int r = 0; r < 4; ++r) {
      low[r] = momentum != nullptr ? momentum[r] : Wide(0);
      high[r] = force != nullptr ? force[r] : Wide(0);
      if (!SplitMomentum && momentum == nullptr) low[r] = high[r];
      if (!SplitMomentum && momentum != nullptr && force != nullptr) low[r] += high[r];
    }
    store_transposed(low, &to[0][0], kLanes);
    if constexpr (SplitMomentum) store_transposed(high, &to[0][4], kLanes);
  }
};

template <int Dim, int Degree, class Real, GradientForm Form>
void p2g_form(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  const auto run = [&]<bool SplitMomentum>(NodeField<Dim, Real>* second) {
    const FusedFill<Dim, Degree, Real, Form, SplitMomentum> fill{job.settings.affine, job.lattice.dx,
                                                                 job.settings.dt};
    scatter_all<Dim, Degree>(job, fill,
                             ScatterTarget<Dim, Real>{grid.motion, second, grid.touched, grid.is_open});
  };
  if (job.settings.keeps_velocity)
    run.template operator()<true>(&grid.before);
  else
    run.template operator()<false>(nullptr);
}

template <int Dim, int Degree, class Real>
void p2g_degree(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  if (job.settings.gradient == GradientForm::Mls)
    p2g_form<Dim, Degree, Real, GradientForm::Mls>(job, grid);
  else
    p2g_form<Dim, Degree, Real, GradientForm::Kernel>(job, grid);
}

}  // namespace

template <int Dim, class Real>
void p2g(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  job.settings.degree == 2 ? p2g_degree<Dim, 2, Real>(job, grid) : p2g_degree<Dim, 3, Real>(job, grid);
}

template void p2g(const TransferJob<2, float>&, GridFields<2, float>&);
template void p2g(const TransferJob<2, double>&, GridFields<2, double>&);
template void p2g(const TransferJob<3, float>&, GridFields<3, float>&);
template void p2g(const TransferJob<3, double>&, GridFields<3, double>&);

}  // namespace froth

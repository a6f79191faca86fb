// SPDX-License-Identifier: Apache-2.0
#include <froth/transfer/particle_view.h>

#include <froth/base/error.h>

namespace froth {

template <int Dim, class Real>
void add_transfer_columns(ColumnTable& particles, const TransferColumns& columns) {
  constexpr ColumnType real = column_type<Real>();
  particles.add(ColumnType::UInt64, {"id", 1, "-", Behaviour::Identity});
  particles.add(ColumnType::Int32, {"cell", Dim, "-", Behaviour::Identity});
  particles.add(column_type<typename Offset<Real>::Stored>(), {"offset", Dim, "-", Behaviour::Identity});
  particles.add(real, {"v", Dim, "m/s"});
  particles.add(real, {"C", Dim * Dim, "1/s"});
  if (columns.gradient_apart) particles.add(real, {"grad_v", Dim * Dim, "1/s"});
  particles.add(real, {"mass", 1, "kg", Behaviour::Extensive});
  particles.add(real, {"V0", 1, Dim == 3 ? "m^3" : "m^2", Behaviour::Extensive});
  particles.add(real, {"tau", 6, "Pa"});
  if (columns.volume_ratio_to_separation) particles.add(real, {"volume_ratio_to_separation", 1, "-"});
  if (columns.modes > 0) particles.add(real, {"modes", columns.modes * Dim, "m/s"});
}

namespace {
/// Of a table that may be const, as the view's numbers then are.
template <int Dim, class Real, class View, class Table>
View planes_of(Table& p) {
  using Stored = typename Offset<Real>::Stored;
  View view{};
  view.count = p.count();
  const char* gradient = p.has("grad_v") ? "grad_v" : "C";
  for (int d = 0; d < Dim; ++d) {
    view.cell[d] = p.template plane<std::int32_t>("cell", d);
    view.offset[d] = p.template plane<Stored>("offset", d);
    view.v[d] = p.template plane<Real>("v", d);
  }
  for (int k = 0; k < Dim * Dim; ++k) {
    view.C[k] = p.template plane<Real>("C", k);
    view.grad_v[k] = p.template plane<Real>(gradient, k);
  }
  for (int k = 0; k < 6; ++k) view.tau[k] = p.template plane<Real>("tau", k);
  view.mass = p.template plane<Real>("mass");
  view.V0 = p.template plane<Real>("V0");
  view.volume_ratio_to_separation =
      p.has("volume_ratio_to_separation") ? p.template plane<Real>("volume_ratio_to_separation") : nullptr;
  if (p.has("modes")) view.mode_planes = static_cast<int>(p.column("modes").planes.size());
  FROTH_CHECK(view.mode_planes <= kMostModePlanes<Dim>, "more modes than a quadratic stencil has");
  for (int k = 0; k < view.mode_planes; ++k) view.modes[k] = p.template plane<Real>("modes", k);
  return view;
}
}  // namespace

template <int Dim, class Real>
ParticleView<Dim, Real> view_of(ColumnTable& p) {
  return planes_of<Dim, Real, ParticleView<Dim, Real>>(p);
}
template <int Dim, class Real>
ParticleView<Dim, const Real> view_of(const ColumnTable& p) {
  return planes_of<Dim, Real, ParticleView<Dim, const Real>>(p);
}

template void add_transfer_columns<2, float>(ColumnTable&, const TransferColumns&);
template void add_transfer_columns<2, double>(ColumnTable&, const TransferColumns&);
template void add_transfer_columns<3, float>(ColumnTable&, const TransferColumns&);
template void add_transfer_columns<3, double>(ColumnTable&, const TransferColumns&);
template ParticleView<2, float> view_of<2, float>(ColumnTable&);
template ParticleView<2, double> view_of<2, double>(ColumnTable&);
template ParticleView<3, float> view_of<3, float>(ColumnTable&);
template ParticleView<3, double> view_of<3, double>(ColumnTable&);
template ParticleView<2, const float> view_of<2, float>(const ColumnTable&);
template ParticleView<2, const double> view_of<2, double>(const ColumnTable&);
template ParticleView<3, const float> view_of<3, float>(const ColumnTable&);
template ParticleView<3, const double> view_of<3, double>(const ColumnTable&);

}  // namespace froth

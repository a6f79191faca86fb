// SPDX-License-Identifier: Apache-2.0
#include <froth/transfer/particle_view.h>

namespace froth {

template <int Dim, class Real>
void add_transfer_columns(ParticleSet& particles, const TransferColumns& columns) {
  constexpr ColumnType real = column_type<Real>();
  particles.add(ColumnType::UInt64, {"id", 1, Behaviour::Identity});
  particles.add(ColumnType::Int32, {"cell", Dim, Behaviour::Identity});
  particles.add(column_type<typename Offset<Real>::Stored>(), {"offset", Dim, Behaviour::Identity});
  particles.add(real, {"v", Dim});
  particles.add(real, {"C", Dim * Dim});
  if (columns.gradient_apart) particles.add(real, {"grad_v", Dim * Dim});
  particles.add(real, {"mass", 1, Behaviour::Extensive});
  particles.add(real, {"V0", 1, Behaviour::Extensive});
  particles.add(real, {"tau", 6});
  if (columns.openness) particles.add(real, {"openness", 1});
  if (columns.modes > 0) particles.add(real, {"modes", columns.modes * Dim});
}

template <int Dim, class Real>
ParticleView<Dim, Real> view_of(ParticleSet& p) {
  using Stored = typename Offset<Real>::Stored;
  ParticleView<Dim, Real> view{};
  view.count = p.count();
  const char* gradient = p.has("grad_v") ? "grad_v" : "C";
  for (int d = 0; d < Dim; ++d) {
    view.cell[d] = p.plane<std::int32_t>("cell", d);
    view.offset[d] = p.plane<Stored>("offset", d);
    view.v[d] = p.plane<Real>("v", d);
  }
  for (int k = 0; k < Dim * Dim; ++k) {
    view.C[k] = p.plane<Real>("C", k);
    view.grad_v[k] = p.plane<Real>(gradient, k);
  }
  for (int k = 0; k < 6; ++k) view.tau[k] = p.plane<Real>("tau", k);
  view.mass = p.plane<Real>("mass");
  view.V0 = p.plane<Real>("V0");
  view.openness = p.has("openness") ? p.plane<Real>("openness") : nullptr;
  view.modes = p.has("modes") ? &p.column("modes") : nullptr;
  return view;
}

template void add_transfer_columns<2, float>(ParticleSet&, const TransferColumns&);
template void add_transfer_columns<2, double>(ParticleSet&, const TransferColumns&);
template void add_transfer_columns<3, float>(ParticleSet&, const TransferColumns&);
template void add_transfer_columns<3, double>(ParticleSet&, const TransferColumns&);
template ParticleView<2, float> view_of<2, float>(ParticleSet&);
template ParticleView<2, double> view_of<2, double>(ParticleSet&);
template ParticleView<3, float> view_of<3, float>(ParticleSet&);
template ParticleView<3, double> view_of<3, double>(ParticleSet&);

}  // namespace froth

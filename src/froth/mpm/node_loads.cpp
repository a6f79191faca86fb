// SPDX-License-Identifier: Apache-2.0
#include <froth/mpm/node_loads.h>

#include <cmath>

#include <froth/base/settling.h>
#include <froth/mpm/node_places.h>
#include <froth/transfer/node_rules.h>

namespace froth {

template <int Dim>
Vec<Dim, double> gravity_at(const MpmSettings<Dim>& settings, double time) {
  const Settling settling{settings.gravity_ramp, settings.settle};
  return settling.gravity_share(time) * settings.gravity;
}

template <int Dim, class Real>
NodeLoads<Dim, Real>::NodeLoads(const MpmSettings<Dim>& settings, double time, double dt)
    : lattice_(settings.lattice), gravity_(dt * gravity_at(settings, time)), time_(time), dt_(dt) {
  kept_ = Settling{settings.gravity_ramp, settings.settle}.kept_velocity(time, dt);
  for (const VectorField& a : settings.forces)
    forces_.push_back({Field::Evaluator(a[0]), Field::Evaluator(a[1]), Field::Evaluator(a[2])});
}

template <int Dim, class Real>
Vec3<double> NodeLoads<Dim, Real>::acceleration(const Vec3<double>& x) {
  Vec3<double> sum{};
  for (auto& force : forces_)
    for (int d = 0; d < 3; ++d) sum[d] += force[static_cast<std::size_t>(d)].unchecked(x, time_);
  return sum;
}

template <int Dim, class Real>
int NodeLoads<Dim, Real>::push(const BlockCoord<Dim>& block, Node* nodes) {
  const NodePlaces<Dim> where{lattice_};
  int bad = -1;
  for (int n = 0; n < kBlockCells<Dim>; ++n) {
    Vec3<double>& gain = gains_[static_cast<std::size_t>(n)] = {};
    if (!(nodes[n][3] > kLeastNodeMass<Real>)) continue;
    if (!forces_.empty()) gain = dt_ * acceleration(where.node_position(block, n));
    for (int d = 0; d < Dim; ++d) nodes[n][d] += Real(gain[d]);
    if (bad < 0 && !std::isfinite(gain[0] + gain[1] + gain[2])) bad = n;
    if (kept_ < 1)
      for (int d = 0; d < Dim; ++d) nodes[n][d] *= Real(kept_);
  }
  return bad;
}

template <int Dim, class Real>
double NodeLoads<Dim, Real>::work(const Node* nodes) const {
  Node momentum{};
  for (int n = 0; n < kBlockCells<Dim>; ++n) momentum += nodes[n][3] * nodes[n];
  double work = 0;
  for (int d = 0; d < Dim; ++d) work += gravity_[d] * double(momentum[d]);
  if (forces_.empty()) return work;
  for (int n = 0; n < kBlockCells<Dim>; ++n)
    for (int d = 0; d < Dim; ++d)
      work += double(nodes[n][3]) * gains_[static_cast<std::size_t>(n)][d] * double(nodes[n][d]);
  return work;
}

template Vec<2, double> gravity_at(const MpmSettings<2>&, double);
template Vec<3, double> gravity_at(const MpmSettings<3>&, double);
#define FROTH_INSTANCE(Dim, Real) template class NodeLoads<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

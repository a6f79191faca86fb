// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/node_velocities.h>

#include <algorithm>
#include <cmath>

#include <froth/mpm/node_loads.h>
#include <froth/mpm/node_places.h>
#include <froth/transfer/node_rules.h>

namespace froth {

namespace {

/// Calls f(block number, loads) for all open blocks, each thread with loads of its own.
template <int Dim, class Real, class F>
void each_with_loads(const MpmSettings<Dim>& settings, double time, double dt, const MpmGrid<Dim, Real>& grid,
                     F f) {
  parallel_chunks(static_cast<Index>(grid.topology.blocks().size()), 16, [&](const Chunk& c) {
    NodeLoads<Dim, Real> loads(settings, time, dt);
    for (Index b = c.begin; b < c.end; ++b)
      if (grid.fields.is_open[static_cast<std::size_t>(b)] != 0) f(b, loads);
  });
}

struct Largest {
  double value = 0;
  Largest& operator+=(const Largest& other) {
    value = std::max(value, other.value);
    return *this;
  }
};

}  // namespace

template <int Dim, class Real>
void start_velocities(const MpmSettings<Dim>& settings, double time, double dt,
                      const MpmGrid<Dim, Real>& grid, NodeField<Dim, Real>& before,
                      NodeField<Dim, Real>& free) {
  using Node = Lanes<Real, 4>;
  const auto& blocks = grid.topology.blocks();
  before.resize(static_cast<Index>(blocks.size()));
  free.resize(static_cast<Index>(blocks.size()));
  const Node gravity = lanes_of((dt * gravity_at(settings, time)).template cast<Real>(), Real(0));
  std::vector<int> bad_node(blocks.size(), -1);
  each_with_loads(settings, time, dt, grid, [&](Index b, NodeLoads<Dim, Real>& loads) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const Node momentum = grid.fields.motion.block(b)[n];
      const Real mass = momentum[3];
      Node &own = before.block(b)[n], &pushed = free.block(b)[n];
      own = pushed = Node{};
      if (!(mass > kLeastNodeMass<Real>)) continue;
      own = momentum * (Real(1) / mass);
      own[3] = Real(0);
      pushed = own + gravity;
      pushed[3] = mass;
    }
    if (!loads.is_gravity_alone())
      bad_node[static_cast<std::size_t>(b)] = loads.push(blocks[static_cast<std::size_t>(b)], free.block(b));
  });
  for (std::size_t b = 0; b < bad_node.size(); ++b)
    if (bad_node[b] >= 0)  // evaluated once more with checks, which then say what is wrong
      for (const VectorField& force : settings.forces)
        value_at(force, NodePlaces<Dim>{settings.lattice}.node_position(blocks[b], bad_node[b]), time);
}

template <int Dim, class Real>
double finish_velocities(const MpmSettings<Dim>& settings, double time, double dt,
                         const NodeField<Dim, Real>& v, const NodeField<Dim, Real>& before,
                         const NodeField<Dim, Real>& free, MpmGrid<Dim, Real>& grid) {
  using Node = Lanes<Real, 4>;
  const auto& blocks = grid.topology.blocks();
  const bool keeps = settings.scheme.keeps_particle_velocity();
  if (keeps) grid.fields.before.resize(static_cast<Index>(blocks.size()));
  std::vector<double> work(blocks.size(), 0.0);
  each_with_loads(settings, time, dt, grid, [&](Index b, NodeLoads<Dim, Real>& loads) {
    const auto index = static_cast<std::size_t>(b);
    Node* motion = grid.fields.motion.block(b);
    if (!loads.is_gravity_alone()) {  // what they are is known by pushing once more
      std::array<Node, kBlockCells<Dim>> scratch;
      std::copy_n(free.block(b), kBlockCells<Dim>, scratch.data());
      loads.push(blocks[index], scratch.data());
    }
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      motion[n] = v.block(b)[n];
      motion[n][3] = free.block(b)[n][3];
    }
    work[index] = loads.work(motion);
    if (!keeps) return;
    std::copy_n(before.block(b), kBlockCells<Dim>, grid.fields.before.block(b));
    for (int n = 0; n < kBlockCells<Dim>; ++n) motion[n][3] = before.block(b)[n][0];
  });
  double total = 0;
  for (const double w : work) total += w;
  return total;
}

template <int Dim, class Real>
double most_cells(const OpenBlocks& open, const NodeField<Dim, Real>& v, const NodeField<Dim, Real>& masses,
                  double particle_mass, double dt_per_cell) {
  const Largest largest = open.sum(Largest{}, [&](Index b) {
    Largest own;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double weight = std::min(1.0, double(masses.block(b)[n][3]) / particle_mass);
      for (int d = 0; d < Dim; ++d)
        own.value = std::max(own.value, weight * std::abs(double(v.block(b)[n][d])) * dt_per_cell);
    }
    return own;
  });
  return largest.value;
}

#define FROTH_INSTANCE(Dim, Real)                                                                         \
  template void start_velocities(const MpmSettings<Dim>&, double, double, const MpmGrid<Dim, Real>&,      \
                                 NodeField<Dim, Real>&, NodeField<Dim, Real>&);                           \
  template double finish_velocities(const MpmSettings<Dim>&, double, double, const NodeField<Dim, Real>&, \
                                    const NodeField<Dim, Real>&, const NodeField<Dim, Real>&,             \
                                    MpmGrid<Dim, Real>&);                                                 \
  template double most_cells(const OpenBlocks&, const NodeField<Dim, Real>&, const NodeField<Dim, Real>&, \
                             double, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

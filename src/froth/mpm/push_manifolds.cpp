// SPDX-License-Identifier: Apache-2.0
// Source: [Jiang2017] by lagrangian/manifold_contact.h; the force of a stress on nodes [Hu2018], Eq. (18).
#include <froth/mpm/vertex_contact.h>

namespace froth {

template <int Dim, class Real>
void push_manifolds(const TransferJob<Dim, Real>& job, const MpmBodies<Dim, Real>& bodies,
                    NodeField<Dim, Real>& v) {
  // A job of these bodies alone.
  std::vector<std::size_t> own;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].elements != nullptr && manifold_of(*bodies[b].elements) != nullptr) own.push_back(b);
  if (own.empty()) return;
  SourceRanges ranges{.bodies = static_cast<int>(own.size()), .ranges = {}};
  const std::size_t sources = job.ranges.bodies == 0 ? 0 : job.ranges.ranges.size() / bodies.size();
  for (std::size_t s = 0; s < sources; ++s)
    for (const std::size_t b : own) ranges.ranges.push_back(job.ranges.ranges[s * bodies.size() + b]);
  std::vector<ParticleView<Dim, Real>> views;
  for (const std::size_t b : own) views.push_back(job.bodies[b]);
  NodeSums<Dim, Real> force;
  scatter_stress<Dim, Real>({job.topology, job.lattice, ranges, std::move(views), job.settings}, force);
  const Real dt = Real(job.settings.dt);
  parallel_chunks(static_cast<Index>(force.is_open.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      if (force.is_open[static_cast<std::size_t>(b)] == 0) continue;
      for (int n = 0; n < kBlockCells<Dim>; ++n) {
        auto& node = v.block(b)[n];
        if (!(node[3] > Real(0))) continue;
        for (int d = 0; d < Dim; ++d) node[d] += dt / node[3] * force.field.block(b)[n][d];
      }
    }
  });
}

#define FROTH_INSTANCE(Dim, Real)                                                          \
  template void push_manifolds(const TransferJob<Dim, Real>&, const MpmBodies<Dim, Real>&, \
                               NodeField<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

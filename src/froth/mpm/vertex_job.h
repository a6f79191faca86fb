// SPDX-License-Identifier: Apache-2.0
// Transfers of the vertices of elements alone. Source: [Jiang2015], section 7.
#pragma once

#include <froth/mpm/state.h>
#include <froth/transfer/gather_vectors.h>

namespace froth {

/// Where a body has its impulses, and before them what the nodes would give its vertices.
template <int Dim, class Real>
VectorPlanes<Dim, Real> impulses_of(MpmBody<Dim, Real>& body) {
  VectorPlanes<Dim, Real> planes{};
  for (int d = 0; d < Dim; ++d) planes.plane[d] = body.particles.template plane<Real>("impulse", d);
  return planes;
}

/// A transfer of the bodies of elements alone.
template <int Dim, class Real>
struct VertexJob {
  std::vector<std::size_t> bodies;
  SourceRanges ranges;
  std::vector<VectorPlanes<Dim, Real>> impulses;
  TransferJob<Dim, Real> job;

  VertexJob(const TransferJob<Dim, Real>& all, MpmBodies<Dim, Real>& of)
      : bodies(with_elements(of)), ranges(ranges_of(all, of.size(), bodies)),
        job{all.topology, all.lattice, ranges, {}, all.settings} {
    for (const std::size_t b : bodies) {
      job.bodies.push_back(all.bodies[b]);
      impulses.push_back(impulses_of<Dim, Real>(of[b]));
    }
  }
  VertexJob(const VertexJob&) = delete;

 private:
  static std::vector<std::size_t> with_elements(const MpmBodies<Dim, Real>& all) {
    std::vector<std::size_t> own;
    for (std::size_t b = 0; b < all.size(); ++b)
      if (all[b].elements != nullptr) own.push_back(b);
    return own;
  }
  static SourceRanges ranges_of(const TransferJob<Dim, Real>& all, std::size_t count,
                                const std::vector<std::size_t>& own) {
    SourceRanges some{.bodies = static_cast<int>(own.size()), .ranges = {}};
    const std::size_t sources = all.ranges.bodies == 0 ? 0 : all.ranges.ranges.size() / count;
    for (std::size_t s = 0; s < sources; ++s)
      for (const std::size_t b : own) some.ranges.push_back(all.ranges.ranges[s * count + b]);
    return some;
  }
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Grid to particles, taken apart: velocity and gradient, a gradient alone, and the motion along given
// velocities. Source: as transfer/gather_packets.h.
#include <froth/transfer/gather_packets.h>
#include <froth/transfer/gather_vectors.h>
#include <froth/transfer/move_packet.h>

namespace froth {

namespace {

/// Gathers over all source blocks from one field; where WithVelocity is false only the gradient is stored.
template <int Dim, int Degree, class Real, GradientForm Form, bool WithVelocity>
void gather_as(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
               const std::vector<TileBox<Dim>>& touched) {
  constexpr bool slopes = Form == GradientForm::Kernel;
  const auto& sources = job.topology.sources();
  parallel_chunks(static_cast<Index>(sources.size()), 4, [&](const Chunk& c) {
    Tile<Dim, Real> tile;
    for (Index n = c.begin; n < c.end; ++n) {
      const auto& source = sources[static_cast<std::size_t>(n)];
      tile.load_from(field, source, touched[static_cast<std::size_t>(n)]);
      const auto ranges = job.ranges.of(static_cast<std::int32_t>(n));
      for (std::size_t b = 0; b < job.bodies.size(); ++b)
        for_each_packet(job.bodies[b], ranges[b].first, ranges[b].last,
                        [&](const ParticleView<Dim, Real>& p, Index s) {
                          StencilPacket<Dim, Degree, Real> stencils;
                          stencils.template set<slopes>(p, s, source.block);
                          PacketSums<Dim, Real> sums;
                          for (int k = 0; k < Pack<Real>::kSize; ++k)
                            sum_nodes<slopes>(tile, stencils, k, sums);
                          store_gradients<Form, Degree>(sums, p, s, job.lattice.dx);
                          if constexpr (!WithVelocity) return;
                          Pack<Real> v[4];
                          load_transposed(sums.v, v);
                          for (int d = 0; d < Dim; ++d) v[d].store(p.v[d] + s);
                        });
    }
  });
}

template <bool WithVelocity, int Dim, class Real>
void gather_by_kind(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                    const std::vector<TileBox<Dim>>& touched) {
  const auto form = [&]<int Degree>() {
    if (job.settings.gradient == GradientForm::Mls)
      gather_as<Dim, Degree, Real, GradientForm::Mls, WithVelocity>(job, field, touched);
    else
      gather_as<Dim, Degree, Real, GradientForm::Kernel, WithVelocity>(job, field, touched);
  };
  job.settings.degree == 2 ? form.template operator()<2>() : form.template operator()<3>();
}

template <int Dim, int Degree, class Real>
std::vector<MotionReport> advect_as(const TransferJob<Dim, Real>& job) {
  using Wide = Pack<Real>;
  const auto& sources = job.topology.sources();
  constexpr Index chunk = 4;
  const std::size_t bodies = job.bodies.size();
  std::vector<MotionReport> partial(
      bodies * static_cast<std::size_t>(chunk_count(static_cast<Index>(sources.size()), chunk)));
  const Real to_cells = Real(job.settings.dt / job.lattice.dx);
  parallel_chunks(static_cast<Index>(sources.size()), chunk, [&](const Chunk& c) {
    for (Index n = c.begin; n < c.end; ++n) {
      const MovePacket<Dim, Degree, Real> move{sources[static_cast<std::size_t>(n)].block,
                                               Real(job.settings.most_cells)};
      const auto ranges = job.ranges.of(static_cast<std::int32_t>(n));
      for (std::size_t b = 0; b < bodies; ++b) {
        MotionReport& report = partial[static_cast<std::size_t>(c.number) * bodies + b];
        const ParticleView<Dim, Real>* all = &job.bodies[b];
        Index at = ranges[b].first;
        for_each_packet(*all, ranges[b].first, ranges[b].last,
                        [&](const ParticleView<Dim, Real>& p, Index s) {
                          Wide cells[Dim], square(0);
                          for (int d = 0; d < Dim; ++d) {
                            const Wide v = Wide::load(p.v[d] + s);
                            square += v * v;
                            cells[d] = v * Wide(to_cells);
                          }
                          MotionReport own;
                          own.left_block = !move(p, s, cells, own);
                          if (own.bad_particle >= 0) own.bad_particle += at - s;
                          for (int k = 0; k < Wide::kSize; ++k)
                            own.max_speed = std::max(own.max_speed, std::sqrt(double(square[k])));
                          combine(report, own);
                          at += Wide::kSize;
                        });
      }
    }
  });
  std::vector<MotionReport> total(bodies);
  for (std::size_t k = 0; k < partial.size(); ++k) combine(total[k % bodies], partial[k]);
  return total;
}

}  // namespace

template <int Dim, class Real>
void gather_velocity(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  gather_by_kind<true>(job, grid.motion, grid.touched);
}

template <int Dim, class Real>
void gather_vectors(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                    const std::vector<TileBox<Dim>>& touched, std::span<const VectorPlanes<Dim, Real>> to) {
  TransferJob<Dim, Real> own = job;
  for (std::size_t b = 0; b < own.bodies.size(); ++b)
    for (int d = 0; d < Dim; ++d) own.bodies[b].v[d] = to[b].plane[d];
  gather_by_kind<true>(own, field, touched);
}

template <int Dim, class Real>
void gather_gradient(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                     const std::vector<TileBox<Dim>>& touched,
                     std::span<const MatrixPlanes<Dim, Real>> gradients) {
  TransferJob<Dim, Real> own = job;
  for (std::size_t b = 0; b < own.bodies.size(); ++b)
    for (int k = 0; k < Dim * Dim; ++k) {
      // In MLS form the gradient is what would be C; in kernel form C is computed along and not wanted.
      own.bodies[b].C[k] = own.bodies[b].grad_v[k] = gradients[b].plane[k];
    }
  gather_by_kind<false>(own, field, touched);
}

template <int Dim, class Real>
std::vector<MotionReport> advect(const TransferJob<Dim, Real>& job,
                                 std::span<const VectorPlanes<Dim, Real>> velocities) {
  TransferJob<Dim, Real> own = job;
  for (std::size_t b = 0; b < own.bodies.size(); ++b)
    for (int d = 0; d < Dim; ++d) own.bodies[b].v[d] = velocities[b].plane[d];
  return job.settings.degree == 2 ? advect_as<Dim, 2>(own) : advect_as<Dim, 3>(own);
}

#define FROTH_INSTANCE(Dim, Real)                                                                            \
  template void gather_velocity(const TransferJob<Dim, Real>&, const GridFields<Dim, Real>&);                \
  template void gather_vectors(const TransferJob<Dim, Real>&, const NodeField<Dim, Real>&,                   \
                               const std::vector<TileBox<Dim>>&, std::span<const VectorPlanes<Dim, Real>>);  \
  template void gather_gradient(const TransferJob<Dim, Real>&, const NodeField<Dim, Real>&,                  \
                                const std::vector<TileBox<Dim>>&, std::span<const MatrixPlanes<Dim, Real>>); \
  template std::vector<MotionReport> advect(const TransferJob<Dim, Real>&,                                   \
                                            std::span<const VectorPlanes<Dim, Real>>);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Source: as transfer/batches.h; the loops are those of scatter_packets.h and gather_packets.h, one batch of
// a block's particles at a time.
#include <froth/transfer/batches.h>

#include <algorithm>
#include <memory>

#include <froth/transfer/scatter_packets.h>

namespace froth {

namespace {

/// What a pass over the particles does beside calling its function.
enum class PassKind { Gather, Scatter, Both };

/// The stencils of a batch. Particles beyond `count` repeat the first of their packet, so that sums over
/// whole packets read nodes that exist.
template <int Dim, int Degree, class Real>
class BatchStencils {
 public:
  static constexpr int kSize = Pack<Real>::kSize, kPackets = kBatch / kSize;
  StencilPacket<Dim, Degree, Real> packet[kPackets];

  template <bool WithSlopes>
  FROTH_INLINE void set(const ParticleView<Dim, Real>& p, Index first, int count,
                        const BlockCoord<Dim>& home) {
    int q = 0;
    for (; (q + 1) * kSize <= count; ++q) packet[q].template set<WithSlopes>(p, first + q * kSize, home);
    if (q * kSize < count) set_last<WithSlopes>(p, first + q * kSize, count - q * kSize, home, packet[q]);
  }

 private:
  template <bool WithSlopes>
  static void set_last(const ParticleView<Dim, Real>& p, Index s, int count, const BlockCoord<Dim>& home,
                       StencilPacket<Dim, Degree, Real>& packet) {
    alignas(64) std::int32_t cell[Dim][kSize];
    alignas(64) typename Offset<Real>::Stored offset[Dim][kSize];
    ParticleView<Dim, Real> copy{};
    for (int d = 0; d < Dim; ++d) {
      for (int k = 0; k < kSize; ++k) {
        const Index from = s + (k < count ? k : 0);
        cell[d][k] = p.cell[d][from], offset[d][k] = p.offset[d][from];
      }
      copy.cell[d] = cell[d], copy.offset[d] = offset[d];
    }
    packet.template set<WithSlopes>(copy, 0, home);
  }
};

/// The axes that make a gradient: first moments of the weights in MLS form, else their slopes.
template <GradientForm Form, int Dim, int Degree, class Real>
FROTH_INLINE const auto& gradient_axes(const StencilPacket<Dim, Degree, Real>& stencils) {
  if constexpr (Form == GradientForm::Mls)
    return stencils.wd;
  else
    return stencils.g;
}

/// What turns sums over these axes into gradients [1/m].
template <GradientForm Form, int Degree, class Real>
double gradient_factor(double dx) {
  return (Form == GradientForm::Mls ? double(BSpline<Degree, Real>::kInverseMoment) : 1.0) / dx;
}

/// dt grad of the nodes of a tile at the particles of a batch.
template <GradientForm Form, int Dim, int Degree, class Real>
FROTH_INLINE void gather_batch(const TransferJob<Dim, Real>& job, const Tile<Dim, Real>& from,
                               const BatchStencils<Dim, Degree, Real>& stencils, int count,
                               MatrixBatch<Dim, Real>& batch) {
  using Wide = Pack<Real>;
  constexpr int kSize = Wide::kSize;
  const Wide scale(Real(job.settings.dt * gradient_factor<Form, Degree, Real>(job.lattice.dx)));
  for (int q = 0; q * kSize < count; ++q) {
    const auto& packet = stencils.packet[q];
    alignas(64) Real along[Dim][kSize][4];
    for (int k = 0; k < kSize; ++k) {
      const auto g =
          gather<Dim, Degree, Real>(from.at(packet.place[k]), packet.w, gradient_axes<Form>(packet), k);
      for (int c = 0; c < Dim; ++c) store_lanes(along[c][k], g.along[c]);
    }
    for (int c = 0; c < Dim; ++c) {
      Wide column[4];
      load_transposed(along[c], column);
      for (int r = 0; r < Dim; ++r) (scale * column[r]).store(batch.entry[r * Dim + c] + q * kSize);
    }
  }
}

template <int Dim, int Degree, class Real, GradientForm Form, PassKind Kind>
struct BatchPass {
  static constexpr int kSize = Pack<Real>::kSize;
  using Wide = Pack<Real>;
  using Stencils = BatchStencils<Dim, Degree, Real>;
  const TransferJob<Dim, Real>& job;
  const BatchFunction<Dim, Real>& function;
  BlockCoord<Dim> home;
  const Tile<Dim, Real>& from;
  Tile<Dim, Real>& to;

  void operator()(std::size_t body, Index first, Index last, TileBox<Dim>& box) const {
    const ParticleView<Dim, Real>& p = job.bodies[body];
    StencilBox<Dim, Degree, Real> reached;
    for (Index s = first; s < last; s += kBatch) {
      const int count = static_cast<int>(std::min<Index>(kBatch, last - s));
      Stencils stencils;
      stencils.template set<Form == GradientForm::Kernel>(p, s, count, home);
      MatrixBatch<Dim, Real> batch;
      if constexpr (Kind != PassKind::Scatter) gather_batch<Form>(job, from, stencils, count, batch);
      function(body, s, count, batch);
      if constexpr (Kind == PassKind::Gather) continue;
      for (int q = 0; q * kSize < count; ++q) reached.add(stencils.packet[q]);
      scatter_batch(p, s, stencils, count, batch);
    }
    if constexpr (Kind != PassKind::Gather) reached.extend(box);
  }

  FROTH_INLINE void scatter_batch(const ParticleView<Dim, Real>& p, Index s, const Stencils& stencils,
                                  int count, const MatrixBatch<Dim, Real>& batch) const {
    constexpr Real nothing[4] = {};
    const Wide scale(Real(job.settings.dt * gradient_factor<Form, Degree, Real>(job.lattice.dx)));
    for (int q = 0; q * kSize < count; ++q) {
      const auto& packet = stencils.packet[q];
      const int here = std::min(kSize, count - q * kSize);
      const Wide push = scale * Wide::load(p.V0 + s + q * kSize, here);
      alignas(64) Real slope[Dim][kSize][4];
      for (int c = 0; c < Dim; ++c) {
        Wide force[4] = {Wide(0), Wide(0), Wide(0), Wide(0)};
        for (int r = 0; r < Dim; ++r) force[r] = push * Wide::load(batch.entry[r * Dim + c] + q * kSize);
        store_transposed(force, &slope[c][0][0], 4);
      }
      for (int k = 0; k < here; ++k) {
        const Real* slopes[Dim];
        for (int c = 0; c < Dim; ++c) slopes[c] = slope[c][k];
        scatter<Row<Degree, Real>>(to.at(packet.place[k]), packet.w, gradient_axes<Form>(packet), k, nothing,
                                   slopes);
      }
    }
  }
};

template <PassKind Kind, GradientForm Form, int Degree, int Dim, class Real>
void pass_as(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>* field,
             const std::vector<TileBox<Dim>>* touched, const BatchFunction<Dim, Real>& function,
             NodeSums<Dim, Real>* sums) {
  const Index blocks = static_cast<Index>(job.topology.blocks().size());
  if (Kind != PassKind::Gather) {
    sums->field.resize(blocks);
    sums->is_open.assign(static_cast<std::size_t>(blocks), 0);
    sums->touched.assign(job.topology.sources().size(), TileBox<Dim>::empty());
  }
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const SourceGroup& group = color[static_cast<std::size_t>(n)];
      Tile<Dim, Real> from, to;
      if constexpr (Kind != PassKind::Gather) to.clear();
      for (std::int32_t number = group.first; number < group.last; ++number) {
        const auto index = static_cast<std::size_t>(number);
        const auto& source = job.topology.sources()[index];
        TileBox<Dim> box = TileBox<Dim>::empty();
        if constexpr (Kind != PassKind::Scatter) from.load_from(*field, source, (*touched)[index]);
        const BatchPass<Dim, Degree, Real, Form, Kind> pass{job, function, source.block, from, to};
        const auto ranges = job.ranges.of(number);
        for (std::size_t b = 0; b < job.bodies.size(); ++b) pass(b, ranges[b].first, ranges[b].last, box);
        if constexpr (Kind == PassKind::Gather) continue;
        sums->touched[index] = box;
        open_blocks(source, box,
                    ScatterTarget<Dim, Real>{sums->field, nullptr, sums->touched, sums->is_open});
        to.flush_to(sums->field, source, box);
      }
    });
  }
}

/// Tiles of the motions of patches, each with one part's nodes and zeros elsewhere, and the batch they give.
template <int Dim, class Real>
struct PatchTiles {
  using Batch = PatchBatch<Dim, Real>;
  Tile<Dim, Real> tile[Batch::kSlots][Batch::kModes];
  bool is_loaded[Batch::kSlots];
  Batch batch;

  PatchTiles() {
    for (auto& slot : tile)
      for (auto& one : slot) one.clear();
  }
  /// The part of a box that lies in a block of the tile.
  static TileBox<Dim> inside(TileBox<Dim> box, int corner) {
    for (int d = 0; d < Dim; ++d) {
      const int begin = (corner >> d & 1) * kBlockWidth;
      box.first[d] = static_cast<std::int8_t>(std::max<int>(box.first[d], begin));
      box.last[d] = static_cast<std::int8_t>(std::min<int>(box.last[d], begin + kBlockWidth - 1));
    }
    return box;
  }
  static bool is_empty(const TileBox<Dim>& box) {
    for (int d = 0; d < Dim; ++d)
      if (box.first[d] > box.last[d]) return true;
    return false;
  }
  void load(const PatchMotions<Dim, Real>& motions, const typename GridTopology<Dim>::Source& source,
            const TileBox<Dim>& box) {
    for (int slot = 0; slot < Batch::kSlots; ++slot) {
      const auto part = static_cast<std::size_t>(slot % Batch::kParts);
      const int corner = slot / Batch::kParts;
      const TileBox<Dim> own = inside(box, corner);
      const auto block = static_cast<std::size_t>(source.tile[static_cast<std::size_t>(corner)]);
      is_loaded[slot] = !is_empty(own) && motions.has_part[part][block];
      for (std::size_t mode = 0; is_loaded[slot] && mode < Batch::kModes; ++mode)
        tile[slot][mode].load_from(motions.field[part][mode], source, own);
    }
  }
  bool is_any_loaded() const {
    return std::any_of(std::begin(is_loaded), std::end(is_loaded), [](bool one) { return one; });
  }
};

template <GradientForm Form, int Degree, int Dim, class Real>
void gather_patches_as(const TransferJob<Dim, Real>& job, const PatchMotions<Dim, Real>& motions,
                       const std::vector<TileBox<Dim>>& touched, Index begin, Index end,
                       const PatchFunction<Dim, Real>& take) {
  using Batch = PatchBatch<Dim, Real>;
  parallel_chunks(end - begin, 8, [&](const Chunk& c) {
    const auto tiles = std::make_unique<PatchTiles<Dim, Real>>();
    Batch& batch = tiles->batch;
    for (Index n = begin + c.begin; n < begin + c.end; ++n) {
      const auto number = static_cast<std::int32_t>(n);
      const auto& source = job.topology.sources()[static_cast<std::size_t>(n)];
      tiles->load(motions, source, touched[static_cast<std::size_t>(n)]);
      if (!tiles->is_any_loaded()) continue;
      const auto ranges = job.ranges.of(number);
      for (std::size_t b = 0; b < job.bodies.size(); ++b)
        for (Index s = ranges[b].first; s < ranges[b].last; s += kBatch) {
          const int count = static_cast<int>(std::min<Index>(kBatch, ranges[b].last - s));
          BatchStencils<Dim, Degree, Real> stencils;
          stencils.template set<Form == GradientForm::Kernel>(job.bodies[b], s, count, source.block);
          StencilBox<Dim, Degree, Real> reached;
          for (int q = 0; q * Pack<Real>::kSize < count; ++q) reached.add(stencils.packet[q]);
          TileBox<Dim> box = TileBox<Dim>::empty();
          reached.extend(box);
          for (int slot = 0; slot < Batch::kSlots; ++slot) {
            const TileBox<Dim> own = PatchTiles<Dim, Real>::inside(box, slot / Batch::kParts);
            batch.is_reached[slot] = tiles->is_loaded[slot] && !PatchTiles<Dim, Real>::is_empty(own);
            for (int mode = 0; batch.is_reached[slot] && mode < Batch::kModes; ++mode)
              gather_batch<Form>(job, tiles->tile[slot][mode], stencils, count, batch.A[slot][mode]);
          }
          take(number, b, s, count, batch);
        }
    }
  });
}

template <PassKind Kind, int Dim, class Real>
void run_pass(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>* field,
              const std::vector<TileBox<Dim>>* touched, const BatchFunction<Dim, Real>& function,
              NodeSums<Dim, Real>* sums) {
  const auto form = [&]<int Degree>() {
    if (job.settings.gradient == GradientForm::Mls)
      pass_as<Kind, GradientForm::Mls, Degree>(job, field, touched, function, sums);
    else
      pass_as<Kind, GradientForm::Kernel, Degree>(job, field, touched, function, sums);
  };
  job.settings.degree == 2 ? form.template operator()<2>() : form.template operator()<3>();
}

}  // namespace

template <int Dim, class Real>
void gather_batches(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                    const std::vector<TileBox<Dim>>& touched, BatchFunction<Dim, Real> take) {
  run_pass<PassKind::Gather, Dim, Real>(job, &field, &touched, take, nullptr);
}

template <int Dim, class Real>
void scatter_batches(const TransferJob<Dim, Real>& job, BatchFunction<Dim, Real> make,
                     NodeSums<Dim, Real>& sums) {
  run_pass<PassKind::Scatter, Dim, Real>(job, nullptr, nullptr, make, &sums);
}

template <int Dim, class Real>
void exchange_batches(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                      const std::vector<TileBox<Dim>>& touched, BatchFunction<Dim, Real> respond,
                      NodeSums<Dim, Real>& sums) {
  run_pass<PassKind::Both, Dim, Real>(job, &field, &touched, respond, &sums);
}

template <int Dim, class Real>
void gather_patches(const TransferJob<Dim, Real>& job, const PatchMotions<Dim, Real>& motions,
                    const std::vector<TileBox<Dim>>& touched, Index begin, Index end,
                    PatchFunction<Dim, Real> take) {
  const auto form = [&]<int Degree>() {
    if (job.settings.gradient == GradientForm::Mls)
      gather_patches_as<GradientForm::Mls, Degree>(job, motions, touched, begin, end, take);
    else
      gather_patches_as<GradientForm::Kernel, Degree>(job, motions, touched, begin, end, take);
  };
  job.settings.degree == 2 ? form.template operator()<2>() : form.template operator()<3>();
}

#define FROTH_INSTANCE(Dim, Real)                                                                         \
  template void gather_patches(const TransferJob<Dim, Real>&, const PatchMotions<Dim, Real>&,             \
                               const std::vector<TileBox<Dim>>&, Index, Index, PatchFunction<Dim, Real>); \
  template void gather_batches(const TransferJob<Dim, Real>&, const NodeField<Dim, Real>&,                \
                               const std::vector<TileBox<Dim>>&, BatchFunction<Dim, Real>);               \
  template void scatter_batches(const TransferJob<Dim, Real>&, BatchFunction<Dim, Real>,                  \
                                NodeSums<Dim, Real>&);                                                    \
  template void exchange_batches(const TransferJob<Dim, Real>&, const NodeField<Dim, Real>&,              \
                                 const std::vector<TileBox<Dim>>&, BatchFunction<Dim, Real>,              \
                                 NodeSums<Dim, Real>&);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

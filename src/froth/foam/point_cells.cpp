// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/point_cells.h>

#include <froth/base/error.h>

namespace froth {

template <int Dim>
void BlockList<Dim>::build(std::vector<BlockCoord<Dim>> blocks, const BlockCoord<Dim>& periodic) {
  periodic_ = periodic;
  for (BlockCoord<Dim>& b : blocks) b = wrapped(b);
  make_canonical(blocks);
  blocks_ = std::move(blocks);
  map_.build(blocks_);
}

template <int Dim>
BlockCoord<Dim> BlockList<Dim>::wrapped(BlockCoord<Dim> block) const {
  for (int d = 0; d < Dim; ++d)
    if (const std::int32_t n = periodic_[d]; n > 0) block[d] = (block[d] % n + n) % n;
  return block;
}

template <int Dim>
Around<Dim> BlockList<Dim>::around(const BlockCoord<Dim>& block) const {
  Around<Dim> found{};
  for (int n = 0; n < kAround<Dim>; ++n) {
    BlockCoord<Dim> other = block;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) other[d] += rest % 3 - 1;
    found[static_cast<std::size_t>(n)] = find(other);
  }
  return found;
}

namespace {

template <int Dim>
struct StoredPlaces {
  std::array<const std::int32_t*, Dim> cell;
  std::array<const std::int32_t*, Dim> fixed{};  ///< offsets in single precision
  std::array<const double*, Dim> real{};         ///< in double precision

  explicit StoredPlaces(const ColumnTable& particles) {
    const bool is_fixed = particles.column("offset").type == ColumnType::Int32;
    for (int d = 0; d < Dim; ++d) {
      const auto k = static_cast<std::size_t>(d);
      cell[k] = particles.plane<std::int32_t>("cell", d);
      if (is_fixed)
        fixed[k] = particles.plane<std::int32_t>("offset", d);
      else
        real[k] = particles.plane<double>("offset", d);
    }
  }
  /// From the lowest corner of the particle's block [half cells].
  double in_block(std::size_t d, std::size_t s) const {
    const double offset = fixed[d] != nullptr ? Offset<float>::exact(fixed[d][s]) : real[d][s];
    return 2 * ((cell[d][s] & (kBlockWidth - 1)) + offset + 0.5);
  }
};

}  // namespace

template <int Dim>
PointCells<Dim>::PointCells(const std::vector<SortedParticles<Dim>>& bodies,
                            const BlockCoord<Dim>& periodic) {
  FROTH_CHECK(bodies.size() < 256, "more bodies than a byte can number");
  std::vector<BlockCoord<Dim>> all;
  for (const auto& body : bodies) all.insert(all.end(), body.runs->blocks.begin(), body.runs->blocks.end());
  list_.build(std::move(all), periodic);

  // Which run of a body is in a block; runs and blocks are in the same order.
  std::vector<std::vector<std::int32_t>> run_of(bodies.size());
  std::vector<std::size_t> sizes(blocks().size(), 0);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    run_of[b].assign(blocks().size(), -1);
    const BlockRuns<Dim>& runs = *bodies[b].runs;
    for (std::size_t r = 0, k = 0; r < runs.blocks.size(); ++r) {
      while (!(blocks()[k] == runs.blocks[r])) ++k;
      run_of[b][k] = static_cast<std::int32_t>(r);
      sizes[k] += static_cast<std::size_t>(runs.begin[r + 1] - runs.begin[r]);
    }
  }
  begin_.assign(blocks().size() * kHalfCells<Dim> + 1, 0);
  std::size_t total = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    begin_[k * kHalfCells<Dim>] = static_cast<std::uint32_t>(total);
    total += sizes[k];
  }
  begin_.back() = static_cast<std::uint32_t>(total);
  for (auto& axis : at_) axis.resize(total);
  slot_.resize(total);
  body_.resize(total);
  parallel_tasks(static_cast<Index>(blocks().size()),
                 [&](Index k) { sort_block(static_cast<std::size_t>(k), bodies, run_of); });
}

/// A counting sort; equals stay in the order of bodies and slots.
template <int Dim>
void PointCells<Dim>::sort_block(std::size_t block, const std::vector<SortedParticles<Dim>>& bodies,
                                 const std::vector<std::vector<std::int32_t>>& run_of) {
  std::array<std::uint32_t, kHalfCells<Dim> + 1> next{};
  struct Found {
    Place x;
    std::uint32_t slot;
    std::uint16_t half;
    std::uint8_t body;
  };
  std::vector<Found> found;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const std::int32_t run = run_of[b][block];
    if (run < 0) continue;
    const StoredPlaces<Dim> places(*bodies[b].particles);
    const std::vector<Index>& begin = bodies[b].runs->begin;
    for (Index s = begin[static_cast<std::size_t>(run)]; s < begin[static_cast<std::size_t>(run) + 1]; ++s) {
      Found one{{}, static_cast<std::uint32_t>(s), 0, static_cast<std::uint8_t>(b)};
      Half half{};
      for (int d = 0; d < Dim; ++d) {
        one.x[d] =
            static_cast<float>(places.in_block(static_cast<std::size_t>(d), static_cast<std::size_t>(s)));
        half[d] = std::min(static_cast<std::int32_t>(one.x[d]), kHalfWidth - 1);  // rounding may reach 8
      }
      one.half = static_cast<std::uint16_t>(half_in_block(half));
      ++next[one.half + 1u];
      found.push_back(one);
    }
  }
  const std::size_t first = block * kHalfCells<Dim>;
  for (std::size_t c = 0; c < kHalfCells<Dim>; ++c) {
    next[c + 1] += next[c];
    begin_[first + c] = begin_[first] + next[c];
  }
  const std::uint32_t start = begin_[first];
  for (const Found& one : found) {
    const std::size_t k = start + next[one.half]++;
    for (int d = 0; d < Dim; ++d) at_[static_cast<std::size_t>(d)][k] = one.x[d];
    slot_[k] = one.slot;
    body_[k] = one.body;
  }
}

template class BlockList<2>;
template class BlockList<3>;
template class PointCells<2>;
template class PointCells<3>;

}  // namespace froth

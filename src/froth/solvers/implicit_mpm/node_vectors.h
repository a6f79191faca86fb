// SPDX-License-Identifier: Apache-2.0
// Vectors over the open nodes of a grid, as a solve adds, scales and multiplies them. Sums go block by block
// in one order, in double precision. Source: base/parallel.h.
#pragma once

#include <froth/grid/sparse_grid.h>

namespace froth {

/// The blocks of a grid that hold anything.
class OpenBlocks {
 public:
  explicit OpenBlocks(const std::vector<std::uint8_t>& is_open) {
    for (std::size_t b = 0; b < is_open.size(); ++b)
      if (is_open[b] != 0) blocks_.push_back(static_cast<Index>(b));
  }

  /// Calls f(b) for every open block, in any order.
  template <class F>
  void each(F f) const {
    parallel_chunks(static_cast<Index>(blocks_.size()), kChunk, [&](const Chunk& c) {
      for (Index k = c.begin; k < c.end; ++k) f(blocks_[static_cast<std::size_t>(k)]);
    });
  }
  /// Sum of f(b), the same bits for any number of threads.
  template <class Sum, class F>
  Sum sum(Sum zero, F f) const {
    const Index count = static_cast<Index>(blocks_.size());
    std::vector<Sum> partial(static_cast<std::size_t>(chunk_count(count, kChunk)), zero);
    parallel_chunks(count, kChunk, [&](const Chunk& c) {
      Sum part = zero;
      for (Index k = c.begin; k < c.end; ++k) part += f(blocks_[static_cast<std::size_t>(k)]);
      partial[static_cast<std::size_t>(c.number)] = part;
    });
    Sum total = zero;
    for (const Sum& part : partial) total += part;
    return total;
  }

  const std::vector<Index>& blocks() const { return blocks_; }
  Index count() const { return static_cast<Index>(blocks_.size()); }

 private:
  static constexpr Index kChunk = 32;
  std::vector<Index> blocks_;
};

/// Sum over the nodes of a block of the products of three numbers each.
template <int Dim, class Real>
FROTH_INLINE double dot_of_block(const Lanes<Real, 4>* a, const Lanes<Real, 4>* b) {
  using Wide = Lanes<double, 4>;
  Wide sum{};
  for (int n = 0; n < kBlockCells<Dim>; ++n) sum += convert_lanes<Wide>(a[n]) * convert_lanes<Wide>(b[n]);
  double total = 0;
  for (int d = 0; d < Dim; ++d) total += sum[d];
  return total;
}

template <int Dim, class Real>
double dot(const OpenBlocks& open, const NodeField<Dim, Real>& a, const NodeField<Dim, Real>& b) {
  return open.sum(0.0, [&](Index k) { return dot_of_block<Dim, Real>(a.block(k), b.block(k)); });
}

/// to = a + factor b.
template <int Dim, class Real>
void add_scaled(const OpenBlocks& open, const NodeField<Dim, Real>& a, double factor,
                const NodeField<Dim, Real>& b, NodeField<Dim, Real>& to) {
  const Real scale = Real(factor);
  open.each([&](Index k) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) to.block(k)[n] = a.block(k)[n] + scale * b.block(k)[n];
  });
}

template <int Dim, class Real>
void copy(const OpenBlocks& open, const NodeField<Dim, Real>& from, NodeField<Dim, Real>& to) {
  open.each([&](Index k) { std::copy_n(from.block(k), kBlockCells<Dim>, to.block(k)); });
}

template <int Dim, class Real>
void clear(const OpenBlocks& open, NodeField<Dim, Real>& field) {
  open.each([&](Index k) { field.clear(k); });
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The symmetric matrix of second derivatives of elements' energy: a block for every two vertices that share
// an element. Sums go in one order whatever the number of threads: every vertex gathers its own row.
// Source: [Sifakis2012], section 4.3, force differentials, here as a matrix in compressed rows.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <froth/base/mat.h>
#include <froth/lagrangian/corner_sums.h>

namespace froth {

template <int Dim>
class VertexMatrix {
 public:
  using Block = Mat<Dim, double>;
  using Vectors = std::span<Vec<Dim, double>>;
  using ConstVectors = std::span<const Vec<Dim, double>>;

  /// Which blocks there are: every vertex with itself, and what join() adds until finish().
  explicit VertexMatrix(std::size_t vertices) : joined_(vertices) {
    for (std::uint32_t v = 0; v < vertices; ++v) joined_[v].push_back(v);
  }
  template <std::size_t N>
  void join(std::span<const std::array<std::uint32_t, N>> elements) {
    for (const auto& element : elements)
      for (const std::uint32_t a : element)
        joined_[a].insert(joined_[a].end(), element.begin(), element.end());
  }
  void finish() {
    begin_ = {0};
    for (std::vector<std::uint32_t>& row : joined_) {
      std::ranges::sort(row);
      const auto rest = std::ranges::unique(row);
      column_.insert(column_.end(), row.begin(), rest.begin());
      begin_.push_back(column_.size());
    }
    joined_ = {};
    block_.resize(column_.size());
  }

  void clear() { std::ranges::fill(block_, Block{}); }
  /// Adds the matrices of elements; `make(e, blocks)` fills the blocks (a, b), a <= b, of element e.
  template <std::size_t N, class Make>
  void add(std::span<const std::array<std::uint32_t, N>> elements, const CornerSums& corners, Make make);

  std::size_t rows() const { return begin_.empty() ? 0 : begin_.size() - 1; }
  /// Columns of a row, ascending, and their blocks.
  std::span<const std::uint32_t> columns(std::size_t row) const {
    return {column_.data() + begin_[row], begin_[row + 1] - begin_[row]};
  }
  std::span<const Block> blocks(std::size_t row) const {
    return {block_.data() + begin_[row], begin_[row + 1] - begin_[row]};
  }
  void multiply(ConstVectors u, Vectors product) const;

 private:
  static constexpr Index kChunk = 256;

  std::vector<std::vector<std::uint32_t>> joined_;  ///< until finish()
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> column_;
  std::vector<Block> block_;
  std::vector<Block> of_elements_;  ///< scratch
};

template <int Dim>
template <std::size_t N, class Make>
void VertexMatrix<Dim>::add(std::span<const std::array<std::uint32_t, N>> elements, const CornerSums& corners,
                            Make make) {
  constexpr std::size_t pairs = N * (N + 1) / 2;
  const auto pair = [](std::size_t a, std::size_t b) { return a * N - a * (a + 1) / 2 + b; };  // a <= b
  of_elements_.resize(pairs * elements.size());
  parallel_chunks(static_cast<Index>(elements.size()), kChunk, [&](const Chunk& c) {
    for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
      Block own[N][N];
      make(e, own);
      for (std::size_t a = 0; a < N; ++a)
        for (std::size_t b = a; b < N; ++b) of_elements_[e * pairs + pair(a, b)] = own[a][b];
    }
  });
  parallel_chunks(static_cast<Index>(rows()), kChunk, [&](const Chunk& c) {
    for (auto v = static_cast<std::size_t>(c.begin); v < static_cast<std::size_t>(c.end); ++v) {
      const auto columns = this->columns(v);
      corners.for_each_corner(v, [&](std::size_t corner) {
        const std::size_t e = corner / N, a = corner % N;
        for (std::size_t b = 0; b < N; ++b) {
          const Block& one = of_elements_[e * pairs + pair(std::min(a, b), std::max(a, b))];
          const auto at = std::ranges::lower_bound(columns, elements[e][b]) - columns.begin();
          block_[begin_[v] + static_cast<std::size_t>(at)] += a <= b ? one : transpose(one);
        }
      });
    }
  });
}

template <int Dim>
void VertexMatrix<Dim>::multiply(ConstVectors u, Vectors product) const {
  parallel_chunks(static_cast<Index>(rows()), kChunk, [&](const Chunk& c) {
    for (auto v = static_cast<std::size_t>(c.begin); v < static_cast<std::size_t>(c.end); ++v) {
      Vec<Dim, double> sum{};
      for (std::size_t k = begin_[v]; k < begin_[v + 1]; ++k) sum += block_[k] * u[column_[k]];
      product[v] = sum;
    }
  });
}

}  // namespace froth

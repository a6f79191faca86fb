// SPDX-License-Identifier: Apache-2.0
// Sums at vertices of what elements give their corners, in one order whatever the number of threads: every
// vertex knows the corners that it is, and gathers.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <froth/base/parallel.h>
#include <froth/base/vec.h>

namespace froth {

class CornerSums {
 public:
  template <std::size_t N>
  CornerSums(std::size_t vertices, std::span<const std::array<std::uint32_t, N>> elements)
      : first_(vertices + 1, 0), entry_(N * elements.size()) {
    for (const auto& element : elements)
      for (const std::uint32_t v : element) ++first_[v + 1];
    for (std::size_t v = 0; v < vertices; ++v) first_[v + 1] += first_[v];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < elements.size(); ++e)
      for (std::size_t k = 0; k < N; ++k)
        entry_[next[elements[e][k]]++] = static_cast<std::uint32_t>(N * e + k);
  }

  /// Adds to every vertex what its corners have.
  template <int Dim>
  void add(std::span<const Vec<Dim, double>> corners, std::span<Vec<Dim, double>> vertices) const {
    parallel_chunks(static_cast<Index>(vertices.size()), 1024, [&](const Chunk& c) {
      for (auto v = static_cast<std::size_t>(c.begin); v < static_cast<std::size_t>(c.end); ++v)
        for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k) vertices[v] += corners[entry_[k]];
    });
  }

  /// Calls f(N e + k) for every corner k of an element e that the vertex is, in order.
  template <class F>
  void for_each_corner(std::size_t vertex, F f) const {
    for (std::uint32_t k = first_[vertex]; k < first_[vertex + 1]; ++k) f(std::size_t(entry_[k]));
  }

 private:
  std::vector<std::uint32_t> first_, entry_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Stencils of variable length: rows of a sparse matrix, a row per particle with its nodes, weights and
// distances, and the inverse moment. For particles whose weights are not B-splines, such as those of an
// optimal transport plan; B-splines can be written as rows too, and then give the same sums. Source:
// [Fei2021], Eqs. (1) to (3) and [Jiang2015] for any weights that sum to one: momentum w m (v + C d), C = sum
// w v d^T D^-1, D = sum w d d^T.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <froth/base/aligned_buffer.h>
#include <froth/base/mat.h>
#include <froth/base/parallel.h>

namespace froth {

template <int Dim, class Real>
struct StencilEntry {
  std::uint32_t node;
  Real weight;       ///< [-]
  Vec<Dim, Real> d;  ///< from the particle to the node [m]
};

/// Rows by particle, and the same entries by node, so that a scatter adds in one order whatever the threads.
template <int Dim, class Real>
class StencilRows {
 public:
  using Entry = StencilEntry<Dim, Real>;

  StencilRows() = default;
  /// `begin` has the first entry of each row, and the number of entries at its end.
  StencilRows(std::vector<Entry> entries, std::vector<Index> begin, std::size_t node_count);

  /// Rows written in place, in memory that lasts from step to step: make_room(), then for every particle
  /// room() and finish_row(), by any thread and in any order, then link_nodes(). Row p has room for entries
  /// begin[p] .. begin[p] + its length; rows may leave gaps, and begin where they like.
  void make_room(std::vector<Index> begin, std::size_t entry_count);
  Entry* room(std::size_t particle) { return entries() + begin_[particle]; }
  void finish_row(std::size_t particle, std::size_t length);
  void link_nodes(std::size_t node_count);
  /// Takes the list of beginnings back, to write the next one into.
  std::vector<Index> take_begin() { return std::move(begin_); }

  std::size_t particle_count() const { return length_.size(); }
  std::size_t node_count() const { return node_begin_.empty() ? 0 : node_begin_.size() - 1; }
  std::span<const Entry> row(std::size_t particle) const {
    return {entries() + begin_[particle], length_[particle]};
  }
  /// D^-1 of a particle [1/m^2].
  const Mat<Dim, Real>& inverse_moment(std::size_t particle) const { return inverse_moment_[particle]; }

  /// Calls `add(particle, entry)` for the entries of a node, particles in order.
  template <class Add>
  void for_each_of_node(std::size_t node, Add add) const {
    for (Index k = node_begin_[node]; k < node_begin_[node + 1]; ++k) {
      const Place& at = by_node_[static_cast<std::size_t>(k)];
      add(static_cast<std::size_t>(at.particle), entries()[at.entry]);
    }
  }
  std::size_t bytes() const;

 private:
  struct Place {
    std::uint32_t particle, entry;
  };

  Entry* entries() { return memory_.as<Entry>(); }
  const Entry* entries() const { return memory_.as<Entry>(); }

  AlignedBuffer memory_;  ///< of entries; in large pages, since rows are read in many an order
  std::vector<Index> begin_, node_begin_, next_;
  std::vector<std::uint32_t> length_;
  std::vector<Place> by_node_;  ///< entries sorted by node
  std::vector<Mat<Dim, Real>> inverse_moment_;
};

/// Mass and momentum, w m (v + C d), on every node.
template <int Dim, class Real>
void scatter_momentum(const StencilRows<Dim, Real>& rows, std::span<const Real> mass,
                      std::span<const Vec<Dim, Real>> v, std::span<const Mat<Dim, Real>> C,
                      std::span<Real> node_mass, std::span<Vec<Dim, Real>> node_momentum);

/// Force of a stress, -V0 tau D^-1 w d, on every node [N].
template <int Dim, class Real>
void scatter_stress(const StencilRows<Dim, Real>& rows, std::span<const Real> V0,
                    std::span<const Mat<Dim, Real>> tau, std::span<Vec<Dim, Real>> node_force);

/// Velocity and C of every particle.
template <int Dim, class Real>
void gather_velocity(const StencilRows<Dim, Real>& rows, std::span<const Vec<Dim, Real>> node_v,
                     std::span<Vec<Dim, Real>> v, std::span<Mat<Dim, Real>> C);

}  // namespace froth

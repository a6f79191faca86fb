// SPDX-License-Identifier: Apache-2.0
// Source: as transfer/stencil_rows.h.
#include <froth/transfer/stencil_rows.h>

#include <algorithm>

#include <froth/base/error.h>

namespace froth {

namespace {
constexpr Index kChunk = 256;

template <class Each>
void for_each(std::size_t count, Each each) {
  parallel_chunks(static_cast<Index>(count), kChunk, [&](const Chunk& c) {
    for (Index k = c.begin; k < c.end; ++k) each(static_cast<std::size_t>(k));
  });
}

template <int Dim, class Real>
Mat<Dim, Real> inverse(const Mat<Dim, Real>& m) {
  Mat3<Real> whole = lift(m);
  if constexpr (Dim == 2) whole(2, 2) = 1;
  const Mat3<Real> adjugate = transpose(cofactor(whole));
  const Real per_det = Real(1) / determinant(whole);
  Mat<Dim, Real> result{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) result(r, c) = per_det * adjugate(r, c);
  return result;
}
}  // namespace

template <int Dim, class Real>
StencilRows<Dim, Real>::StencilRows(std::vector<Entry> entries, std::vector<Index> begin,
                                    std::size_t node_count) {
  FROTH_CHECK(begin.back() == static_cast<Index>(entries.size()), "rows that do not end with the entries");
  const std::vector<Index> limits = begin;
  begin.pop_back();
  make_room(std::move(begin), entries.size());
  for_each(particle_count(), [&](std::size_t p) {
    std::copy(entries.begin() + limits[p], entries.begin() + limits[p + 1], room(p));
    finish_row(p, static_cast<std::size_t>(limits[p + 1] - limits[p]));
  });
  link_nodes(node_count);
}

template <int Dim, class Real>
void StencilRows<Dim, Real>::make_room(std::vector<Index> begin, std::size_t entry_count) {
  begin_ = std::move(begin);
  length_.assign(begin_.size(), 0);
  inverse_moment_.resize(begin_.size());
  if (entry_count * sizeof(Entry) <= memory_.bytes()) return;
  memory_ = {};  // nothing is kept: both need not be there at once
  memory_ = AlignedBuffer((entry_count + entry_count / 8) * sizeof(Entry));
}

template <int Dim, class Real>
void StencilRows<Dim, Real>::finish_row(std::size_t particle, std::size_t length) {
  length_[particle] = static_cast<std::uint32_t>(length);
  Mat<Dim, Real> D{};
  for (const Entry& e : row(particle))
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c <= r; ++c) D(r, c) += e.weight * e.d[r] * e.d[c];
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < r; ++c) D(c, r) = D(r, c);
  inverse_moment_[particle] = inverse(D);
}

/// A counting sort by node keeps particles in order.
template <int Dim, class Real>
void StencilRows<Dim, Real>::link_nodes(std::size_t node_count) {
  node_begin_.assign(node_count + 1, 0);
  for (std::size_t p = 0; p < particle_count(); ++p)
    for (const Entry& e : row(p)) ++node_begin_[e.node + 1];
  for (std::size_t n = 1; n < node_begin_.size(); ++n) node_begin_[n] += node_begin_[n - 1];
  by_node_.resize(static_cast<std::size_t>(node_begin_.back()));
  next_.assign(node_begin_.begin(), node_begin_.end() - 1);
  for (std::size_t p = 0; p < particle_count(); ++p) {
    auto entry = static_cast<std::uint32_t>(begin_[p]);
    for (const Entry& e : row(p))
      by_node_[static_cast<std::size_t>(next_[e.node]++)] = {static_cast<std::uint32_t>(p), entry++};
  }
}

template <int Dim, class Real>
std::size_t StencilRows<Dim, Real>::bytes() const {
  return memory_.capacity() + by_node_.capacity() * sizeof(Place) +
         (begin_.capacity() + node_begin_.capacity() + next_.capacity()) * sizeof(Index) +
         length_.capacity() * sizeof(std::uint32_t) + inverse_moment_.capacity() * sizeof(Mat<Dim, Real>);
}

template <int Dim, class Real>
void scatter_momentum(const StencilRows<Dim, Real>& rows, std::span<const Real> mass,
                      std::span<const Vec<Dim, Real>> v, std::span<const Mat<Dim, Real>> C,
                      std::span<Real> node_mass, std::span<Vec<Dim, Real>> node_momentum) {
  for_each(rows.node_count(), [&](std::size_t n) {
    Real m = 0;
    Vec<Dim, Real> momentum{};
    rows.for_each_of_node(n, [&](std::size_t p, const StencilEntry<Dim, Real>& e) {
      m += e.weight * mass[p];
      momentum += e.weight * mass[p] * (v[p] + C[p] * e.d);
    });
    node_mass[n] = m, node_momentum[n] = momentum;
  });
}

template <int Dim, class Real>
void scatter_stress(const StencilRows<Dim, Real>& rows, std::span<const Real> V0,
                    std::span<const Mat<Dim, Real>> tau, std::span<Vec<Dim, Real>> node_force) {
  for_each(rows.node_count(), [&](std::size_t n) {
    Vec<Dim, Real> force{};
    rows.for_each_of_node(n, [&](std::size_t p, const StencilEntry<Dim, Real>& e) {
      force += -V0[p] * e.weight * (tau[p] * (rows.inverse_moment(p) * e.d));
    });
    node_force[n] = force;
  });
}

template <int Dim, class Real>
void gather_velocity(const StencilRows<Dim, Real>& rows, std::span<const Vec<Dim, Real>> node_v,
                     std::span<Vec<Dim, Real>> v, std::span<Mat<Dim, Real>> C) {
  for_each(rows.particle_count(), [&](std::size_t p) {
    Vec<Dim, Real> sum{};
    Mat<Dim, Real> B{};
    for (const StencilEntry<Dim, Real>& e : rows.row(p)) {
      sum += e.weight * node_v[e.node];
      for (int r = 0; r < Dim; ++r)
        for (int c = 0; c < Dim; ++c) B(r, c) += e.weight * node_v[e.node][r] * e.d[c];
    }
    v[p] = sum, C[p] = B * rows.inverse_moment(p);
  });
}

#define FROTH_INSTANCE(Dim, Real)                                                                  \
  template class StencilRows<Dim, Real>;                                                           \
  template void scatter_momentum(const StencilRows<Dim, Real>&, std::span<const Real>,             \
                                 std::span<const Vec<Dim, Real>>, std::span<const Mat<Dim, Real>>, \
                                 std::span<Real>, std::span<Vec<Dim, Real>>);                      \
  template void scatter_stress(const StencilRows<Dim, Real>&, std::span<const Real>,               \
                               std::span<const Mat<Dim, Real>>, std::span<Vec<Dim, Real>>);        \
  template void gather_velocity(const StencilRows<Dim, Real>&, std::span<const Vec<Dim, Real>>,    \
                                std::span<Vec<Dim, Real>>, std::span<Mat<Dim, Real>>);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

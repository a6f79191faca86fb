// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/element_response.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/tile.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 256;

void spline_weights(int degree, double offset, double (&w)[4]) {
  double three[3];
  if (degree == 3) return BSpline<3, double>::weights(offset, w);
  BSpline<2, double>::weights(offset, three);
  std::copy_n(three, 3, w);
}

}  // namespace

template <int Dim, class Real>
ElementResponse<Dim, Real>::ElementResponse(const TransferJob<Dim, Real>& job,
                                            const GridFields<Dim, Real>& grid, MpmBodies<Dim, Real>& bodies)
    : first_{0}, dt_(job.settings.dt), open_(grid.is_open), stencil_(1) {
  for (int d = 0; d < Dim; ++d) stencil_ *= static_cast<std::size_t>(job.settings.degree + 1);
  for (const MpmBody<Dim, Real>& body : bodies) {
    if (body.elements == nullptr) continue;
    ElementBody<Dim>& mesh = *body.elements;
    bodies_.push_back(&mesh);
    first_.push_back(first_.back() + mesh.count());
    at_.insert(at_.end(), mesh.x.begin(), mesh.x.end());
    is_held_.insert(is_held_.end(), mesh.is_held.begin(), mesh.is_held.end());
    entry_.resize(first_.back() * stencil_);
    weigh(job, body, first_[first_.size() - 2]);
  }
  x_ = at_;
  u_.resize(x_.size()), f_.resize(x_.size());
  matrix_.resize(bodies_.size());
  if (!is_empty()) link_nodes(job.topology.blocks().size() * kBlockCells<Dim>);
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::weigh(const TransferJob<Dim, Real>& job, const MpmBody<Dim, Real>& body,
                                       std::size_t first) {
  const ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, const Real> p = view_of<Dim, Real>(std::as_const(body.particles));
  const int width = job.settings.degree + 1;
  parallel_chunks(static_cast<Index>(mesh.count()), kVertexChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const Index s = mesh.slot[k];
      double w[Dim][4];
      for (int d = 0; d < Dim; ++d)
        spline_weights(job.settings.degree, Offset<Real>::exact(p.offset[d][s]), w[d]);
      for (std::size_t n = 0; n < stencil_; ++n) {
        BlockCoord<Dim> block{};
        int local = 0, rest = static_cast<int>(n);
        double weight = 1;
        Vec<Dim, std::int32_t> node{};
        for (int d = Dim - 1; d >= 0; --d, rest /= width) {
          node[d] = p.cell[d][s] + rest % width + kTileMargin;
          weight *= w[d][rest % width];
        }
        block = block_of<Dim>(node);
        local = cell_in_block<Dim>(node);
        const std::int32_t number = job.topology.find(block);
        FROTH_CHECK(number >= 0, "a vertex of elements is out of the grid's reach");
        entry_[(first + k) * stencil_ + n] = {
            static_cast<std::uint32_t>(number) * kBlockCells<Dim> + static_cast<std::uint32_t>(local),
            weight};
      }
    }
  });
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::link_nodes(std::size_t nodes) {
  node_begin_.assign(nodes + 1, 0);
  for (std::size_t k = 0; k < x_.size(); ++k)
    if (is_held_[k] == 0)
      for (const Entry& entry : row(k)) ++node_begin_[entry.node + 1];
  for (std::size_t n = 0; n < nodes; ++n) node_begin_[n + 1] += node_begin_[n];
  std::vector<std::uint32_t> next(node_begin_.begin(), node_begin_.end() - 1);
  by_node_.resize(node_begin_.back());
  for (std::size_t k = 0; k < x_.size(); ++k)
    if (is_held_[k] == 0)
      for (const Entry& entry : row(k))
        by_node_[next[entry.node]++] = {static_cast<std::uint32_t>(k), entry.weight};
}

template <int Dim, class Real>
std::size_t ElementResponse<Dim, Real>::body_of(std::size_t vertex) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, vertex) - first_.begin()) - 1;
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::carry_held(const Vec<Dim, double>& gain, Field& free) const {
  for (std::size_t k = 0; k < x_.size(); ++k) {
    if (is_held_[k] == 0) continue;
    const std::size_t b = body_of(k);
    const double mass = bodies_[b]->mass[k - first_[b]];
    for (const Entry& entry : row(k)) {
      auto& node = free.block(entry.node / kBlockCells<Dim>)[entry.node % kBlockCells<Dim>];
      if (!(node[3] > Real(0))) continue;
      for (int d = 0; d < Dim; ++d) node[d] -= Real(entry.weight * mass * gain[d] / double(node[3]));
    }
  }
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::gather(const Field& v, Vectors& to) const {
  parallel_chunks(static_cast<Index>(to.size()), kVertexChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      Vec<Dim, double> sum{};
      if (is_held_[k] == 0)
        for (const Entry& entry : row(k)) {
          const auto& node = v.block(entry.node / kBlockCells<Dim>)[entry.node % kBlockCells<Dim>];
          for (int d = 0; d < Dim; ++d) sum[d] += entry.weight * double(node[d]);
        }
      to[k] = sum;
    }
  });
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::scatter(const Vectors& from, double factor, Field& to) const {
  open_.each([&](Index b) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      Vec<Dim, double> sum{};
      for (const ByNode& one : vertices_of(b, n)) sum += one.weight * from[one.vertex];
      for (int d = 0; d < Dim; ++d) to.block(b)[n][d] += Real(factor * sum[d]);
    }
  });
}

template <int Dim, class Real>
StoredEnergy ElementResponse<Dim, Real>::evaluate(const Field& v) {
  gather(v, u_);
  StoredEnergy sum;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const ElementBody<Dim>& mesh = *bodies_[b];
    const auto x = part(x_, b), u = part(u_, b);
    for (std::size_t k = 0; k < mesh.count(); ++k)
      x[k] = mesh.x[k] + dt_ * (mesh.is_held[k] != 0 ? mesh.v[k] : u[k]);
    const bool is_whole = mesh.elements->fault(x).empty();
    const double energy =
        is_whole ? mesh.elements->energies(x).sum() : std::numeric_limits<double>::infinity();
    sum.is_feasible &= is_whole && std::isfinite(energy);
    sum.energy += energy;
    sum.magnitude += std::abs(energy);
  }
  return sum;
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::add_gradient(Field& g) {
  at_ = x_;
  is_prepared_ = false;
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b]->elements->gradient(part(at_, b), part(f_, b));
  scatter(f_, dt_, g);
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::prepare() {
  if (is_prepared_) return;
  is_prepared_ = true;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    matrix_[b] = &bodies_[b]->elements->hessian(part(at_, b), curvature_);
}

template <int Dim, class Real>
void ElementResponse<Dim, Real>::add_product(const Field& p, Field& product) {
  prepare();
  gather(p, u_);
  for (std::size_t b = 0; b < bodies_.size(); ++b) matrix_[b]->multiply(part(u_, b), part(f_, b));
  scatter(f_, dt_ * dt_, product);
}

/// Sum of w_k K_kl w_l over the vertices k, l of the node; both lists ascend.
template <int Dim, class Real>
Sym3<double> ElementResponse<Dim, Real>::block(Index block, int node) const {
  const std::span<const ByNode> vertices = vertices_of(block, node);
  Mat3<double> sum{};
  for (const ByNode& row : vertices) {
    const std::size_t b = body_of(row.vertex), first = first_[b];
    const auto columns = matrix_[b]->columns(row.vertex - first);
    const auto blocks = matrix_[b]->blocks(row.vertex - first);
    auto other = vertices.begin();
    Mat<Dim, double> part{};
    for (std::size_t n = 0; n < columns.size() && other != vertices.end(); ++n) {
      while (other != vertices.end() && other->vertex < first + columns[n]) ++other;
      if (other != vertices.end() && other->vertex == first + columns[n]) part += blocks[n] * other->weight;
    }
    sum += lift(part * row.weight);
  }
  const double square = dt_ * dt_;
  return {square * sum(0, 0), square * sum(1, 1), square * sum(2, 2),
          square * sum(0, 1), square * sum(0, 2), square * sum(1, 2)};
}

template <int Dim, class Real>
double ElementResponse<Dim, Real>::work_of_holders() {
  double work = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const ElementBody<Dim>& mesh = *bodies_[b];
    if (mesh.held.empty()) continue;
    const auto g = part(f_, b);
    mesh.elements->gradient(part(x_, b), g);
    for (const HeldVertex& one : mesh.held)
      if (mesh.is_held[one.vertex] != 0) work += dt_ * dot(g[one.vertex], mesh.v[one.vertex]);
  }
  return work;
}

#define FROTH_INSTANCE(Dim, Real) template class ElementResponse<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

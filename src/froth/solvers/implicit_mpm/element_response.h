// SPDX-License-Identifier: Apache-2.0
// What the elements of bodies answer in a solve. Vertices move with the nodes, x = x_n + dt sum w v, so that
// elements add E(x) to the objective, dt sum w dE/dx to its gradient and dt^2 W K W^T to its Hessian, where K
// is the matrix of vertices (lagrangian/vertex_matrix.h). Vertices in held regions are where they are held,
// whatever the nodes do; angles of strands' edges wait and follow after the solve (ElementSet::step_state).
// Weights and sums are double in either precision: edges are short and stiff.
// Source: [Jiang2015], section 7, forces of a mesh interpolated to the nodes, here those at the end of the
// step.
#pragma once

#include <froth/solvers/implicit_mpm/node_vectors.h>
#include <froth/solvers/implicit_mpm/particle_response.h>

namespace froth {

template <int Dim, class Real>
class ElementResponse {
 public:
  using Field = NodeField<Dim, Real>;

  /// Bodies of elements have their vertices placed and held (hold_elements).
  ElementResponse(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid,
                  MpmBodies<Dim, Real>& bodies);

  bool is_empty() const { return bodies_.empty(); }
  /// Who holds a vertex carries its weight: takes `gain`, what gravity adds to the velocity of all, from the
  /// nodes' share in them. `free` has masses in the last lane.
  void carry_held(const Vec<Dim, double>& gain, Field& free) const;

  /// At the velocity v of nodes.
  StoredEnergy evaluate(const Field& v);
  /// Adds to the gradient where it was evaluated last; what follows refers to there.
  void add_gradient(Field& g);
  void add_product(const Field& p, Field& product);
  /// A node's own block of the Hessian. Needs prepare().
  Sym3<double> block(Index block, int node) const;
  /// Makes the matrix of vertices, where add_gradient() was called since.
  void prepare();
  /// From now on without what bends down, or with it.
  void project(bool is_positive) { curvature_ = is_positive ? Curvature::Positive : Curvature::Exact; }

  /// Calls add(a, b, sums) for pairs of patches, a >= b: products of their motions, mode by mode, that belong
  /// to the lower half of a matrix. `number(block, part)` is that of a patch or negative. Needs prepare().
  template <class Number, class Add>
  void for_each_patch_pair(const PatchMotions<Dim, Real>& motions, Number number, Add add) const;

  /// Work of whoever holds vertices against the elements where they were evaluated last [J].
  double work_of_holders();

 private:
  using Vectors = std::vector<Vec<Dim, double>>;
  struct Entry {
    std::uint32_t node;  ///< block times nodes of a block, plus the node
    double weight;
  };
  struct ByNode {
    std::uint32_t vertex;
    double weight;
  };

  void weigh(const TransferJob<Dim, Real>& job, const MpmBody<Dim, Real>& body, std::size_t first);
  void link_nodes(std::size_t nodes);
  std::span<const Entry> row(std::size_t vertex) const {
    return {entry_.data() + vertex * stencil_, stencil_};
  }
  std::span<const ByNode> vertices_of(Index block, int node) const {
    const auto k = static_cast<std::size_t>(block * kBlockCells<Dim> + node);
    return {by_node_.data() + node_begin_[k], node_begin_[k + 1] - node_begin_[k]};
  }
  /// Sum of weights times the vectors of nodes; zero at held vertices.
  void gather(const Field& v, Vectors& to) const;
  /// Adds `factor` times the vectors of vertices that are not held.
  void scatter(const Vectors& from, double factor, Field& to) const;
  std::span<Vec<Dim, double>> part(Vectors& of, std::size_t body) const {
    return std::span(of).subspan(first_[body], first_[body + 1] - first_[body]);
  }
  /// The body of a vertex.
  std::size_t body_of(std::size_t vertex) const;

  std::vector<ElementBody<Dim>*> bodies_;
  std::vector<std::size_t> first_;  ///< vertex of each body in lists of all, and their number
  double dt_;
  OpenBlocks open_;
  std::size_t stencil_;                    ///< nodes of a vertex
  std::vector<Entry> entry_;               ///< by vertex, `stencil_` each
  std::vector<std::uint32_t> node_begin_;  ///< by node, into by_node_
  std::vector<ByNode> by_node_;            ///< vertices that are not held, ascending
  std::vector<std::uint8_t> is_held_;
  Curvature curvature_ = Curvature::Exact;
  bool is_prepared_ = false;
  std::vector<const VertexMatrix<Dim>*> matrix_;  ///< by body
  Vectors x_, at_, u_, f_;  ///< places at the last energy and at the last gradient [m]; scratch
};

template <int Dim, class Real>
template <class Number, class Add>
void ElementResponse<Dim, Real>::for_each_patch_pair(const PatchMotions<Dim, Real>& motions, Number number,
                                                     Add add) const {
  constexpr int modes = PatchMotions<Dim, Real>::kModes, parts = PatchMotions<Dim, Real>::kParts;
  struct SeenMotion {
    std::int32_t patch;
    Vec<Dim, double> mode[modes];
  };
  const auto of_patch = [](std::vector<SeenMotion>& list, std::int32_t patch) -> SeenMotion& {
    for (SeenMotion& one : list)
      if (one.patch == patch) return one;
    return list.emplace_back(SeenMotion{patch, {}});
  };
  std::vector<std::vector<SeenMotion>> moved(x_.size());  // what a vertex sees of the motions of patches
  for (std::size_t k = 0; k < x_.size(); ++k) {
    if (is_held_[k] != 0) continue;
    for (const Entry& entry : row(k)) {
      const Index block = entry.node / kBlockCells<Dim>;
      const int node = static_cast<int>(entry.node % kBlockCells<Dim>);
      for (int p = 0; p < parts; ++p) {
        const std::int32_t patch = number(block, p);
        if (patch < 0) continue;
        SeenMotion& to = of_patch(moved[k], patch);
        for (int m = 0; m < modes; ++m) {
          const auto& at = motions.field[static_cast<std::size_t>(p)][static_cast<std::size_t>(m)];
          for (int d = 0; d < Dim; ++d) to.mode[m][d] += entry.weight * double(at.block(block)[node][d]);
        }
      }
    }
  }
  std::vector<SeenMotion> forces;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) {
      if (moved[k].empty()) continue;
      forces.clear();
      const auto columns = matrix_[b]->columns(k - first_[b]);
      const auto blocks = matrix_[b]->blocks(k - first_[b]);
      for (std::size_t n = 0; n < columns.size(); ++n)
        for (const SeenMotion& from : moved[first_[b] + columns[n]]) {
          SeenMotion& to = of_patch(forces, from.patch);
          for (int m = 0; m < modes; ++m) to.mode[m] += blocks[n] * from.mode[m] * (dt_ * dt_);
        }
      for (const SeenMotion& left : moved[k])
        for (const SeenMotion& right : forces) {
          if (left.patch < right.patch) continue;
          std::array<double, static_cast<std::size_t>(modes * modes)> sums;
          for (int m = 0; m < modes; ++m)
            for (int n = 0; n < modes; ++n)
              sums[static_cast<std::size_t>(m * modes + n)] = dot(left.mode[m], right.mode[n]);
          add(left.patch, right.patch, sums);
        }
    }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/mpm/constrain_nodes.h>

#include <froth/mpm/node_places.h>
#include <froth/transfer/node_rules.h>

namespace froth {

namespace {

/// The contacts of the nodes of one block.
template <int Dim, class Node>
struct BlockContacts {
  using Real = std::remove_cvref_t<decltype(std::declval<Node>()[0])>;
  const NodePlaces<Dim>& where;
  bool tight;  ///< walls thinner than a cell count too
  const BlockCoord<Dim>& block;
  const Node* nodes;
  std::array<std::vector<ContactConstraint<double>>, kBlockCells<Dim>>& contacts;

  void add(const PosedCollider& c) const {
    const double step = where.touch(), reach = tight ? 0.5 * where.lattice.dx : step;
    each_within(c, c.is_plane() ? step : reach, [&](int n, const Vec3<double>& x, double gap) {
      const Vec3<double> normal = c.normal(x, step);
      const bool is_thin =
          tight && !c.is_plane() && holds_both_sides(c, x, normal, gap, where.lattice.dx, step);
      if (gap > step && !is_thin) return;
      put(n, contact_constraint(is_thin ? two_sided(c.contact) : c.contact, c.velocity(x, normal), normal),
          c.rigid);
    });
  }
  void add(const PosedRegion& region) const {
    each_within(region, where.touch(), [&](int n, const Vec3<double>& x, double) {
      put(n, contact_constraint<double>({.kind = ContactKind::Sticky}, region.velocity(x), {}));
    });
  }

 private:
  void put(int n, const ContactConstraint<double>& contact, int rigid = -1) const {
    contacts[static_cast<std::size_t>(n)].push_back(contact);
    contacts[static_cast<std::size_t>(n)].back().rigid = rigid;
  }
  /// Calls f(node, place, distance) for the nodes with mass that are no further out than `reach`.
  template <class Obstacle, class F>
  void each_within(const Obstacle& obstacle, double reach, F f) const {
    if (!where.may_touch(obstacle, block, reach)) return;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      if (!(nodes[n][3] > kLeastNodeMass<Real>)) continue;
      const Vec3<double> x = where.node_position(block, n);
      if (const double gap = obstacle.distance(x); gap <= reach) f(n, x, gap);
    }
  }
};

}  // namespace

template <int Dim, class Real>
std::vector<ConstrainedNode> constrain_nodes(const Lattice<Dim>& lattice, const PosedObstacles& obstacles,
                                             const MpmGrid<Dim, Real>& grid, bool tight_colliders) {
  const NodePlaces<Dim> where{lattice};
  const auto& blocks = grid.topology.blocks();
  std::vector<std::vector<ConstrainedNode>> found(blocks.size());
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (grid.fields.is_open[n] == 0) continue;
      std::array<std::vector<ContactConstraint<double>>, kBlockCells<Dim>> contacts;
      const auto* nodes = grid.fields.motion.block(b);
      const BlockContacts<Dim, Lanes<Real, 4>> of_block{where, tight_colliders, blocks[n], nodes, contacts};
      for (const PosedCollider& collider : obstacles.colliders) of_block.add(collider);
      for (const PosedRegion& region : obstacles.sources) of_block.add(region);
      for (std::size_t k = 0; k < contacts.size(); ++k)
        if (!contacts[k].empty())
          found[n].push_back({static_cast<std::int32_t>(b), static_cast<int>(k),
                              where.node_position(blocks[n], static_cast<int>(k)), std::move(contacts[k])});
    }
  });
  std::vector<ConstrainedNode> all;
  for (auto& of_block : found)
    all.insert(all.end(), std::make_move_iterator(of_block.begin()), std::make_move_iterator(of_block.end()));
  return all;
}

#define FROTH_INSTANCE(Dim, Real)                                                                   \
  template std::vector<ConstrainedNode> constrain_nodes(const Lattice<Dim>&, const PosedObstacles&, \
                                                        const MpmGrid<Dim, Real>&, bool);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

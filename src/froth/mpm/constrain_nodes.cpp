// SPDX-License-Identifier: Apache-2.0
#include <froth/mpm/constrain_nodes.h>

#include <froth/mpm/node_places.h>
#include <froth/transfer/node_rules.h>

namespace froth {

namespace {

/// The contacts of the nodes of one block.
template <int Dim, class Node>
void constrain_block(const NodePlaces<Dim>& where, const PosedObstacles& obstacles,
                     const BlockCoord<Dim>& block, const Node* nodes,
                     std::array<std::vector<ContactConstraint<double>>, kBlockCells<Dim>>& contacts) {
  using Real = std::remove_cvref_t<decltype(nodes[0][0])>;
  const auto for_each_touching = [&](const auto& obstacle, auto&& add) {
    if (!where.may_touch(obstacle, block)) return;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      if (!(nodes[n][3] > kLeastNodeMass<Real>)) continue;
      const Vec3<double> x = where.node_position(block, n);
      if (obstacle.distance(x) <= where.touch()) contacts[static_cast<std::size_t>(n)].push_back(add(x));
    }
  };
  for (const PosedCollider& c : obstacles.colliders)
    for_each_touching(c, [&](const Vec3<double>& x) {
      const Vec3<double> normal = c.normal(x, where.touch());
      return contact_constraint(c.contact, c.velocity(x, normal), normal);
    });
  for (const PosedRegion& region : obstacles.sources)
    for_each_touching(region, [&](const Vec3<double>& x) {
      return contact_constraint<double>({.kind = ContactKind::Sticky}, region.velocity(x), {});
    });
}

}  // namespace

template <int Dim, class Real>
std::vector<ConstrainedNode> constrain_nodes(const Lattice<Dim>& lattice, const PosedObstacles& obstacles,
                                             const MpmGrid<Dim, Real>& grid) {
  const NodePlaces<Dim> where{lattice};
  const auto& blocks = grid.topology.blocks();
  std::vector<std::vector<ConstrainedNode>> found(blocks.size());
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (grid.fields.is_open[n] == 0) continue;
      std::array<std::vector<ContactConstraint<double>>, kBlockCells<Dim>> contacts;
      constrain_block(where, obstacles, blocks[n], grid.fields.motion.block(b), contacts);
      for (std::size_t k = 0; k < contacts.size(); ++k)
        if (!contacts[k].empty())
          found[n].push_back({static_cast<std::int32_t>(b), static_cast<int>(k), std::move(contacts[k])});
    }
  });
  std::vector<ConstrainedNode> all;
  for (auto& of_block : found)
    all.insert(all.end(), std::make_move_iterator(of_block.begin()), std::make_move_iterator(of_block.end()));
  return all;
}

#define FROTH_INSTANCE(Dim, Real)                                                                   \
  template std::vector<ConstrainedNode> constrain_nodes(const Lattice<Dim>&, const PosedObstacles&, \
                                                        const MpmGrid<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
